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

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "merels/position.h"
#include "merels/result.h"
#include "merels/value.h"
#include "merels/variant.h"

namespace merels {

class Database;  // store/database/database.h: for programs that share one between several uses

struct TurnValue {
    Turn turn;
    Position after;
    Value value;  // for the side that makes the turn
};

struct PositionValue {
    Value value;                   // for the side to move
    std::vector<TurnValue> turns;  // every legal turn, best first: wins by shortest, draws, unknown, losses by longest
};

struct LinePly {
    TurnValue best;                       // the turn of the line
    std::vector<TurnValue> equally_good;  // the others of the same value
};

class Tablebase {
  public:
    // kMissing when the directory is not there. An empty directory is a tablebase that knows nothing.
    // `cache_bytes` bounds the cache of decoded blocks; 0 takes 256 MiB.
    static Result<Tablebase> open(const std::filesystem::path& directory, std::size_t cache_bytes = 0);
    explicit Tablebase(std::shared_ptr<const Database> database);
    Tablebase(Tablebase&&) noexcept;
    Tablebase& operator=(Tablebase&&) noexcept;
    ~Tablebase();

    // The value for the side to move. Errors: kMissing (no table of this subspace, or of one that its value needs),
    // kCorrupt, kTruncated, kWrongVariant, kNewerVersion, kIo: never a guess.
    // Cost, warm: one look-up for a win; else one for each successor until one shows that the position is drawn.
    Result<Value> value(const Variant& variant, const Position& position) const;

    // The value of the position and of every turn. Turns whose table is missing are unknown; any other error is
    // returned as such.
    Result<PositionValue> analyse(const Variant& variant, const Position& position) const;

    // A best line: to the end for wins and losses; for draws until a position repeats. At most `most_plies` plies.
    Result<std::vector<LinePly>> line(const Variant& variant, const Position& position, int most_plies = 1000) const;

    // Decodes tables without hands ahead of questions, the smallest first, as long as they fit `bytes` of the cache;
    // until *stop is set. For servers: the first questions are then as fast as later ones.
    void fill_cache(std::uint64_t bytes, const std::atomic<bool>& stop) const;

    const std::filesystem::path& directory() const;
    const std::shared_ptr<const Database>& database() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace merels
