// SPDX-License-Identifier: MIT
// merels openings: what players chose and gave away while placing, counted over recorded games.
#include <memory>

#include "analysis/openings.h"
#include "arguments.h"
#include "commands.h"
#include "merels/tablebase.h"
#include "output.h"
#include "store/files/text_file.h"

namespace merels::cli {
namespace {

constexpr int kMostLeast = 1'000'000;

struct Options {
    std::vector<std::string> files;
    std::string database;
    std::string note;
    int least = 5;
};

Status run(const Options& options) {
    auto opened = Tablebase::open(options.database);
    if (!opened) return opened.error();
    UltraChoice strong;
    strong.wanted = false;
    const Analyser analyse = [&](const Variant& variant, const Position& position) {
        return opened->analyse(variant, position, true, strong);
    };
    std::unique_ptr<OpeningRecord> record;
    for (const std::string& file : options.files) {
        const auto text = read_text_file(file);
        if (!text) return Error{ErrorCode::kBadInput, text.error().message};
        const auto games = parse_games(*text);
        if (!games) return Error{games.error().code, file + ": " + games.error().message};
        if (!record) record = std::make_unique<OpeningRecord>(games->front().variant);
        for (std::size_t i = 0; i < games->size(); ++i) {
            if (const auto added = record->add((*games)[i], analyse); !added) {
                return Error{added.error().code,
                             file + ": game " + std::to_string(i + 1) + ": " + added.error().message};
            }
        }
    }
    record->keep(options.least);
    print_text(record->text(options.note));
    return ok_status();
}

}  // namespace

void add_openings_command(Command& app, CommandSet& commands) {
    Command* command =
        app.add_subcommand("openings", "What players chose and gave away while placing, counted over games");
    const auto options = std::make_shared<Options>();
    command->add_option("GAMES", options->files, "Files of games, as 'merels match --save' writes them")->required();
    add_database_option(*command, options->database)->required();
    command->add_option("--least", options->least, "Leave out positions that no player met this often")
        ->check(Range(1, kMostLeast))
        ->capture_default_str();
    command->add_option("--note", options->note, "How the games were made, kept in the output");
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
