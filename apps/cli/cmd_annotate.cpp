// SPDX-License-Identifier: MIT
// merels annotate: a finished game as the tables see it.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "commands.h"
#include "engine/annotate/annotate.h"
#include "merels/tablebase.h"
#include "output.h"
#include "store/files/text_file.h"
#include "text_table.h"
#include "value_text.h"

namespace merels::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string file;
    std::string database;
    bool json = false;
};

const char* side_name(Side side) { return side == Side::kWhite ? "White" : "Black"; }

Json value_json(const Value& value) {
    Json json = Json::object();
    put_value(json, value);
    return json;
}

// Seen from the player who made the turn, not from the one who moves then.
Json outcome_json(const Value& value) {
    return {{"outcome", name(value.wdl)}, {"dtw", value.dtw == kNoPly ? Json() : Json(value.dtw)}};
}

Json summary_json(const SideSummary& s) {
    return {{"turns", s.turns},   {"judged", s.judged},     {"best", s.best},         {"only_moves", s.only_moves},
            {"delays", s.delays}, {"mistakes", s.mistakes}, {"blunders", s.blunders}, {"plies_lost", s.plies_lost}};
}

Json annotation_json(const Game& game, const Annotation& annotation) {
    Json turns = Json::array();
    for (const AnnotatedTurn& t : annotation.turns) {
        Json best = Json::array();
        for (const Turn& turn : t.best) best.push_back(format_turn(turn));
        Json entry{{"ply", t.number},
                   {"side", t.side == Side::kWhite ? "white" : "black"},
                   {"move", format_turn(t.turn)},
                   {"before", value_json(t.before)},
                   {"after", outcome_json(t.after)},
                   {"mark", name(t.mark)},
                   {"said", t.said},
                   {"only_move", t.only_move},
                   {"legal", t.legal},
                   {"keeping", t.keeping < 0 ? Json() : Json(t.keeping)},
                   {"plies_lost", t.plies_lost},
                   {"best", best}};
        turns.push_back(std::move(entry));
    }
    return {{"variant", game.variant.id()},
            {"start", format_position(game.start)},
            {"result", name(game.result)},
            {"turns", turns},
            {"white", summary_json(annotation.sides[0])},
            {"black", summary_json(annotation.sides[1])},
            {"missing", annotation.missing}};
}

std::string annotation_text(const Annotation& annotation) {
    TextTable table({{"ply", Align::kRight}, {"side"}, {"turn"}, {"before"}, {"after"}, {"keep"}, {"better"}});
    for (const AnnotatedTurn& t : annotation.turns) {
        std::string best;
        for (const Turn& turn : t.best) best += (best.empty() ? "" : " ") + format_turn(turn);
        const bool lone = t.only_move && t.mark != Mark::kOnlyMove;
        table.add({std::to_string(t.number), side_name(t.side),
                   format_turn(t.turn) + std::string(name(t.mark)) + (lone ? "!" : ""), value_text(t.before),
                   value_text(t.after), t.keeping < 0 ? "" : fmt::format("{} of {}", t.keeping, t.legal), best});
    }
    std::string text = table.text() + "\n";
    for (const Side side : {Side::kWhite, Side::kBlack}) {
        const SideSummary& s = annotation.sides[index_of(side)];
        text += fmt::format(
            "{}: {} turns, {} judged, {} best, {} only moves found, {} bad delays (?!), {} mistakes (?), {} blunders "
            "(?\?)",
            side_name(side), s.turns, s.judged, s.best, s.only_moves, s.delays, s.mistakes, s.blunders);
        text += s.plies_lost > 0 ? fmt::format(", {} plies given away\n", s.plies_lost) : "\n";
    }
    for (const std::string& why : annotation.missing) text += "unknown values: " + one_line(why) + "\n";
    return text;
}

Status run(const Options& options) {
    const auto text = read_text_file(options.file);
    if (!text) return text.error();
    const auto game = parse_game(*text);
    if (!game) return Error{game.error().code, options.file + ": " + game.error().message};
    auto opened = Tablebase::open(options.database);
    if (!opened) return opened.error();
    const auto annotation = annotate(*game, *opened);
    if (!annotation) return annotation.error();
    if (options.json) {
        print_json(annotation_json(*game, *annotation));
    } else {
        print_text(annotation_text(*annotation));
    }
    return ok_status();
}

}  // namespace

void add_annotate_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("annotate", "A finished game turn by turn: values, mistakes, only moves");
    const auto options = std::make_shared<Options>();
    command->add_option("GAME", options->file, "A game file")->required();
    add_database_option(*command, options->database)->required();
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
