// SPDX-License-Identifier: MIT
// Another program as a player. It may answer with whole turns or in parts (then it is asked again for each part), and
// with `bestmove` on a line of its own or at the end of an info line.
#include <algorithm>
#include <sstream>

#include "base/child_process.h"
#include "engine/match/contestant.h"
#include "engine/protocol/turn_tokens.h"

namespace merels::engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{10};    // beside the thinking time
constexpr std::chrono::milliseconds kSlice{50};  // how often a waiting player looks whether the match was stopped

// The word after "bestmove", wherever it stands in the line.
std::string best_move_in(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    while (words >> word) {
        if (word == "bestmove" && words >> word) return word;
    }
    return {};
}

class ExternalContestant : public Contestant {
  public:
    ExternalContestant(std::unique_ptr<ChildProcess> process, const ContestantOptions& options)
        : process_(std::move(process)),
          milliseconds_(options.external_milliseconds),
          start_time_(options.external_start_milliseconds),
          stop_(options.stop) {}

    ~ExternalContestant() override { (void)process_->write_line("quit"); }

    Status greet() {
        if (auto s = process_->write_line("uci"); !s) return s;
        return wait_for("uciok");
    }

    Status new_game(const Variant& variant, const Position& start, std::uint64_t seed) override {
        variant_ = variant;
        start_ = start;
        for (const std::string& line :
             {"setoption name Variant value " + variant.id(), "setoption name Seed value " + std::to_string(seed),
              std::string("ucinewgame"), std::string("isready")}) {
            if (auto s = process_->write_line(line); !s) return s;
        }
        return wait_for("readyok");
    }

    Result<Turn> choose(const Position& position, const std::vector<Position>&,
                        const std::vector<Turn>& turns) override {
        std::string command = "position fen " + format_position(start_);
        if (!turns.empty()) command += " moves";
        for (const Turn& turn : turns) command += ' ' + format_turn(turn);
        TokenGame game(variant_, position);
        for (bool first = turns.empty(); game.turns().empty(); first = false) {
            const auto token = ask(command);
            if (!token) return token.error();
            if (const auto fed = game.feed(*token); !fed) return fed.error();
            command += (first ? " moves " : " ") + *token;
        }
        return game.turns().front();
    }

  private:
    Result<std::string> next_line(Clock::time_point deadline) {
        while (true) {
            const auto slice = std::min(deadline, Clock::now() + kSlice);
            auto line = process_->read_line(slice);
            const bool too_soon = !line && line.error().code == ErrorCode::kInterrupted && slice < deadline;
            if (!too_soon || (stop_ != nullptr && *stop_)) return line;
        }
    }

    Status wait_for(std::string_view answer) {
        const auto deadline = Clock::now() + start_time_;
        while (true) {
            const auto line = next_line(deadline);
            if (!line) return line.error();
            if (*line == answer) return ok_status();
        }
    }

    Result<std::string> ask(const std::string& position_command) {
        if (auto s = process_->write_line(position_command); !s) return s.error();
        if (auto s = process_->write_line("go movetime " + std::to_string(milliseconds_)); !s) return s.error();
        const auto deadline = Clock::now() + std::chrono::milliseconds(milliseconds_) + kPatience;
        while (true) {
            const auto line = next_line(deadline);
            if (!line) return line.error();
            std::string move = best_move_in(*line);
            if (!move.empty()) return move;
        }
    }

    std::unique_ptr<ChildProcess> process_;
    int milliseconds_;
    std::chrono::milliseconds start_time_;
    const std::atomic<bool>* stop_;
    Variant variant_;
    Position start_;
};

}  // namespace

Result<std::unique_ptr<Contestant>> make_external(const std::string& command, const ContestantOptions& options) {
    auto process = ChildProcess::start({.arguments = shell_command(command)});
    if (!process) return process.error();
    auto player = std::make_unique<ExternalContestant>(*std::move(process), options);
    if (const auto greeted = player->greet(); !greeted) {
        const bool late = greeted.error().code == ErrorCode::kInterrupted;
        if (late && options.stop != nullptr && *options.stop) return greeted.error();
        const std::string why = late ? "no 'uciok' within " + std::to_string(options.external_start_milliseconds) +
                                           " ms after 'uci'; a slow program needs a longer start"
                                     : std::string("it ended without saying 'uciok'");
        return Error{ErrorCode::kBadInput, "'" + command + "' is no engine: " + why};
    }
    return std::unique_ptr<Contestant>(std::move(player));
}

}  // namespace merels::engine
