// SPDX-License-Identifier: MIT
// merels export malom: our values as the files of another program. merels compare-malom: such files beside our tables.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "base/stopwatch.h"
#include "commands.h"
#include "exchange/malom_export.h"
#include "machine.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"

namespace merels::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ExportOptions {
    std::string variant;
    std::string database;
    std::string target;
    std::string values;
    std::vector<std::string> subspaces;
    int threads = 0;
    bool dry_run = false;
};

// The subspaces that were named; all that have a value where none was.
Result<std::vector<Subspace>> wanted(const MalomSource& source, const std::vector<std::string>& names) {
    if (names.empty()) return source.subspaces();
    std::vector<Subspace> result;
    for (const std::string& name : names) {
        const auto subspace = parse_subspace(name);
        if (!subspace) return subspace.error();
        result.push_back(*subspace);
    }
    return result;
}

Status run_export(const ExportOptions& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    const auto tables = Tablebase::open(options.database);
    if (!tables) return tables.error();
    const auto source = MalomSource::open(*tables, *variant, options.values);
    if (!source) return source.error();
    const auto subspaces = wanted(*source, options.subspaces);
    if (!subspaces) return subspaces.error();
    const auto plan = plan_malom_export(*source, *subspaces, options.target);
    if (!plan) return plan.error();
    const std::string needs = fmt::format("{} files to write, {}; {} are there already; {} are free on the disk",
                                          with_commas(plan->subspaces.size()), human_bytes(plan->bytes),
                                          with_commas(plan->there), human_bytes(plan->disk_available));
    if (options.dry_run) {
        print_text(needs + '\n');
        return ok_status();
    }
    if (Status room = plan->check_room(); !room) return room;
    const auto progress = make_progress(natural_style(stderr));
    progress->note(needs);
    const Stopwatch watch;
    const auto report =
        run_malom_export(*source, *plan, options.target, thread_count(options.threads), *progress, &stop_on_signals());
    if (!report) return report.error();
    print_text(fmt::format("{} files, {} entries, {} written in {}\n", with_commas(report->files),
                           with_commas(report->entries), human_bytes(report->bytes), human_seconds(watch.seconds())));
    return ok_status();
}

struct CompareOptions {
    std::string folder;
    std::string database;
    std::string variant;
    std::string values;
    int threads = 0;
    bool json = false;
};

// The game by the name of the .secval file of the folder.
Result<Variant> game_of(const CompareOptions& options) {
    if (!options.variant.empty()) return parse_variant(options.variant);
    for (const auto& [file, id] : {std::pair{"std.secval", "nine-c1"}, std::pair{"lask.secval", "lasker-c1"},
                                   std::pair{"mora.secval", "morabaraba"}}) {
        if (std::filesystem::exists(std::filesystem::path(options.folder) / file)) return parse_variant(id);
    }
    return Error{ErrorCode::kMissing, "no std.secval, lask.secval or mora.secval in '" + options.folder + "'"};
}

Json to_json(const MalomEntry& entry) { return {{"k1", entry.k1}, {"k2", entry.k2}}; }

Status run_compare(const CompareOptions& options) {
    const auto variant = game_of(options);
    if (!variant) return variant.error();
    const auto tables = Tablebase::open(options.database);
    if (!tables) return tables.error();
    const auto source = MalomSource::open(*tables, *variant, options.values);
    if (!source) return source.error();
    const auto progress = make_progress(natural_style(stderr));
    const auto found =
        compare_malom(*source, options.folder, thread_count(options.threads), *progress, &stop_on_signals());
    if (!found) return found.error();
    if (options.json) {
        Json json{{"variant", variant->id()},
                  {"files", found->files},
                  {"entries", found->entries},
                  {"different", found->different},
                  {"first", nullptr}};
        if (found->first) {
            json["first"] = {{"file", found->first->file},
                             {"entry", found->first->entry},
                             {"position", format_position(found->first->position)},
                             {"theirs", to_json(found->first->theirs)},
                             {"ours", to_json(found->first->ours)}};
        }
        print_json(json);
    } else if (!found->first) {
        print_text(
            fmt::format("{} files, {} entries: all equal\n", with_commas(found->files), with_commas(found->entries)));
    }
    if (!found->first) return ok_status();
    const MalomDifference& first = *found->first;
    return Error{
        ErrorCode::kInternal,
        fmt::format("{} of {} entries differ; the first: {}, entry {}, {}: {} {} there, {} {} in the tables",
                    with_commas(found->different), with_commas(found->entries), first.file, first.entry,
                    format_position(first.position), first.theirs.k1, first.theirs.k2, first.ours.k1, first.ours.k2)};
}

}  // namespace

void add_export_command(Command& app, CommandSet& commands) {
    Command* parent = app.add_subcommand("export", "Write our values as the files of another program");
    parent->require_subcommand(1);
    Command* command = parent->add_subcommand("malom", "The .sec2 files of Malom, from ultra-strong tables");
    const auto options = std::make_shared<ExportOptions>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    add_database_option(*command, options->database)->required();
    command->add_option("--to", options->target, "Folder for the files")->required();
    command->add_option("--subspaces", options->subspaces, "Only these: 4-3 5-4+3-3 ...; all if left out");
    command->add_option("--subspace-values", options->values, kUltraSetHelp);
    add_threads_option(*command, options->threads);
    command->add_flag("--dry-run", options->dry_run, "Only say what would be written");
    commands.add(command, [options] { return run_export(*options); });
}

void add_compare_malom_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("compare-malom", "Hold files of Malom against our ultra-strong tables");
    const auto options = std::make_shared<CompareOptions>();
    command->add_option("DIR", options->folder, "Folder with the files")->required();
    add_database_option(*command, options->database)->required();
    command->add_option("--variant", options->variant, "The game, where it is not the plain one of the files' name");
    command->add_option("--subspace-values", options->values, kUltraSetHelp);
    add_threads_option(*command, options->threads);
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run_compare(*options); });
}

}  // namespace merels::cli
