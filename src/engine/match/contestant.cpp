// SPDX-License-Identifier: MIT
#include "engine/match/contestant.h"

namespace merels::engine {
namespace {

class OwnContestant : public Contestant {
  public:
    OwnContestant(const PlayerSpec& player, const ContestantOptions& options)
        : engine_({options.hash_mebibytes, options.tables}) {
        request_.player = player;
        request_.stop = options.stop;
    }

    Status new_game(const Variant& variant, const Position&, std::uint64_t seed) override {
        engine_.clear();
        request_.variant = variant;
        request_.seed = seed;
        return ok_status();
    }

    Result<Turn> choose(const Position& position, const std::vector<Position>& history,
                        const std::vector<Turn>&) override {
        request_.position = position;
        request_.history = history;
        const auto choice = engine_.choose(request_);
        if (!choice) return choice.error();
        note_ = choice->note;
        return choice->turn;
    }

    std::string note() const override { return note_; }

  private:
    Engine engine_;
    TurnRequest request_;
    std::string note_;
};

}  // namespace

Result<std::unique_ptr<Contestant>> make_contestant(const PlayerSpec& player, const ContestantOptions& options) {
    if (player.kind == PlayerKind::kExternal) return make_external(player.command, options);
    return std::unique_ptr<Contestant>(std::make_unique<OwnContestant>(player, options));
}

}  // namespace merels::engine
