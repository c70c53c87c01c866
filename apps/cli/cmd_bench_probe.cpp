// SPDX-License-Identifier: MIT
// merels bench probe: questions a second to the tables of a database, one core, warm: the same positions were asked
// before, so that what fits the cache is in it.
#include <fmt/format.h>

#include <memory>
#include <random>

#include "arguments.h"
#include "base/stopwatch.h"
#include "cmd_bench.h"
#include "index/subspace_values.h"
#include "merels/tablebase.h"
#include "number_format.h"
#include "output.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant;
    std::string database;
    int positions = 2000;
    int cache_mebibytes = 1024;
    std::uint64_t seed = 1;
    bool json = false;
};

// Random positions that are not over, drawn from all subspaces that play reaches in proportion to their sizes.
std::vector<Position> draw_positions(const Variant& variant, const Options& options) {
    const std::vector<Subspace> subspaces = reachable_subspaces(variant);
    std::vector<double> weights;
    for (const Subspace& s : subspaces) weights.push_back(static_cast<double>(position_count(s)));
    std::mt19937_64 random(options.seed);
    std::discrete_distribution<std::size_t> pick(weights.begin(), weights.end());
    std::vector<Position> positions;
    while (static_cast<int>(positions.size()) < options.positions) {
        const Subspace& s = subspaces[pick(random)];
        const Position position = position_at(
            s, {static_cast<ClassIndex>(random() % row_count(s)), static_cast<std::uint32_t>(random() % row_size(s))});
        if (game_end(variant, position) == GameEnd::kNotOver) positions.push_back(position);
    }
    return positions;
}

struct Figures {
    double values = 0;        // the value of a position
    double ultra_values = 0;  // and its ultra-strong one
    double probes = 0;        // the value of a position and of every turn
    double ultra_probes = 0;  // with ultra-strong values
    std::size_t draws = 0, with_ultra = 0, turns = 0;
};

// The best of three rounds after one that is not timed.
template <class Ask>
double measure(const std::vector<Position>& positions, Ask ask) {
    double best = 0;
    for (int round = 0; round < 4; ++round) {
        const Stopwatch watch;
        for (const Position& position : positions) ask(position);
        if (round > 0) best = std::max(best, static_cast<double>(positions.size()) / watch.cpu_seconds());
    }
    return best;
}

Result<Figures> bench(const Tablebase& tables, const Variant& variant, const std::vector<Position>& positions) {
    Figures figures;
    std::optional<Error> trouble;
    for (const Position& position : positions) {
        const PositionValue value = tables.analyse(variant, position);
        if (value.trouble && !trouble) trouble = value.trouble;
        figures.draws += value.value.wdl == Wdl::kDraw ? 1 : 0;
        figures.with_ultra += value.ultra ? 1 : 0;
        figures.turns += value.turns.size();
    }
    if (trouble) return *trouble;
    const auto ask = [&](bool with_turns, bool with_ultra) {
        UltraChoice ultra;
        ultra.wanted = with_ultra;
        return measure(positions, [&, ultra](const Position& p) { tables.analyse(variant, p, with_turns, ultra); });
    };
    figures.values = ask(false, false);
    figures.ultra_values = ask(false, true);
    figures.probes = ask(true, false);
    figures.ultra_probes = ask(true, true);
    return figures;
}

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    const auto tables = Tablebase::open(options.database, static_cast<std::size_t>(options.cache_mebibytes) << 20);
    if (!tables) return tables.error();
    const std::vector<Position> positions = draw_positions(*variant, options);
    const auto figures = bench(*tables, *variant, positions);
    if (!figures) return figures.error();
    if (options.json) {
        print_json({{"bench", "probe"},
                    {"variant", variant->id()},
                    {"positions", positions.size()},
                    {"draws", figures->draws},
                    {"draws_with_ultra", figures->with_ultra},
                    {"turns", figures->turns},
                    {"values_per_second", figures->values},
                    {"ultra_values_per_second", figures->ultra_values},
                    {"probes_per_second", figures->probes},
                    {"ultra_probes_per_second", figures->ultra_probes}});
        return ok_status();
    }
    const auto rate = [](double per_second) { return with_commas(static_cast<std::uint64_t>(per_second)); };
    print_text(fmt::format("{} positions of {}, {} drawn, {} of these with ultra-strong values; {:.1f} turns each\n",
                           positions.size(), variant->id(), figures->draws, figures->with_ultra,
                           static_cast<double>(figures->turns) / static_cast<double>(positions.size())));
    print_text(fmt::format("a position alone: {} a second, with ultra-strong values {}\n", rate(figures->values),
                           rate(figures->ultra_values)));
    print_text(fmt::format("with every turn:  {} a second, with ultra-strong values {}\n", rate(figures->probes),
                           rate(figures->ultra_probes)));
    return ok_status();
}

}  // namespace

void add_bench_probe_command(Command& bench, CommandSet& commands) {
    Command* command = bench.add_subcommand("probe", "Questions a second to the tables of a database, one core, warm");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->variant, kVariantHelp)->required();
    add_database_option(*command, options->database)->required();
    command->add_option("--positions", options->positions, "Random positions, by the sizes of their subspaces")
        ->check(Range(1, 1000000))
        ->capture_default_str();
    command->add_option("--cache", options->cache_mebibytes, "Decoded blocks that are kept, MiB")
        ->check(Range(1, 65536))
        ->capture_default_str();
    command->add_option("--seed", options->seed, "Seed of the positions")->capture_default_str();
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
