// SPDX-License-Identifier: MIT
// merels digest: one number for what the tables of each collection say.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "progress_sinks.h"
#include "store/database/digest.h"

namespace merels::cli {
namespace {

struct Options {
    std::string database;
    std::string values = "all";
    int threads = 0;
    bool tables = false;
    bool json = false;
};

nlohmann::ordered_json to_json(const CollectionDigest& collection) {
    nlohmann::ordered_json json{{"collection", collection.collection},
                                {"kind", collection.kinds()},
                                {"digest", format_digest(collection.digest())},
                                {"tables", nlohmann::ordered_json::array()}};
    for (const TableDigest& table : collection.tables) {
        json["tables"].push_back(
            {{"counts", table.id.counts}, {"kind", kind_name(table.kind)}, {"digest", format_digest(table.digest)}});
    }
    return json;
}

Status run(const Options& options) {
    const auto progress = make_progress(natural_style(stderr));
    const Database database(options.database);
    const DigestOf what = options.values == "wdl" ? DigestOf::kResults : DigestOf::kTables;
    const auto digests = digest_database(database, what, thread_count(options.threads), *progress);
    if (!digests) return digests.error();
    if (digests->empty()) {
        return Error{ErrorCode::kMissing,
                     "there is nothing to read in '" + options.database + "': no manifest lists a table"};
    }
    auto json = nlohmann::ordered_json::array();
    for (const CollectionDigest& collection : *digests) {
        if (options.json) {
            json.push_back(to_json(collection));
            continue;
        }
        print_text(digest_line(collection) + "\n");
        for (const TableDigest& table : collection.tables) {
            if (options.tables) print_text(digest_line(table) + "\n");
        }
    }
    if (options.json) print_json(json);
    return ok_status();
}

}  // namespace

void add_digest_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("digest", "One number for what the tables of each collection say");
    const auto options = std::make_shared<Options>();
    add_database_option(*command, options->database)->required();
    command->add_option("--values", options->values, "wdl: of the results alone, which tables with depths have too")
        ->check(IsMember({"all", "wdl"}));
    command->add_flag("--tables", options->tables, "Also one line for each table");
    add_threads_option(*command, options->threads);
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
