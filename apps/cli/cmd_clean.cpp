// SPDX-License-Identifier: MIT
// merels clean: removes what an interrupted program left in a database.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "commands.h"
#include "number_format.h"
#include "output.h"
#include "store/database/database.h"
#include "store/database/leftovers.h"

namespace merels::cli {
namespace {

struct Options {
    std::string database;
    bool checkpoints = false;
    bool dry_run = false;
    bool json = false;
};

Status run(const Options& options) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(options.database, ignored)) {
        return Error{ErrorCode::kMissing, "no database at '" + options.database + "'"};
    }
    std::vector<Leftover> leftovers = find_leftovers(options.database);
    if (!options.checkpoints) std::erase_if(leftovers, [](const Leftover& l) { return l.checkpoint; });
    if (!options.dry_run) {
        Database database(options.database);
        const auto writer = database.writer();  // nobody else writes; removes the parts
        if (!writer) return writer.error();
        for (const Leftover& leftover : leftovers) {
            std::error_code failed;
            std::filesystem::remove(leftover.path, failed);
            if (failed) {
                return Error{ErrorCode::kIo,
                             fmt::format("cannot remove {}: {}", leftover.path.string(), failed.message())};
            }
        }
    }
    std::uint64_t bytes = 0;
    auto files = nlohmann::ordered_json::array();
    for (const Leftover& leftover : leftovers) {
        bytes += leftover.bytes;
        files.push_back({{"path", leftover.path.string()}, {"bytes", leftover.bytes}});
        if (!options.json) print_text(fmt::format("{}  {}\n", leftover.path.string(), human_bytes(leftover.bytes)));
    }
    if (options.json) {
        print_json({{"files", files}, {"bytes", bytes}, {"removed", !options.dry_run}});
    } else {
        print_text(fmt::format("{} files, {}{}\n", leftovers.size(), human_bytes(bytes),
                               options.dry_run ? " would be removed" : " removed"));
    }
    return ok_status();
}

}  // namespace

void add_clean_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("clean", "Removes what an interrupted solve left");
    const auto options = std::make_shared<Options>();
    add_database_option(*command, options->database)->required();
    command->add_flag("--checkpoints", options->checkpoints,
                      "Also the states from which an interrupted solve would go on");
    command->add_flag("--dry-run", options->dry_run, "Only say what there is");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
