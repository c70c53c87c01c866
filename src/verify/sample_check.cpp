// SPDX-License-Identifier: MIT
#include "verify/sample_check.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <random>
#include <set>

#include "minimax/successor_subspaces.h"
#include "rules/rules.h"
#include "verify/wrong_position.h"

namespace merels::verify {
namespace {

constexpr std::uint64_t kChunk = 1024;  // positions that share a random generator, so that threads do not matter

// Decoding a table takes as long as about so many times fewer single look-ups.
constexpr std::uint64_t kPositionsWorthASample = 100000;

// Stored wins of any position whose subspace is there.
class StoredWins {
  public:
    StoredWins(const DecodedTables& tables, std::map<Subspace, ByteArray> decoded)
        : tables_(tables), decoded_(std::move(decoded)) {}

    Result<std::uint8_t> at(const Position& position) const {
        const Subspace s = subspace_of(position);
        const Address address = address_of(position);
        const auto found = decoded_.find(s);
        if (found == decoded_.end()) return tables_.table(s).at(address.row, address.rank);
        return (*found->second)[std::size_t{address.row} * row_size(s) + address.rank];
    }

  private:
    const DecodedTables& tables_;
    std::map<Subspace, ByteArray> decoded_;
};

// Half the plies in which the side to move loses, 255 when it does not.
Result<int> loss_of(const Variant& variant, const StoredWins& wins, const Position& position) {
    if (const auto result = final_value(variant, position)) return result->wdl == Wdl::kLoss ? 0 : 255;
    TurnList turns;
    legal_turns(variant, position, turns);
    int longest = 0;
    for (const Turn& turn : turns) {
        const Position next = apply(position, turn);
        if (men_in_all(next, next.to_move) < kMinMen) return 255;
        const auto win = wins.at(next);
        if (!win.ok()) return win.error();
        if (*win == 0) return 255;
        longest = std::max<int>(longest, *win);
    }
    return longest;
}

// What the table should have: the byte of the position. Without depth any loss counts as one in 0.
Result<int> expected_win(const Variant& variant, const StoredWins& wins, const Position& position, bool with_depth) {
    TurnList turns;
    legal_turns(variant, position, turns);
    int quickest = 255;
    for (const Turn& turn : turns) {
        const auto loss = loss_of(variant, wins, apply(position, turn));
        if (!loss.ok()) return loss.error();
        if (*loss != 255) quickest = std::min(quickest, with_depth ? *loss : 0);
    }
    return quickest == 255 ? 0 : quickest + 1;
}

class Sampler {
  public:
    Sampler(const Variant& variant, const DecodedTables& tables, const VerifyOptions& options, VerifyReport& report)
        : variant_(variant),
          tables_(tables),
          options_(options),
          report_(report),
          pool_(options.threads),
          cache_(options.memory) {}

    Status run();

  private:
    // All tables that a check of this subspace looks at.
    std::set<Subspace> tables_of(const Subspace& subspace) const;
    Result<StoredWins> load(const Subspace& subspace, std::uint64_t samples);
    Status check(const Subspace& subspace, std::uint64_t samples);

