// SPDX-License-Identifier: MIT
// Players: who to play against. An Engine takes a position and a description of a player and gives back the player's
// turn. It does no input or output, prints nothing and starts no threads but those that the player asks for.
//
//     merels::Engine engine({.hash_mebibytes = 16});
//     merels::TurnRequest request;
//     request.variant = variant;
//     request.position = position;
//     request.player = *merels::parse_player("search:level=3");
//     auto choice = engine.choose(request);
//     if (choice) play(choice->turn);
//
// Cost: Engine takes its hash at once and nothing that grows later. One Engine serves one request at a time; different
// Engines may run in different threads and share a ValueSource.
#pragma once

#include <atomic>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "merels/position.h"
#include "merels/result.h"
#include "merels/value.h"
#include "merels/variant.h"

namespace merels {

class Tablebase;

// Which ultra-strong values: the set of values of subspaces they were made with, and who the computer is (sets that are
// the same for both sides do not look at it).
struct UltraSet {
    std::string values;  // "published", "ratio", "stones", "split", a name; empty: the first of these that is there
    Side computer = Side::kWhite;
};

// How good a drawn position is beyond the draw, for one side: the value of the unit in which best play ends, then how
// long the game stays in better units on the way (minus how long in worse ones). Greater is better.
struct UltraRank {
    int value = 0;
    int stay = 0;

    UltraRank operator-() const { return {-value, -stay}; }
    friend auto operator<=>(const UltraRank&, const UltraRank&) = default;
};

// Where players look up solved positions. Implementations are const and thread-safe.
class ValueSource {
  public:
    virtual ~ValueSource() = default;
    // The value for the side to move; an error (kMissing or worse) where it is not known. Never a guess.
    virtual Result<Value> value(const Variant& variant, const Position& position) const = 0;
    // The ultra-strong value of a drawn position for the side to move; kMissing where there are no such tables.
    virtual Result<UltraRank> ultra(const Variant& variant, const Position& position, const UltraSet& set) const;
};

// A source that asks a tablebase and keeps it alive.
std::shared_ptr<const ValueSource> make_value_source(std::shared_ptr<const Tablebase> tables);

enum class PlayerKind : std::uint8_t { kRandom, kSearch, kPerfect, kUltra, kExternal };

// How a player that reads tables chooses among drawn turns that they call equal.
enum class LocalChoice : std::uint8_t {
    kDefault,   // kReplies, or kHunt where the player is ultra
    kRandom,    // "random": any of them
    kReplies,   // "replies": the fewest replies that hold the draw
    kUnits,     // "units": the fewest replies that hold the unit in which the game ends (ultra only)
    kTrap,      // "trap": the reply that a short search of the opponent likes loses the most; then as kReplies
    kHunt,      // "hunt": the same, some turns ahead
    kCombined,  // "combined": what a search of our own likes
};

// Between which drawn turns the local choice is made. Where it finds them alike, the rank decides.
enum class Among : std::uint8_t {
    kDefault,  // kUnit where the player is ultra and no local choice is said; else kEqual
    kEqual,    // "equal": those of the highest rank (ultra), all of them (perfect)
    kUnit,     // "unit": those that end in the best unit (ultra only)
    kResult,   // "result": all that keep the draw
};

inline constexpr int kLevels = 10;
inline constexpr int kMostThreads = 256;

// A player in words: "random", "perfect", "ultra", "search:ms=500", "search:depth=8", "search:nodes=200000",
// "search:level=3", "engine:COMMAND". Several settings are separated by commas.
// * "nodes=100000-200000" draws the limit anew each turn; "threads=4" searches on four threads.
// * "tables=on" lets a search look into the tables (off unless told: a search that knows all of them is the perfect
//   player). The limits of "perfect:ms=500" and the like count where it has to search because a table is missing or has
//   no depth, and for local=trap, local=hunt ("searches=120": as many of these searches a turn) and local=combined.
// * "ultra:values=stones" chooses the ultra-strong tables; "ultra:local=trap", "perfect:local=random": see LocalChoice.
//   "ultra" alone is "ultra:local=hunt,among=unit": see Among.
//   "ultra:combined" is short for "ultra:local=combined".
struct PlayerSpec {
    PlayerKind kind = PlayerKind::kSearch;
    int level = 0;  // 1..10; 0 = no level
    int depth = 0;  // limits; 0 = none
    std::uint64_t nodes = 0;
    std::uint64_t nodes_to = 0;  // 0: the limit is `nodes`; else drawn from nodes..nodes_to
    int milliseconds = 0;
    int threads = 1;
    bool tables = false;
    LocalChoice local = LocalChoice::kDefault;
    Among among = Among::kDefault;
    int searches = 0;     // kHunt: searches a turn; 0 = 120
    std::string values;   // kUltra, see UltraSet
    std::string command;  // kExternal

    friend bool operator==(const PlayerSpec&, const PlayerSpec&) = default;
};
Result<PlayerSpec> parse_player(std::string_view text);
// The same for hosts that give limits apart: one of ours, with no other settings than "local", "among" and "values".
Result<PlayerSpec> parse_player_kind(std::string_view text);
std::string format_player(const PlayerSpec& player);

// What the engine thinks of a position, for the side to move.
struct Score {
    Value proven;      // wdl kUnknown: not proven, only the estimate counts
    int centimen = 0;  // estimate, 100 = about one man

    friend bool operator==(const Score&, const Score&) = default;
};

struct Line {
    Score score;
    std::vector<Turn> turns;  // best play as far as it was seen, at least one turn

    friend bool operator==(const Line&, const Line&) = default;
};

// One finished step of thinking.
struct ThinkingReport {
    int depth = 0;
    std::uint64_t nodes = 0;
    std::chrono::microseconds elapsed{0};
    std::vector<Line> lines;  // best first
};

struct TurnRequest {
    Variant variant;
    Position position;
    std::vector<Position> history;  // earlier positions of the game, oldest first: repetitions are draws
    PlayerSpec player;
    std::uint64_t seed = 0;  // 0: no variety in openings; random players and levels still use it as their seed
    int lines = 1;           // number of best turns wanted
    std::vector<Turn> only;  // where not empty: choose among these legal turns
    // Limits on top of the player's own, for servers; 0 = none.
    std::uint64_t most_nodes = 0;
    int most_milliseconds = 0;
    const std::atomic<bool>* stop = nullptr;               // set it from another thread to get an answer at once
    std::function<void(const ThinkingReport&)> on_report;  // called on the thread of choose()
};

struct Choice {
    Turn turn;
    ThinkingReport thinking;   // lines[0].turns[0] is the best turn found; a level may play another one
    bool from_tables = false;  // the turn was read from tables
    std::string note;          // a remark for people, may be empty: "no table of ..., searched instead"
};

struct EngineOptions {
    std::size_t hash_mebibytes = 64;
    std::shared_ptr<const ValueSource> tables;  // may be null
};

class Engine {
  public:
    explicit Engine(EngineOptions options);
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    // The player's turn. kBadInput where the position is impossible or the game is over, or the player is external.
    // The same request after clear() gives the same choice, unless a limit in time ends the search.
    Result<Choice> choose(const TurnRequest& request);

    // Forgets what earlier requests found.
    void clear();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace merels
