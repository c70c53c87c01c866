// SPDX-License-Identifier: MIT
// A best line (GET /v1/VARIANT/line) and the values of a whole game in one call (POST /v1/VARIANT/batch), in pieces.
#include <algorithm>
#include <memory>
#include <vector>

#include "probe/turn_mark.h"
#include "rules/rules.h"
#include "server/api/endpoints.h"
#include "server/api/input.h"
#include "server/api/position_json.h"

namespace merels::server {
namespace {

constexpr int kPliesInPiece = 16;
constexpr std::size_t kEntriesInPiece = 16;

Work ready(const Problem& problem) {
    return [response = to_response(problem)] { return std::optional(response); };
}

// A line that is followed piece by piece.
class LineWork {
  public:
    LineWork(const Context& context, const Variant& variant, const Position& position, int most_plies,
             UltraChoice ultra)
        : context_(context),
          variant_(variant),
          position_(position),
          most_plies_(most_plies),
          ultra_(std::move(ultra)) {}

    std::optional<Response> piece() {
        if (!line_) {
            line_ = context_.evaluator.line(variant_, position_, most_plies_, ultra_);
            begin_line(json_, variant_, position_, line_->start(), context_.evaluator.reason(line_->start()));
        }
        for (int i = 0; i < kPliesInPiece; ++i) {
            const auto ply = line_->next();
            if (!ply) {
                end_line(json_, line_->end());
                return cacheable(std::move(json_));
            }
            write_line_ply(json_, *ply);
            context_.metrics.count_probes(1);
        }
        return std::nullopt;
    }

  private:
    const Context& context_;
    Variant variant_;
    Position position_;
    int most_plies_;
    UltraChoice ultra_;
    std::optional<LineWalk> line_;
    JsonWriter json_{8192};
};

struct BatchEntry {
    Position position;
    std::optional<Turn> turn;
};

// The positions of a game: before each turn, and the last one.
std::optional<std::vector<BatchEntry>> follow_turns(const Variant& variant, Position at,
                                                    const std::vector<std::string>& turns, Problem& problem) {
    std::vector<BatchEntry> entries;
    for (const std::string& text : turns) {
        const auto turn = parse_turn(variant, at, text);
        if (!turn) {
            problem = bad_text("turn", turn.error());
            problem.index = static_cast<int>(entries.size());
            return std::nullopt;
        }
        entries.push_back({at, *turn});
        at = apply(at, *turn);
    }
    entries.push_back({at, std::nullopt});
    return entries;
}

std::optional<std::vector<BatchEntry>> read_positions(const Variant& variant, const std::vector<std::string>& positions,
                                                      Problem& problem) {
    std::vector<BatchEntry> entries;
    for (const std::string& text : positions) {
        const auto position = parse_position(variant, text);
        if (!position) {
            problem = bad_text("position", position.error());
            problem.index = static_cast<int>(entries.size());
            return std::nullopt;
        }
        entries.push_back({*position, std::nullopt});
    }
    return entries;
}

std::optional<std::vector<BatchEntry>> read_batch(const Context& context, const Variant& variant,
                                                  const nlohmann::json& body, Problem& problem) {
    if (body.contains("positions") == body.contains("turns")) {
        problem = bad_request("the body must have either 'turns' or 'positions'");
        return std::nullopt;
    }
    if (body.contains("positions")) {
        const auto positions = read_texts(body, "positions", context.limits.batch_entries, problem);
        if (!positions) return std::nullopt;
        return read_positions(variant, *positions, problem);
    }
    const auto turns = read_texts(body, "turns", context.limits.batch_entries, problem);
    if (!turns) return std::nullopt;
    const auto start_text = read_text(body, "start", "", problem);
    if (!start_text) return std::nullopt;
    Position start = start_position(variant);
    if (!start_text->empty()) {
        const auto read = parse_position(variant, *start_text);
        if (!read) {
            problem = bad_text("start", read.error());
            return std::nullopt;
        }
        start = *read;
    }
    return follow_turns(variant, start, *turns, problem);
}

// The entries of a batch, valued piece by piece.
class BatchWork {
  public:
    BatchWork(const Context& context, const Variant& variant, std::vector<BatchEntry> entries, bool with_counts,
              UltraChoice ultra)
        : context_(context),
          variant_(variant),
          entries_(std::move(entries)),
          with_counts_(with_counts),
          ultra_(std::move(ultra)),
          json_(256 * (entries_.size() + 1)) {
        json_.begin_object();
        json_.field("variant", variant_.id());
        json_.key("results").begin_array();
    }

