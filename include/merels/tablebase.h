// SPDX-License-Identifier: MIT
// Solved tables, to be asked for the value of any position.
//
//     auto tables = merels::Tablebase::open("db");
//     if (!tables) { ... tables.error().message ... }
//     auto value = tables->value(variant, position);
//
// Opening is cheap: a table is opened when it is first asked for. Tables that appear later are found at once, those
// that are replaced on disk within a moment. All const members may be called from any number of threads. Decoded blocks
// are kept in a bounded cache.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "merels/position.h"
#include "merels/result.h"
#include "merels/value.h"
#include "merels/variant.h"

namespace merels {

class Database;  // store/database/database.h: for programs that share one between several uses

// The ultra-strong value of a drawn position, for the side to move: where best play for more than the draw ends.
struct Ultra {
    int value = 0;             // K: the value of the unit in which it ends
    std::optional<int> depth;  // k2; none where that is the value of the position's own subspace
    int stay = 0;              // U: plies in better units on the way less those in worse ones; greater is better
    std::string ends_in;       // the unit, its side to move first: "6-3"; or a difference of men: "+3"
};

// Which ultra-strong tables: the set of values of subspaces that they were made with, and who the computer is (only
// split sets look at that).
struct UltraChoice {
    std::string values;  // "published", "ratio", "stones", "split", a name; empty: the first of these that is there
    Side computer = Side::kWhite;
    bool wanted = true;  // false: none of them are read
};

struct TurnValue {
    Turn turn;
    Position after;
    Value value;                      // for the side that makes the turn
    std::optional<Ultra> ultra = {};  // of `after` where it is drawn, for the side to move there
};

// What stands behind a value.
enum class Basis : std::uint8_t {
    kNone,  // nothing: it is unknown
    kWdl,   // results only
    kDtw,   // exact depths, or the rules themselves
};
constexpr std::string_view name(Basis basis) {
    return basis == Basis::kDtw ? "dtw" : basis == Basis::kWdl ? "wdl" : "none";
}

// Why a game is over.
enum class GameEnd : std::uint8_t { kNotOver, kFewMen, kBlocked, kFullBoard };
constexpr std::string_view name(GameEnd end) {
    constexpr std::string_view names[] = {"", "few men", "blocked", "full board"};
    return names[static_cast<int>(end)];
}
GameEnd game_end(const Variant& variant, const Position& position);

// Turns by what they are worth to the player who makes them.
struct OutcomeCounts {
    std::array<int, 4> by_wdl{};
    int operator[](Wdl wdl) const { return by_wdl[static_cast<std::size_t>(wdl)]; }
};

// All that the tables know of a position. A value is never guessed: what the tables do not tell is unknown, and
// `trouble` says why.
struct PositionValue {
    Value value;  // for the side to move
    Basis basis = Basis::kNone;
    GameEnd end = GameEnd::kNotOver;
    // Why the value, or that of a turn, is unknown: a table that is damaged (any code but kMissing) before one that is
    // missing. Empty where everything is known.
    std::optional<Error> trouble;
    int damaged_reads = 0;
    std::optional<Ultra> ultra;  // of a draw; empty where no such tables are there
    // Every legal turn, best first: wins by shortest, draws (by their ultra-strong values where those are there),
    // unknown, losses by longest. None when the game is over.
    std::vector<TurnValue> turns;

    OutcomeCounts counts() const;
    // Whether the turn has the best value. None has while the value is unknown, or the best turn may be unknown.
    bool is_best(const TurnValue& turn) const;
};

struct LinePly {
    TurnValue best;                       // the turn of the line
    std::vector<TurnValue> equally_good;  // the others of the same value
};

enum class LineEnd : std::uint8_t {
    kOver,        // the game has ended
    kRepetition,  // the line came back to one of its positions
    kLimit,       // as many plies as were asked for
    kUnknown,     // the tables reach no further
};
constexpr std::string_view name(LineEnd end) {
    constexpr std::string_view names[] = {"over", "repetition", "limit", "unknown"};
    return names[static_cast<int>(end)];
}

class Tablebase {
  public:
    // kMissing when the directory is not there. An empty directory is a tablebase that knows nothing.
    // `cache_bytes` bounds the cache of decoded blocks; 0 takes 256 MiB.
    static Result<Tablebase> open(const std::filesystem::path& directory, std::size_t cache_bytes = 0);
    explicit Tablebase(const std::shared_ptr<const Database>& database);
    Tablebase(Tablebase&&) noexcept;
    Tablebase& operator=(Tablebase&&) noexcept;
    ~Tablebase();

    // The value for the side to move, from its own table. Errors: kMissing (no table of this subspace, or of one that
    // its value needs), kCorrupt, kTruncated, kWrongVariant, kNewerVersion, kIo: never a guess.
    // Cost, warm: one look-up for a win; else one for each successor until one shows that the position is drawn.
    Result<Value> value(const Variant& variant, const Position& position) const;

    // value() of many positions at once, in `out`, which is as long: unknown where value() gives an error. Gives back
    // how many those are, and one of the errors (damage before what is missing). Positions that stand together in a
    // table (the same men of the side to move, one after the other) are the fastest: well below a microsecond each.
    struct Unknown {
        std::size_t positions = 0;
        std::optional<Error> why;
    };
    Unknown values(const Variant& variant, std::span<const Position> positions, std::span<Value> out,
                   int threads = 1) const;

    // The value of the position and of every turn, as far as the tables reach; where the position's own table is
    // missing, what follows from its turns: a turn that wins makes it won (without depth, unless it wins at once: an
    // unknown turn might win faster), and when all are known the best of them counts.
    // Cost, warm: a look-up for each turn; where the position is won, one for each reply too. Without turns: as
    // value().
    PositionValue analyse(const Variant& variant, const Position& position, bool with_turns = true,
                          const UltraChoice& ultra = {}) const;

    // The ultra-strong value of a position that is drawn. kMissing where there are no such tables.
    Result<Ultra> ultra(const Variant& variant, const Position& position, const UltraChoice& choice = {}) const;
    // The sets of values of which there are ultra-strong tables of this start. The first is the one that is read where
    // none is asked for.
    std::vector<std::string> ultra_sets(const Variant& variant) const;

    // Decodes tables without hands ahead of questions, the smallest first, as long as they fit `bytes` of the cache;
    // until *stop is set. For servers: the first questions are then as fast as later ones.
    void fill_cache(std::uint64_t bytes, const std::atomic<bool>& stop) const;

    const std::filesystem::path& directory() const;
    const std::shared_ptr<const Database>& database() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// Follows a best line, ply by ply: to the end for wins and losses; for draws until a position repeats. Goes only by
// turns that are known to be best.
//
//     merels::LineWalk line(tables, variant, position);
//     while (auto ply = line.next()) ... ply->best.turn ...
//     line.end() says why it ended.
//
// Cost: one analysis a ply. The tablebase must live as long.
class LineWalk {
  public:
    LineWalk(const Tablebase& tables, const Variant& variant, const Position& position, int most_plies = 1000,
             UltraChoice ultra = {});

    const PositionValue& start() const { return start_; }
    std::optional<LinePly> next();        // nothing when the line has ended
    LineEnd end() const { return end_; }  // then

  private:
    const Tablebase* tables_;
    Variant variant_;
    Position at_;
    int left_;  // plies that may follow
    UltraChoice ultra_;
    PositionValue start_;
    PositionValue here_;
    std::set<Position> seen_;
    LineEnd end_ = LineEnd::kUnknown;
};

}  // namespace merels
