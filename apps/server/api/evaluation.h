// SPDX-License-Identifier: MIT
// What the tables know about a position, as far as they reach. Tablebase gives up at the first table that is corrupt;
// here every turn that can be valued is, and the rest is unknown with a reason. Never a guess.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "merels/tablebase.h"
#include "server/http/metrics.h"

namespace merels::server {

enum class Basis : std::uint8_t { kNone, kWdl, kDtw };  // what stands behind a value
constexpr std::string_view name(Basis basis) {
    return basis == Basis::kDtw ? "dtw" : basis == Basis::kWdl ? "wdl" : "none";
}

// Why a game has ended; empty while it goes on.
std::string_view why_over(const Variant& variant, const Position& position);

struct OutcomeCounts {
    std::array<int, 4> by_wdl{};
    int operator[](Wdl wdl) const { return by_wdl[static_cast<std::size_t>(wdl)]; }
};

struct Evaluation {
    Value value;
    Basis basis = Basis::kNone;
    std::string_view over;  // as why_over
    std::string reason;     // why the value is unknown, one sentence; empty where it is known
    // Every legal turn, best first as in Tablebase::analyse; only where asked for.
    std::vector<TurnValue> turns;

    OutcomeCounts counts() const;
    // Whether the turn has the best value. None has while the value is unknown.
    bool is_best(const TurnValue& turn) const;
};

class Evaluator {
  public:
    Evaluator(std::shared_ptr<const Tablebase> tables, Metrics& metrics)
        : tables_(std::move(tables)), metrics_(metrics) {}

    // The value and all turns. Cost: as Tablebase::analyse; once more where a table is missing or corrupt.
    Evaluation analyse(const Variant& variant, const Position& position) const;
    // The value alone; `turns` stays empty.
    Evaluation value(const Variant& variant, const Position& position) const;

    // A message of the store without the folder of the database: where it lies is nobody's business on the network.
    std::string without_folder(std::string message) const;

  private:
    // Values turn by turn, whatever single look-ups say; then what follows for the position.
    void analyse_piecewise(const Variant& variant, const Position& position, Evaluation& result) const;
    Basis basis_of(const Variant& variant, const Position& position, Value value) const;

    std::shared_ptr<const Tablebase> tables_;
    Metrics& metrics_;
};

}  // namespace merels::server
