// SPDX-License-Identifier: MIT
// GET /v1/VARIANT/exercise: a position with exactly one right turn, drawn from the tables. Positions are drawn evenly
// from a solved subspace that fits, until one fits the question; in pieces, and not for ever.
#include <algorithm>
#include <charconv>
#include <random>
#include <vector>

#include "index/layers.h"
#include "rules/rules.h"
#include "server/api/endpoints.h"
#include "server/api/input.h"
#include "server/api/position_json.h"
#include "tables/variant_tables.h"

namespace merels::server {
namespace {

constexpr int kTriesInPiece = 64;
constexpr int kMostTries = 20'000;
constexpr int kFewestTurns = 4;  // below, guessing is easier than thinking
constexpr std::int64_t kMostDepth = 999;
constexpr std::int64_t kUsualLeastDepth = 3;

enum class Kind : std::uint8_t { kWin, kOnly, kHold, kRefute };
constexpr std::array<std::pair<std::string_view, Kind>, 4> kKinds = {
    {{"win", Kind::kWin}, {"only", Kind::kOnly}, {"hold", Kind::kHold}, {"refute", Kind::kRefute}}};

struct Wish {
    Kind kind = Kind::kWin;
    std::string_view phase = {};  // "", "moving" or "placing"
    std::optional<std::pair<int, int>> men;
    int min_depth = 0;
    int max_depth = 0;
    std::uint64_t seed = 0;
};

std::optional<std::pair<int, int>> parse_men(std::string_view text) {
    int own = 0;
    int other = 0;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, own);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ',') return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, other);
    if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
    return std::pair(own, other);
}

std::optional<Wish> read_wish(const Target& target, Problem& problem) {
    Wish wish;
    const std::string_view kind = target.parameter("kind").value_or("win");
    const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& k) { return k.first == kind; });
    wish.phase = target.parameter("phase").value_or("");
    if (found == kKinds.end()) {
        problem = bad_request("kind: expected win, only, hold or refute");
        return std::nullopt;
    }
    wish.kind = found->second;
    if (!wish.phase.empty() && wish.phase != "moving" && wish.phase != "placing") {
        problem = bad_request("phase: expected moving or placing");
        return std::nullopt;
    }
    if (const auto men = target.parameter("men")) {
        wish.men = parse_men(*men);
        if (!wish.men) {
            problem = bad_request("men: expected two numbers, OWN,OTHER");
            return std::nullopt;
        }
    }
    const auto low = read_number(target, "min_depth", 1, kMostDepth, kUsualLeastDepth, problem);
    const auto high = low ? read_number(target, "max_depth", 1, kMostDepth, kMostDepth, problem) : std::nullopt;
    const auto seed = high ? read_number(target, "seed", 0, (std::int64_t{1} << 53) - 1,
                                         static_cast<std::int64_t>(std::random_device{}()), problem)
                           : std::nullopt;
    if (!seed) return std::nullopt;
    wish.min_depth = static_cast<int>(*low);
    wish.max_depth = static_cast<int>(*high);
    wish.seed = static_cast<std::uint64_t>(*seed);
    return wish;
}

// Solved subspaces that fit the wish, in the order of the variant.
std::vector<Subspace> fitting(const Context& context, const Variant& variant, const Wish& wish) {
    std::vector<Subspace> fit;
    for (const Subspace& s : subspaces_of(variant)) {
        const bool placing = s.own_hand + s.other_hand > 0;
        if (!wish.phase.empty() && placing != (wish.phase == "placing")) continue;
        if (wish.men && (s.own + s.own_hand != wish.men->first || s.other + s.other_hand != wish.men->second)) continue;
        if (listed_table(*context.tables->database(), variant, s)) fit.push_back(s);
    }
    return fit;
}

struct Exercise {
    Position position;
    PositionValue evaluation;
    std::optional<Position> before;
    std::optional<Turn> mistake;
};

class ExerciseWork {
  public:
    ExerciseWork(const Context& context, const Variant& variant, const Wish& wish)
        : context_(context), variant_(variant), wish_(wish), random_(wish.seed) {}

    std::optional<Response> piece() {
        if (tries_ == 0) subspaces_ = fitting(context_, variant_, wish_);
        if (subspaces_.empty()) return to_response({404, "no table of " + variant_.id() + " fits these wishes"});
        for (int i = 0; i < kTriesInPiece; ++i) {
            if (const auto exercise = draw()) return answer(*exercise);
        }
        tries_ += kTriesInPiece;
        if (tries_ < kMostTries) return std::nullopt;
        return to_response({404, "no such exercise among " + std::to_string(tries_) + " positions; wish for another"});
    }

