// SPDX-License-Identifier: MIT
#include "engine/search/table_probe.h"

#include "merels/tablebase.h"

namespace merels {
namespace {

class TablebaseSource : public ValueSource {
  public:
    explicit TablebaseSource(std::shared_ptr<const Tablebase> tables) : tables_(std::move(tables)) {}
    Result<Value> value(const Variant& variant, const Position& position) const override {
        return tables_->value(variant, position);
    }
    Result<UltraRank> ultra(const Variant& variant, const Position& position, const UltraSet& set) const override {
        const auto found = tables_->ultra(variant, position, {set.values, set.computer});
        if (!found) return found.error();
        return UltraRank{found->value, found->stay};
    }

  private:
    std::shared_ptr<const Tablebase> tables_;
};

}  // namespace

Result<UltraRank> ValueSource::ultra(const Variant&, const Position&, const UltraSet& set) const {
    return Error{ErrorCode::kMissing, set.values.empty()
                                          ? "no ultra-strong tables"
                                          : "no ultra-strong tables with the values '" + set.values + "'"};
}

std::shared_ptr<const ValueSource> make_value_source(std::shared_ptr<const Tablebase> tables) {
    return std::make_shared<TablebaseSource>(std::move(tables));
}

namespace engine {

std::optional<Value> TableProbe::value(const Node& n) {
    if (n.own_board > kMaxMen || n.other_board > kMaxMen) return std::nullopt;
    std::uint8_t& misses = misses_[((n.own_board * 13 + n.other_board) * 13 + n.own_hand) * 13 + n.other_hand];
    if (misses >= kTries) return std::nullopt;
    ++probes_;
    const auto found = source_.value(variant_, position_of(n, Side::kWhite));
    if (!found || found->wdl == Wdl::kUnknown) {
        ++misses;
        return std::nullopt;
    }
    misses = 0;
    return *found;
}

}  // namespace engine
}  // namespace merels
