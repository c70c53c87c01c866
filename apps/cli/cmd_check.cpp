// SPDX-License-Identifier: MIT
// merels check: reads every table of a database and checks its checksums.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "arguments.h"
#include "base/worker_pool.h"
#include "commands.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"
#include "store/database/check_database.h"
#include "store/database/digest.h"

namespace merels::cli {
namespace {

struct Options {
    std::string database;
    bool published = false;
    bool json = false;
};

// The values of all tables beside the digests that were written down; failures go to the report.
Result<PublishedComparison> compare(const Options& options, CheckReport& report, Progress& progress) {
    const Database database(options.database);
    const auto digests = digest_database(database, DigestOf::kTables, hardware_threads(), progress);
    if (!digests) return digests.error();
    PublishedComparison found = compare_with_published(*digests, published_digests());
    if (found.equal == 0 && found.failures.empty()) {
        return Error{ErrorCode::kMissing, "no digest of any table in '" + options.database + "' is published"};
    }
    report.failures.insert(report.failures.end(), found.failures.begin(), found.failures.end());
    return found;
}

Status run(const Options& options) {
    const auto progress = make_progress(natural_style(stderr));
    auto report = check_database(options.database, hardware_threads(), *progress);
    if (!report) return report.error();
    if (report->tables == 0 && report->failures.empty()) {
        return Error{ErrorCode::kMissing,
                     "there is nothing to check in '" + options.database + "': no manifest lists a table"};
    }
    std::optional<PublishedComparison> published;
    if (options.published && report->failures.empty()) {
        auto compared = compare(options, *report, *progress);
        if (!compared) return compared.error();
        published = *std::move(compared);
    }
    if (options.json) {
        auto failures = nlohmann::ordered_json::array();
        for (const Error& e : report->failures) failures.push_back(e.message);
        nlohmann::ordered_json json{{"tables", report->tables}, {"bytes", report->bytes}, {"failures", failures}};
        if (published) json["published"] = {{"equal", published->equal}, {"unknown", published->unknown}};
        print_json(json);
    } else if (report->failures.empty()) {
        print_text(fmt::format("{} tables, {}: all checksums are right\n", report->tables, human_bytes(report->bytes)));
        if (published) {
            print_text(fmt::format("{} tables say what is published, of {} no digest is published\n", published->equal,
                                   published->unknown));
        }
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
    command->add_flag("--published", options->published,
                      "Also compare the values with the published digests (data/digests)");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
