// SPDX-License-Identifier: MIT
// merels variants: the games that the program knows.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "text_table.h"

namespace merels::cli {
namespace {

std::string_view name(Board board) { return board == Board::kNine ? "nine" : "diagonals"; }
std::string_view name(Phases phases) { return phases == Phases::kPlaceThenMove ? "place, then move" : "place or move"; }
std::string_view name(AllInMills rule) { return rule == AllInMills::kAnyMayBeTaken ? "capture" : "protected"; }

nlohmann::ordered_json to_json(const Variant& v) {
    return {{"id", v.id()},
            {"board", name(v.board)},
            {"white_men", v.white_men},
            {"black_men", v.black_men},
            {"phases", v.phases == Phases::kPlaceThenMove ? "place-then-move" : "place-or-move"},
            {"all_in_mills", name(v.all_in_mills)},
            {"takes", v.takes},
            {"full_board_draw", v.full_board_draw},
            {"start", format_position(start_position(v))},
            {"description", describe(v)}};
}

Status run(bool json) {
    if (json) {
        auto list = nlohmann::ordered_json::array();
        for (const Variant& v : all_variants()) list.push_back(to_json(v));
        print_json({{"variants", list}});
        return ok_status();
    }
    TextTable table({{"id"},
                     {"board"},
                     {"men", Align::kRight},
                     {"phases"},
                     {"all men in mills"},
                     {"two mills at once"},
                     {"full board"}});
    for (const Variant& v : all_variants()) {
        table.add({v.id(), std::string(name(v.board)), std::to_string(v.base_men), std::string(name(v.phases)),
                   std::string(v.all_in_mills == AllInMills::kAnyMayBeTaken ? "any may be taken" : "none may be taken"),
                   "take " + std::to_string(v.takes), v.full_board_draw ? "draw" : "loss"});
    }
    print_text(table.text());
    print_text("\nID@W,B is the same game with W white and B black men, 3 to 12 each: nine-c1@11,12\n");
    return ok_status();
}

}  // namespace

void add_variants_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("variants", "List the games and their rules");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, kJsonHelp);
    commands.add(command, [json] { return run(*json); });
}

}  // namespace merels::cli
