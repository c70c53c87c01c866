// SPDX-License-Identifier: MIT
// What a session says about a search, in both dialects. Runs on the search thread.
#include <algorithm>

#include "engine/protocol/protocol.h"
#include "rules/rules.h"

namespace merels {
namespace {

constexpr int kSanmillWin = 30000;

std::string score_text(const Score& score) {
    switch (score.proven.wdl) {
        case Wdl::kDraw: return "draw";
        case Wdl::kWin: return score.proven.dtw == kNoPly ? "win" : "mate " + std::to_string(score.proven.dtw);
        case Wdl::kLoss: return score.proven.dtw == kNoPly ? "loss" : "mate -" + std::to_string(score.proven.dtw);
        case Wdl::kUnknown: break;
    }
    return "cp " + std::to_string(score.centimen);
}

// One number, seen from White.
int white_number(const Score& score, Side to_move) {
    int number = score.centimen;
    const int plies = std::max<int>(score.proven.dtw, 0);
    if (score.proven.wdl == Wdl::kDraw) number = 0;
    if (score.proven.wdl == Wdl::kWin) number = kSanmillWin - plies;
    if (score.proven.wdl == Wdl::kLoss) number = plies - kSanmillWin;
    return to_move == Side::kWhite ? number : -number;
}

}  // namespace

void EngineSession::report(const ThinkingReport& report) {
    if (dialect_ == Dialect::kSanmill) return;
    if (report.depth == reported_depth_ && report.lines == reported_lines_) return;  // said already
    reported_depth_ = report.depth;
    reported_lines_ = report.lines;
    const auto microseconds = std::max<std::int64_t>(1, report.elapsed.count());
    const auto per_second =
        static_cast<std::uint64_t>(static_cast<double>(report.nodes) * 1e6 / static_cast<double>(microseconds));
    for (std::size_t i = 0; i < report.lines.size(); ++i) {
        std::string line = "info depth " + std::to_string(report.depth) + " multipv " + std::to_string(i + 1) +
                           " score " + score_text(report.lines[i].score) + " nodes " + std::to_string(report.nodes) +
                           " nps " + std::to_string(per_second) + " time " + std::to_string(microseconds / 1000) +
                           " pv";
        for (const Turn& turn : report.lines[i].turns) line += ' ' + format_turn(turn);
        say(line);
    }
}

void EngineSession::wait_for_stop() {
    std::unique_lock lock(stop_mutex_);
    stop_signal_.wait(lock, [this] { return stop_.load(); });
}

void EngineSession::think(Go go) {
    const TurnRequest& request = go.request;
    // The rest of a turn that the host plays in parts was decided with its first part.
    if (dialect_ == Dialect::kSanmill && go.parts_done > 0 && remembered_ &&
        remembered_->position == request.position &&
        std::find(request.only.begin(), request.only.end(), remembered_->turn) != request.only.end()) {
        searching_ = false;
        answer_in_parts(go, remembered_->turn, remembered_->white_score, remembered_->from_tables);
        return;
    }
    reported_lines_.clear();
    go.request.on_report = [this](const ThinkingReport& r) { report(r); };
    const auto choice = final_value(request.variant, request.position)
                            ? Result<Choice>(Error{ErrorCode::kBadInput, "the game is over"})
                            : engine_->choose(request);
    if (go.infinite) wait_for_stop();
    searching_ = false;  // before the answer: a host may send its next command the moment it reads it
    if (choice) {
        answer(go, *choice);
    } else {
        if (dialect_ == Dialect::kUci) say("info string " + choice.error().message);
        say(dialect_ == Dialect::kSanmill ? "nobestmove" : "bestmove none");
    }
}

void EngineSession::answer(const Go& go, const Choice& choice) {
    if (dialect_ == Dialect::kSanmill) {
        const Position& position = go.request.position;
        const int number = white_number(choice.thinking.lines.front().score, position.to_move);
        remembered_ = RememberedTurn{position, choice.turn, number, choice.from_tables};
        answer_in_parts(go, choice.turn, number, choice.from_tables);
        return;
    }
    if (!choice.note.empty()) say("info string " + choice.note);
    report(choice.thinking);
    say("bestmove " + format_turn(choice.turn));
}

void EngineSession::answer_in_parts(const Go& go, const Turn& turn, int white_score, bool from_tables) {
    const auto parts = engine::turn_parts(turn);
    std::size_t next = static_cast<std::size_t>(go.parts_done);
    // A host may have taken the second of two men first: then the first is still missing.
    if (go.parts_done == 2 && turn.takes() == 2 && (go.taken & mask_of(turn.take[0])) == 0) next = 1;
    say("info score " + std::to_string(white_score) + (from_tables ? " aimovetype perfect" : "") + " bestmove " +
        parts[std::min(next, parts.size() - 1)]);
}

}  // namespace merels
