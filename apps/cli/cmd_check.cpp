// SPDX-License-Identifier: MIT
// merels check: reads every table of a database and checks its checksums.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "base/worker_pool.h"
#include "commands.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"
#include "store/database/check_database.h"

namespace merels::cli {
namespace {

struct Options {
    std::string database;
    bool json = false;
};

Status run(const Options& options) {
    const auto progress = make_progress(natural_style(stderr));
    const auto report = check_database(options.database, hardware_threads(), *progress);
    if (!report) return report.error();
    if (report->tables == 0 && report->failures.empty()) {
        return Error{ErrorCode::kMissing,
                     "there is nothing to check in '" + options.database + "': no manifest lists a table"};
    }
    if (options.json) {
        auto failures = nlohmann::ordered_json::array();
        for (const Error& e : report->failures) failures.push_back(e.message);
        print_json({{"tables", report->tables}, {"bytes", report->bytes}, {"failures", failures}});
    } else if (report->failures.empty()) {
        print_text(fmt::format("{} tables, {}: all checksums are right\n", report->tables, human_bytes(report->bytes)));
    }
    if (report->failures.empty()) return ok_status();
    Error first = report->failures.front();
    if (report->failures.size() > 1) first.message += fmt::format(" (and {} more)", report->failures.size() - 1);
    return first;
}

}  // namespace

void add_check_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("check", "Check the checksums of all tables");
    const auto options = std::make_shared<Options>();
    add_database_option(*command, options->database)->required();
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
