// SPDX-License-Identifier: MIT
// Draws positions of known value from solved tables: search_corpus_maker DATABASE > tests/data/search/values.tsv
// tools/make_search_corpus.sh makes the tables and runs it. The same tables give the same file, byte by byte.
//
// Moving positions are read from the tables. Placing positions with one or two men in hand need no tables of their own:
// each turn takes a man out of the hand, so plain minimax on the rules reaches the moving tables after two plies.
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include "engine/search/random_positions.h"
#include "merels/tablebase.h"
#include "rules/rules.h"

namespace {

using namespace merels;

constexpr int kMostTries = 50'000;

// Where positions come from, and how many men a side they have in all.
struct Source {
    const char* variant;
    int least_men, most_men;
    bool placing;
};

constexpr Source kSources[] = {
    {"nine-c1", 3, 9, false},    {"nine-c1", 3, 9, true},    {"nine-c2", 3, 9, true},    {"nine-p1", 3, 5, false},
    {"nine-p1", 3, 5, true},     {"nine-p2", 3, 5, true},    {"lasker-c1", 3, 9, false}, {"lasker-p2", 3, 5, false},
    {"morabaraba", 3, 5, false}, {"morabaraba", 3, 5, true},
};

// Positions wanted from each source: wins by their plies, and the others.
const std::map<std::string, int> kWanted = {{"win 1", 2}, {"win 3", 4},  {"win 5", 6}, {"win 7", 6},
                                            {"win 9", 6}, {"win 11", 6}, {"draw", 6},  {"loss", 6}};

Value value_of(const Tablebase& tables, const Variant& variant, const Position& p) {
    if (const auto ended = final_value(variant, p)) return *ended;
    if (p.hand[0] + p.hand[1] == 0) {
        const auto value = tables.value(variant, p);
        return value ? *value : Value::unknown();
    }
    TurnList turns;
    legal_turns(variant, p, turns);
    Value best = Value::loss(0);
    bool first = true;
    for (const Turn& turn : turns) {
        const Value value = before_turn(value_of(tables, variant, apply(p, turn)));
        if (value.wdl == Wdl::kUnknown) return value;
        if (first || better(value, best)) best = value;
        first = false;
    }
    return best;
}

Position draw_position(const Source& source, engine::Random& random) {
    Position p;
    const auto men = [&] {
        const int range = source.most_men - source.least_men + 1;
        return source.least_men + static_cast<int>(random.below(static_cast<std::uint32_t>(range)));
    };
    if (source.placing) {  // White began, so that Black has a man more in hand when it is his turn
        const bool white = random.below(2) == 0;
        p.hand = {static_cast<std::uint8_t>(white ? 1 : 0), 1};
        p.to_move = white ? Side::kWhite : Side::kBlack;
    } else {
        p.to_move = random.below(2) == 0 ? Side::kWhite : Side::kBlack;
    }
    for (const int side : {0, 1}) {
        put_men(p, side == 0 ? Side::kWhite : Side::kBlack, men() - p.hand[side], random);
    }
    return p;
}

// "win 7", "draw", "loss 4"; the kind of losses does not count their plies.
std::string text_of(const Value& value) {
    if (value.wdl == Wdl::kDraw) return "draw";
    return (value.wdl == Wdl::kWin ? "win " : "loss ") + std::to_string(value.dtw);
}
std::string kind_of(const Value& value) { return value.wdl == Wdl::kLoss ? "loss" : text_of(value); }

bool draw_from(const Tablebase& tables, const Source& source, engine::Random& random) {
    const Variant variant = *parse_variant(source.variant);
    std::map<std::string, int> missing = kWanted;
    for (int i = 0; i < kMostTries && !missing.empty(); ++i) {
        const Position p = draw_position(source, random);
        if (final_value(variant, p)) continue;
        const Value value = value_of(tables, variant, p);
        const auto kind = value.wdl == Wdl::kUnknown ? missing.end() : missing.find(kind_of(value));
        if (kind == missing.end()) continue;
        std::printf("%s\t%s\t%s\n", source.variant, format_position(p).c_str(), text_of(value).c_str());
        if (--kind->second == 0) missing.erase(kind);
    }
    for (const auto& [kind, number] : missing) {
        std::fprintf(stderr, "%s: %d short of '%s'\n", source.variant, number, kind.c_str());
    }
    return missing.empty();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const auto tables = Tablebase::open(argv[1]);
    if (!tables) {
        std::fprintf(stderr, "%s\n", tables.error().message.c_str());
        return 1;
    }
    std::printf("# variant, position, value for the side to move (plies); made by tools/make_search_corpus.sh\n");
    engine::Random random(20261116);
    bool complete = true;
    for (const Source& source : kSources) complete &= draw_from(*tables, source, random);
    return complete ? 0 : 1;
}