    std::optional<Response> piece() {
        const std::size_t end = std::min(entries_.size(), next_ + kEntriesInPiece);
        for (; next_ < end; ++next_) write(entries_[next_]);
        if (next_ < entries_.size()) return std::nullopt;
        json_.end_array();
        json_.end_object();
        return uncacheable(std::move(json_));
    }

  private:
    // The judgement on a turn needs the values of the others.
    void write(const BatchEntry& entry) {
        const PositionValue value =
            context_.evaluator.analyse(variant_, entry.position, with_counts_ || entry.turn, ultra_);
        json_.begin_object();
        json_.field("position", format_position(entry.position));
        json_.field("side", entry.position.to_move == Side::kWhite ? "white" : "black");
        json_.field("over", text_or_null(name(value.end)));
        write_value(json_, value, context_.evaluator.reason(value));
        json_.key("turn");
        Judgement judgement;
        if (entry.turn) {
            json_.value(format_turn(*entry.turn));
            const auto played = std::find_if(value.turns.begin(), value.turns.end(),
                                             [&](const TurnValue& turn) { return turn.turn == *entry.turn; });
            if (played != value.turns.end()) judgement = judge_turn(value, *played);
        } else {
            json_.value(nullptr);
        }
        json_.field("mark", name(judgement.mark)).field("said", judgement.said);
        json_.key("counts");
        if (with_counts_) {
            write_counts(json_, value.counts());
        } else {
            json_.value(nullptr);
        }
        json_.end_object();
    }

    const Context& context_;
    Variant variant_;
    std::vector<BatchEntry> entries_;
    bool with_counts_;
    UltraChoice ultra_;
    std::size_t next_ = 0;
    JsonWriter json_;
};

}  // namespace

Work line_work(const Context& context, const Variant& variant, const Target& target) {
    Problem problem;
    const auto position = read_fen(variant, target, problem);
    if (!position) return ready(problem);
    const auto plies =
        read_number(target, "plies", 1, context.limits.line_plies, context.limits.line_plies_default, problem);
    if (!plies) return ready(problem);
    const auto ultra = read_ultra_choice(context.tables->ultra_sets(variant),
                                         target.parameter("subspace_values").value_or(""), problem);
    if (!ultra) return ready(problem);
    const auto line = std::make_shared<LineWork>(context, variant, *position, static_cast<int>(*plies), *ultra);
    return [line] { return line->piece(); };
}

Work batch_work(const Context& context, const Variant& variant, const Request& request) {
    Problem problem;
    const auto body = read_json(request, problem);
    if (!body) return ready(problem);
    const auto with_counts = read_flag(*body, "counts", false, problem);
    if (!with_counts) return ready(problem);
    auto entries = read_batch(context, variant, *body, problem);
    if (!entries) return ready(problem);
    const auto set = read_text(*body, "subspace_values", "", problem);
    if (!set) return ready(problem);
    const auto ultra = read_ultra_choice(context.tables->ultra_sets(variant), *set, problem);
    if (!ultra) return ready(problem);
    const auto batch = std::make_shared<BatchWork>(context, variant, std::move(*entries), *with_counts, *ultra);
    return [batch] { return batch->piece(); };
}

}  // namespace merels::server
