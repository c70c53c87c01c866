// SPDX-License-Identifier: MIT
// merels values: what a game that nobody wins is worth in each subspace, by a heuristic or from a file.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "tables/value_sources.h"
#include "text_table.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant;
    std::string database;
    std::string heuristic = "ratio";
    bool json = false;
};

std::string to_text(const Variant& variant, const SubspaceValues& values) {
    const bool split = !values.antisymmetric();
    std::vector<Column> columns{{"value", Align::kRight}, {"subspace"}};
    if (split) columns.push_back({"to move"});
    columns.push_back({"play can stay"});
    TextTable table(columns);
    std::vector<SubspaceValues::Entry> entries = values.entries();
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
    for (const auto& e : entries) {
        std::vector<std::string> cells{std::to_string(e.value), format_subspace(e.subspace)};
        if (split) cells.emplace_back(e.computer_moves ? "computer" : "other");
        cells.emplace_back(is_transient(variant, e.subspace) ? "" : "yes");
        table.add(cells);
    }
    return table.text() + fmt::format("\n{} by {}: {} values, a win is {}; a draw can be worth {} different values\n",
                                      values.variant_id(), values.heuristic(), entries.size(), values.win(),
                                      values.draw_values().size());
}

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    const auto values = find_subspace_values(options.database, *variant, options.heuristic);
    if (!values) return values.error();
    print_text(options.json ? values->encode() : to_text(*variant, *values));
    return ok_status();
}

}  // namespace

void add_values_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("values", "What a drawn game is worth in each subspace");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    add_database_option(*command, options->database);
    command->add_option("--heuristic", options->heuristic, kSubspaceValuesHelp)->capture_default_str();
    command->add_flag("--json", options->json, "Write the file that --subspace-values reads");
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