    const Variant& variant_;
    const DecodedTables& tables_;
    const VerifyOptions& options_;
    VerifyReport& report_;
    WorkerPool pool_;
    ArrayCache cache_;
    std::uint64_t done_ = 0;
};

std::set<Subspace> Sampler::tables_of(const Subspace& subspace) const {
    std::set<Subspace> result{subspace};
    for (const Subspace& next : after_any_turn(variant_, subspace)) {
        for (const Subspace& reply : after_any_turn(variant_, next)) result.insert(reply);
    }
    return result;
}

Result<StoredWins> Sampler::load(const Subspace& subspace, std::uint64_t samples) {
    std::map<Subspace, ByteArray> decoded;
    const std::uint64_t size = std::uint64_t{row_count(subspace)} * row_size(subspace);
    if (samples * kPositionsWorthASample < size) return StoredWins(tables_, {});
    for (const Subspace& s : tables_of(subspace)) {
        ByteArray array = cache_.find(s);
        if (!array) {
            cache_.make_room(std::uint64_t{row_count(s)} * row_size(s));
            auto bytes = tables_.decode(s, pool_);
            if (!bytes.ok()) return bytes.error();
            array = std::make_shared<const BigArray<std::uint8_t>>(std::move(*bytes));
            cache_.insert(s, array);
        }
        decoded[s] = array;
    }
    return StoredWins(tables_, std::move(decoded));
}

Status Sampler::check(const Subspace& subspace, std::uint64_t samples) {
    const auto wins = load(subspace, samples);
    if (!wins.ok()) return wins.error();
    const bool with_depth = tables_.table(subspace).spec().kind == ValueKind::kDtw;
    std::mutex mutex;
    std::optional<Error> failure;
    pool_.parallel_for((samples + kChunk - 1) / kChunk, 1, [&](std::size_t chunk, std::size_t, int) {
        if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) return;
        std::seed_seq seed{static_cast<std::uint32_t>(options_.seed),
                           static_cast<std::uint32_t>(options_.seed >> 32),
                           std::uint32_t{subspace.own},
                           std::uint32_t{subspace.other},
                           std::uint32_t{subspace.own_hand},
                           std::uint32_t{subspace.other_hand},
                           static_cast<std::uint32_t>(chunk)};
        std::mt19937_64 random(seed);
        const std::uint64_t last = std::min<std::uint64_t>(kChunk, samples - chunk * kChunk);
        for (std::uint64_t i = 0; i < last; ++i) {
            const Address address{static_cast<ClassIndex>(random() % row_count(subspace)),
                                  static_cast<std::uint32_t>(random() % row_size(subspace))};
            const Position position = position_at(subspace, address);
            const auto stored = wins->at(position);
            const auto expected = expected_win(variant_, *wins, position, with_depth);
            const std::lock_guard lock(mutex);
            if (!stored.ok() || !expected.ok()) {
                if (!failure) failure = stored.ok() ? expected.error() : stored.error();
                return;
            }
            if (*stored == *expected) continue;
            ++report_.wrong;
            keep_smaller(report_.first_wrong, make_wrong_position(subspace, address, *stored, *expected));
        }
    });
    if (failure) return *failure;
    return ok_status();
}

Status Sampler::run() {
    std::vector<Subspace> order;
    std::uint64_t total = 0;
    for (const Subspace& s : tables_.present()) {
        const auto tables = tables_of(s);
        const bool complete =
            std::all_of(tables.begin(), tables.end(), [&](const Subspace& t) { return tables_.has(t); });
        (complete ? order : report_.unchecked).push_back(s);
        if (complete) total += position_count(s);
    }
    if (options_.progress != nullptr) options_.progress->begin("checking a sample", options_.sample);
    // Cumulative rounding: the parts add up to the sample, and no table is off by more than one.
    std::uint64_t below = 0;
    for (const Subspace& s : order) {
        const auto share = [&](std::uint64_t positions) {
            return static_cast<std::uint64_t>(static_cast<long double>(options_.sample) * positions / total);
        };
        const std::uint64_t first = share(below);
        below += position_count(s);
        const std::uint64_t samples = (below == total ? options_.sample : share(below)) - first;
        if (samples == 0) continue;
        if (const Status status = check(s, samples); !status.ok()) return status;
        if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
            return Error{ErrorCode::kInterrupted, "the check was stopped"};
        }
        ++report_.subspaces;
        report_.positions += samples;
        if (options_.progress != nullptr) options_.progress->advance_to(report_.positions);
    }
    if (options_.progress != nullptr) options_.progress->end();
    return ok_status();
}

}  // namespace

Status check_sample(const Variant& variant, const DecodedTables& tables, const VerifyOptions& options,
                    VerifyReport& report) {
    return Sampler(variant, tables, options, report).run();
}

}  // namespace merels::verify
