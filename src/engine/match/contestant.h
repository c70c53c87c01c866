// SPDX-License-Identifier: MIT
// A player in a match: our own engine, or another program.
#pragma once

#include <memory>

#include "merels/engine.h"

namespace merels::engine {

class Contestant {
  public:
    virtual ~Contestant() = default;
    virtual Status new_game(const Variant& variant, const Position& start, std::uint64_t seed) = 0;
    // The turn in the position after `turns`. An error forfeits the game.
    virtual Result<Turn> choose(const Position& position, const std::vector<Position>& history,
                                const std::vector<Turn>& turns) = 0;
    // A remark of the last turn; empty if there was none.
    virtual std::string note() const { return {}; }
};

struct ContestantOptions {
    std::size_t hash_mebibytes = 16;
    int external_milliseconds = 1000;
    int external_start_milliseconds = 10'000;
    std::shared_ptr<const ValueSource> tables;
    const std::atomic<bool>* stop = nullptr;  // set: choose() returns soon, whatever it returns
};

Result<std::unique_ptr<Contestant>> make_contestant(const PlayerSpec& player, const ContestantOptions& options);
// A program that speaks docs/engine_protocol.md, either dialect. kBadInput where it is no engine.
Result<std::unique_ptr<Contestant>> make_external(const std::string& command, const ContestantOptions& options);

}  // namespace merels::engine
