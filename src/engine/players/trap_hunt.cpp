// SPDX-License-Identifier: MIT
// Outline: a tree of chances, positions in which the opponent could err. Its first level are the turns to choose from.
// 1. The chance that is most likely to be reached and most dangerous is extended: by the modelled reply and our turns
//    after it. Where none of the replies loses, a chance is not searched before it is extended.
// 2. When all searches are used up, prospects are added up from the last chances to the first: we choose the best turn.
#include "engine/players/trap_hunt.h"

#include <algorithm>

#include "engine/players/opponent_model.h"
#include "engine/players/table_values.h"

namespace merels::engine {
namespace {

// Many small searches find more than few large ones: docs/results has the matches.
constexpr int kSearches = 120;           // a turn, where the player does not say
constexpr std::uint64_t kNodes = 2'500;  // of each, likewise
constexpr int kDepth = 3;                // turns of ours that are looked ahead
constexpr std::size_t kWidth = 12;       // turns of ours that are tried after a modelled reply
constexpr double kSurprise = 0.1;        // the opponent replies otherwise than the model, by chance
constexpr double kLater = 0.7;           // what a chance one turn later is worth
constexpr double kQuiet = 0.3;           // how worthy of extension a chance is, beside its danger

constexpr std::size_t kNone = ~std::size_t{0};

struct Chance {
    Position before;  // our turn leads from here to the opponent's position
    PackedTurn turn;
    std::size_t parent;  // the chance whose reply leads to `before`, or kNone
    int depth;
    double reach;       // what it counts for, seen from the root
    double danger = 0;  // the share of replies that lose
    double error = 0;   // how likely the opponent errs here
    PackedTurn reply = kNoTurn;
    bool searched = false;
    bool extended = false;
    double later = 0;  // the best prospect after the reply
};

class Hunt {
  public:
    explicit Hunt(const Thinking& thinking) : thinking_(thinking) {
        const TurnRequest& request = thinking.request;
        searches_left_ = request.player.searches > 0 ? request.player.searches : kSearches;
        nodes_ = player_effort(thinking).nodes;
        if (nodes_ == 0) nodes_ = kNodes;
        if (request.most_nodes > 0) {
            const std::uint64_t each = request.most_nodes / static_cast<std::uint64_t>(searches_left_);
            nodes_ = std::clamp<std::uint64_t>(each, 1, nodes_);
        }
    }

    std::vector<double> run(const std::vector<PackedTurn>& turns) {
        for (const PackedTurn turn : turns) add(thinking_.request.position, turn, kNone);
        for (std::size_t next = worthiest(); next != kNone && !out_of_limits(); next = worthiest()) extend(next);
        std::vector<double> prospects(chances_.size());
        for (std::size_t i = chances_.size(); i-- > 0;) {
            const Chance& c = chances_[i];
            prospects[i] = c.error + (1 - c.error) * kLater * c.later;
            if (c.parent == kNone) continue;
            Chance& parent = chances_[c.parent];
            parent.later = std::max(parent.later, prospects[i]);
        }
        prospects.resize(turns.size());
        return prospects;
    }

  private:
    bool out_of_limits() const {
        const TurnRequest& request = thinking_.request;
        if (searches_left_ <= 0 || (request.stop != nullptr && *request.stop)) return true;
        return request.most_milliseconds > 0 &&
               thinking_.elapsed() >= std::chrono::milliseconds(request.most_milliseconds);
    }

    std::size_t worthiest() const {
        std::size_t best = kNone;
        double most = 0;
        for (std::size_t i = 0; i < chances_.size(); ++i) {
            const Chance& c = chances_[i];
            const double worth = c.reach * (1 - c.error) * (kQuiet + c.danger);
            if (c.extended || c.depth >= kDepth || worth <= most) continue;
            most = worth;
            best = i;
        }
        return best;
    }

    void add(const Position& before, PackedTurn turn, std::size_t parent) {
        Chance c{before, turn, parent, 1, 1};
        if (parent != kNone) {
            const Chance& up = chances_[parent];
            c.depth = up.depth + 1;
            c.reach = up.reach * (1 - up.error) * kLater;
        }
        const Position next = apply(before, unpack(turn));
        const auto replies = turns_in(thinking_, next);
        const auto losing = std::count_if(replies.begin(), replies.end(),
                                          [&](PackedTurn reply) { return loses(thinking_, next, reply); });
        if (losing > 0) c.danger = static_cast<double>(losing) / static_cast<double>(replies.size());
        c.error = kSurprise * c.danger;
        chances_.push_back(c);
        if (losing > 0) search(chances_.size() - 1);
    }

    // The positions of the game and of the line up to our turn.
    std::vector<Position> history_of(std::size_t i) const {
        std::vector<Position> line;
        for (; i != kNone; i = chances_[i].parent) {
            line.push_back(chances_[i].before);
            if (chances_[i].parent == kNone) break;
            const Chance& up = chances_[chances_[i].parent];
            line.push_back(apply(up.before, unpack(up.turn)));
        }
        std::vector<Position> history = thinking_.request.history;
        history.insert(history.end(), line.rbegin(), line.rend());
        return history;
    }

    void search(std::size_t i) {
        Chance& c = chances_[i];
        if (c.searched || out_of_limits()) return;
        --searches_left_;
        const ModelledReply found = model_reply(thinking_, history_of(i), c.turn, nodes_);
        c.searched = true;
        c.reply = found.reply;
        c.error += (1 - kSurprise) * found.worth / kSureTrap;
    }

    // Drawn turns of ours, not too many. PlayerSpec::among does not count here: with it there were fewer wins.
    std::vector<PackedTurn> candidates(const Position& position) const {
        std::vector<PackedTurn> draws;
        std::string ignored;
        for (const PackedTurn turn : turns_in(thinking_, position)) {
            if (value_after(thinking_, position, turn, ignored).wdl == Wdl::kDraw) draws.push_back(turn);
        }
        if (draws.size() > kWidth) {
            thinking_.random(9).shuffle(draws);
            draws.resize(kWidth);
        }
        return draws;
    }

    void extend(std::size_t i) {
        search(i);
        chances_[i].extended = true;
        const Chance c = chances_[i];
        if (c.reply == kNoTurn) return;
        const Position next = apply(c.before, unpack(c.turn));
        const Position own = apply(next, unpack(c.reply));
        if (loses(thinking_, next, c.reply) || final_value(thinking_.request.variant, own)) return;
        for (const PackedTurn turn : candidates(own)) add(own, turn, i);
    }

    const Thinking& thinking_;
    std::vector<Chance> chances_;
    int searches_left_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace

std::vector<double> hunt_traps(const Thinking& thinking, const std::vector<PackedTurn>& turns) {
    return Hunt(thinking).run(turns);
}

}  // namespace merels::engine
