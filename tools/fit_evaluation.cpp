// SPDX-License-Identifier: MIT
// Fits the weights of the evaluation to tables: fit_evaluation DATABASE GAMES > src/engine/search/weights.cpp
// DATABASE holds all tables of nine-c1. 500 games take three minutes of one core.
//
// Outline: the search plays itself, with a random turn now and then. Of the leaves of every search some are drawn. The
// tables tell their results, and a logistic regression for each phase fits the weights to them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include "engine/search/random.h"
#include "engine/search/search.h"
#include "merels/tablebase.h"
#include "rules/rules.h"

namespace {

using namespace merels;
using namespace merels::engine;

constexpr int kPlies = 60;  // of a game: a third of them in the placing phase, where games are decided
constexpr std::uint64_t kNodes = 30'000;
constexpr std::size_t kLeavesDrawn = 50;  // of each search
constexpr double kRandomTurn = 0.15;      // share of turns of the games
constexpr int kEpochs = 10;

struct Sample {
    Terms terms;
    Phase phase;
    double result;  // 0, 1/2 or 1
};

// Draws evenly from leaves that come one by one.
class LeafSample {
  public:
    explicit LeafSample(Random& random) : random_(random) {}
    void see(const Node& leaf) {
        ++seen_;
        if (drawn_.size() < kLeavesDrawn) {
            drawn_.push_back(leaf);
        } else if (const std::uint64_t place = random_.next() % seen_; place < kLeavesDrawn) {
            drawn_[place] = leaf;
        }
    }
    const std::vector<Node>& drawn() const { return drawn_; }

  private:
    Random& random_;
    std::uint64_t seen_ = 0;
    std::vector<Node> drawn_;
};

std::vector<Node> play_games(const Variant& variant, int games) {
    Random random(1);
    TranspositionTable table(4);
    std::vector<Node> leaves;
    for (int game = 0; game < games; ++game) {
        Position position = start_position(variant);
        table.clear();
        for (int ply = 0; ply < kPlies && !final_value(variant, position); ++ply) {
            SearchTask task = whole_task(variant, position);
            random.shuffle(task.turns);
            task.limits.nodes = kNodes;
            LeafSample sample(random);
            task.on_leaf = [&sample](const Node& leaf) { sample.see(leaf); };
            PackedTurn turn = Searcher(variant, table, nullptr).run(task).lines[0].turns[0];
            leaves.insert(leaves.end(), sample.drawn().begin(), sample.drawn().end());
            if (ply < 2 || random.unit() < kRandomTurn) turn = task.turns.front();
            position = apply(position, unpack(turn));
        }
    }
    return leaves;
}

// Tables are read fastest in their own order.
std::vector<Sample> with_results(const Variant& variant, const Tablebase& tables, std::vector<Node> leaves) {
    const auto order = [](const Node& n) {
        return std::tuple(n.own_hand, n.other_hand, n.own_board, n.other_board, n.own, n.other);
    };
    std::sort(leaves.begin(), leaves.end(), [&](const Node& a, const Node& b) { return order(a) < order(b); });
    std::vector<Position> positions;
    for (const Node& leaf : leaves) positions.push_back(position_of(leaf, Side::kWhite));
    std::vector<Value> values(positions.size());
    tables.values(variant, positions, values);
    const SearchRules rules(variant);
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        if (values[i].wdl == Wdl::kUnknown) continue;
        const double result = values[i].wdl == Wdl::kWin ? 1 : values[i].wdl == Wdl::kLoss ? 0 : 0.5;
        samples.push_back({terms_of(rules, leaves[i]), phase_of(leaves[i]), result});
    }
    return samples;
}

// Steps down the gradient, shorter in directions that have seen much of it.
class Regression {
  public:
    void learn(const Sample& sample, double rate) {
        const double error = expected(sample) - sample.result;
        for (int i = 0; i < kTerms; ++i) {
            const double gradient = error * input(sample, i);
            if (gradient == 0) continue;
            squares_[sample.phase][i] += gradient * gradient;
            weights_[sample.phase][i] -= rate * gradient / std::sqrt(squares_[sample.phase][i] + 0.01);
        }
    }
    double expected(const Sample& sample) const {
        double sum = 0;
        for (int i = 0; i < kTerms; ++i) sum += weights_[sample.phase][i] * input(sample, i);
        return 1 / (1 + std::exp(-sum));
    }
    // In hundredths.
    long weight(int phase, int term) const { return std::lround(100 * weights_[phase][term] * scale(term)); }

  private:
    static double scale(int term) { return term == kCrowd ? 0.05 : 1; }  // to numbers of about the same size
    static double input(const Sample& sample, int i) { return sample.terms[static_cast<std::size_t>(i)] * scale(i); }

    double weights_[kPhases][kTerms] = {};
    double squares_[kPhases][kTerms] = {};
};

void print_weights(const Regression& fitted) {
    constexpr const char* kNames[kPhases] = {"Flying", "Few men", "Many men",  "1 or 2 in hand",
                                             "3 to 5", "6 to 8",  "9 and more"};
    fmt::print(
        "// SPDX-License-Identifier: MIT\n"
        "// Made by tools/fit_evaluation.cpp. For each phase the terms, then lines of three kinds by their content.\n"
        "#include \"engine/search/evaluate.h\"\n\nnamespace merels::engine {{\n\n"
        "// clang-format off\nconst Weights kWeights = {{{{\n");
    for (int phase = 0; phase < kPhases; ++phase) {
        fmt::print("    // {}\n    {{{{", kNames[phase]);
        for (int i = 0; i < kTerms; ++i) {
            if (i >= kLines && (i - kLines) % 8 == 0) fmt::print("\n      ");
            fmt::print("{}{}", i == 0 ? "" : i >= kLines && (i - kLines) % 8 == 0 ? "" : " ", fitted.weight(phase, i));
            fmt::print("{}", i + 1 < kTerms ? "," : "}},\n");
        }
    }
    fmt::print("}}}};\n// clang-format on\n\n}}  // namespace merels::engine\n");
}

}  // namespace

int main(int argc, char** argv) {
    const auto tables = argc == 3 ? Tablebase::open(argv[1]) : Error{ErrorCode::kBadInput, "DATABASE GAMES wanted"};
    if (!tables) {
        fmt::print(stderr, "fit_evaluation: {}\n", tables.error().message);
        return 2;
    }
    const Variant variant = *parse_variant("nine-c1");
    std::vector<Sample> samples = with_results(variant, *tables, play_games(variant, std::atoi(argv[2])));
    Random random(2);
    random.shuffle(samples);
    const std::size_t held_out = samples.size() / 10;
    Regression fitted;
    for (int epoch = 0; epoch < kEpochs; ++epoch) {
        const double rate = 0.08 * (kEpochs - epoch) / kEpochs;
        for (std::size_t i = held_out; i < samples.size(); ++i) fitted.learn(samples[i], rate);
    }
    double error = 0;
    for (std::size_t i = 0; i < held_out; ++i) error += std::pow(fitted.expected(samples[i]) - samples[i].result, 2);
    fmt::print(stderr, "{} positions, mean square error of {} held out: {:.4f}\n", samples.size(), held_out,
               error / static_cast<double>(held_out));
    print_weights(fitted);
    return 0;
}
