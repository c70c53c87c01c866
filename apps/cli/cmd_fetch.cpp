// SPDX-License-Identifier: MIT
// merels fetch: copies tables that somebody else has solved, from a folder or a web server, and checks them.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "base/stopwatch.h"
#include "commands.h"
#include "exchange/fetch_job.h"
#include "machine.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"

namespace merels::cli {
namespace {

struct Options {
    std::string source;
    std::string database;
    std::vector<std::string> collections;
    bool json = false;
};

Status run(const Options& options) {
    const Stopwatch watch;
    const auto source = open_file_source(options.source, &stop_on_signals());
    if (!source) return source.error();
    const FetchOptions wanted{.to = options.database, .collections = options.collections, .wanted = {}};
    const auto progress = make_progress(natural_style(stderr));
    const auto fetched = fetch_tables(**source, wanted, *progress);
    if (!fetched) return fetched.error();
    if (options.json) {
        print_json({{"tables", fetched->tables},
                    {"bytes", fetched->bytes},
                    {"there", fetched->there},
                    {"read", fetched->read}});
        return ok_status();
    }
    print_text(fmt::format("{} tables, {} fetched in {}; {} were there already\n", with_commas(fetched->tables),
                           human_bytes(fetched->bytes), human_seconds(watch.seconds()), with_commas(fetched->there)));
    return ok_status();
}

}  // namespace

void add_fetch_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("fetch", "Copy solved tables from a folder or a web server, and check them");
    const auto options = std::make_shared<Options>();
    command->add_option("SOURCE", options->source, "A folder of tables, or the http:// or https:// address of one")
        ->required();
    add_database_option(*command, options->database)->required();
    command->add_option("--collections", options->collections, "Only these, say nine-capture nine-c1; all if left out");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