  private:
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

    std::optional<Exercise> draw() {
        const Subspace& subspace = subspaces_[below(subspaces_.size())];
        const Address address{static_cast<ClassIndex>(below(row_count(subspace))),
                              static_cast<std::uint32_t>(below(row_size(subspace)))};
        Position position = position_at(subspace, address);
        Position exchanged = position;
        std::swap(exchanged.men[0], exchanged.men[1]);
        std::swap(exchanged.hand[0], exchanged.hand[1]);
        exchanged.to_move = opponent(position.to_move);
        // Either colour may be to move, unless the start gives it fewer men.
        const bool wanted = below(2) == 1;
        if (why_impossible(variant_, wanted ? exchanged : position) ? !wanted : wanted) position = exchanged;
        Exercise exercise{position, context_.evaluator.analyse(variant_, position), {}, {}};
        if (wish_.kind == Kind::kRefute && !make_mistake(exercise)) return std::nullopt;
        if (!fits(exercise.evaluation)) return std::nullopt;
        return exercise;
    }

    // The position becomes the one after a turn that gave a win or a draw away.
    bool make_mistake(Exercise& exercise) {
        const PositionValue& evaluation = exercise.evaluation;
        if (!is_known(evaluation) || evaluation.value.wdl == Wdl::kLoss) return false;
        std::vector<const TurnValue*> mistakes;
        for (const TurnValue& turn : evaluation.turns) {
            if (turn.value.wdl == Wdl::kLoss) mistakes.push_back(&turn);
        }
        if (mistakes.empty()) return false;
        const TurnValue mistake = *mistakes[below(mistakes.size())];
        exercise.before = exercise.position;
        exercise.mistake = mistake.turn;
        exercise.position = mistake.after;
        exercise.evaluation = context_.evaluator.analyse(variant_, mistake.after);
        return true;
    }

    static bool is_known(const PositionValue& evaluation) {
        return evaluation.end == GameEnd::kNotOver && evaluation.counts()[Wdl::kUnknown] == 0 &&
               evaluation.value.wdl != Wdl::kUnknown && evaluation.turns.size() >= kFewestTurns;
    }

    // Exactly one right turn, and of the depth that was wished for.
    bool fits(const PositionValue& evaluation) const {
        if (!is_known(evaluation)) return false;
        const Wdl wanted = wish_.kind == Kind::kHold ? Wdl::kDraw : Wdl::kWin;
        if (evaluation.value.wdl != wanted) return false;
        if (wanted == Wdl::kWin && evaluation.value.dtw != kNoPly &&
            (evaluation.value.dtw < wish_.min_depth || evaluation.value.dtw > wish_.max_depth)) {
            return false;
        }
        const auto right = std::count_if(evaluation.turns.begin(), evaluation.turns.end(), [&](const TurnValue& turn) {
            return wish_.kind == Kind::kWin ? evaluation.is_best(turn) : turn.value.wdl == wanted;
        });
        return right == 1;
    }

    Response answer(const Exercise& exercise) const {
        JsonWriter json;
        json.begin_object();
        json.field("variant", variant_.id());
        json.field("kind", kKinds[static_cast<std::size_t>(wish_.kind)].first);
        json.field("position", format_position(exercise.position));
        json.field("side", exercise.position.to_move == Side::kWhite ? "white" : "black");
        json.field("category", name(exercise.evaluation.value.wdl));
        write_dtw(json, exercise.evaluation.value);
        write_ultra(json, exercise.evaluation.ultra);
        json.field("solution", format_turn(exercise.evaluation.turns.front().turn));
        json.field("before", exercise.before ? std::optional(format_position(*exercise.before)) : std::nullopt);
        json.field("mistake", exercise.mistake ? std::optional(format_turn(*exercise.mistake)) : std::nullopt);
        json.key("subspace").begin_object();
        write_subspace(json, subspace_of(exercise.position));
        json.end_object();
        json.field("seed", wish_.seed);
        json.end_object();
        return uncacheable(std::move(json));
    }

    const Context& context_;
    Variant variant_;
    Wish wish_;
    std::mt19937_64 random_;
    std::vector<Subspace> subspaces_;
    int tries_ = 0;
};

}  // namespace

Work exercise_work(const Context& context, const Variant& variant, const Target& target) {
    Problem problem;
    const auto wish = read_wish(target, problem);
    if (!wish) return [response = to_response(problem)] { return std::optional(response); };
    // The phase is a view into the target, which the call keeps as long as the work.
    const auto work = std::make_shared<ExerciseWork>(context, variant, *wish);
    return [work] { return work->piece(); };
}

}  // namespace merels::server
