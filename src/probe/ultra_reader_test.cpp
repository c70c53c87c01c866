// SPDX-License-Identifier: MIT
// A made-up source of ultra-strong tables of ours: entries of one, two and three bytes, sets of both kinds, tables that
// do not fit. (tests/ultra_probe_oracle_test.cpp looks at real ones, whose entries all fit a byte.)
#include "probe/ultra_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <thread>

#include "rules/rules.h"

namespace merels {
namespace {

constexpr Subspace kMore{4, 3, 0, 0};
constexpr Subspace kEqual{3, 3, 0, 0};

// What stands at a place: some code, another in every place nearby.
std::uint32_t code_at(const UltraCodes& codes, const Address& at) {
    return (at.row * 7919u + at.rank * 101u) % static_cast<std::uint32_t>(codes.entries.size());
}

class MadeUpTable final : public Table {
  public:
    MadeUpTable(TableSpec spec, UltraCodes codes, std::atomic<int>* reads)
        : spec_(std::move(spec)), codes_(std::move(codes)), reads_(reads) {}
    const TableSpec& spec() const override { return spec_; }
    std::uint64_t file_bytes() const override { return 0; }
    Result<std::uint8_t> at(std::uint32_t, std::uint32_t) const override { return not_asked(); }
    Status gather(std::uint32_t row, std::span<const std::uint32_t> ranks, std::span<std::uint8_t> out) const override {
        ++*reads_;
        if (row >= spec_.rows || ranks.size() != out.size()) return not_asked();
        if (!std::is_sorted(ranks.begin(), ranks.end())) return not_asked();  // runs in a block would be torn
        const auto planes = static_cast<std::uint32_t>(codes_.planes());
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            if (ranks[i] >= spec_.row_size) return not_asked();
            out[i] = static_cast<std::uint8_t>(code_at(codes_, {row / planes, ranks[i]}) >> 8 * (row % planes));
        }
        return ok_status();
    }
    Status read_rows(std::uint32_t, std::uint32_t, std::span<std::uint8_t>) const override { return not_asked(); }
    Status fill_cache(const std::atomic<bool>&) const override { return ok_status(); }
    Status check() const override { return ok_status(); }

  private:
    static Error not_asked() { return {ErrorCode::kInternal, "nobody asks a table for this"}; }
    TableSpec spec_;
    UltraCodes codes_;
    std::atomic<int>* reads_;
};

class MadeUpSource final : public TableSource {
  public:
    void add(const Variant& variant, const SubspaceValues& values, const UltraCodes& codes, bool computer_moves = true,
             const std::function<void(TableSpec&)>& change = nullptr) {
        const std::string name = ultra_collection(variant, values.heuristic(), computer_moves);
        TableSpec spec{{name, codes.subspace.counts()},
                       ValueKind::kUltra,
                       codes.rows(),
                       row_size(codes.subspace),
                       encode_ultra_codes(codes)};
        if (change) change(spec);
        Manifest manifest = manifests_.contains(name) ? *manifests_[name] : Manifest{name, ultra_rules(values), {}};
        manifest.set({spec.id.counts, spec.kind, spec.rows, spec.row_size, 0, 0, 0});
        texts_.insert_or_assign(name, values.encode());
        tables_.insert_or_assign({name, spec.id.counts}, std::make_shared<const MadeUpTable>(spec, codes, &reads_));
        manifests_.insert_or_assign(name, std::make_shared<const Manifest>(std::move(manifest)));
    }
    void set_text(const std::string& collection, const std::string& text) {
        texts_.insert_or_assign(collection, text);
        manifests_[collection] = std::make_shared<const Manifest>(*manifests_[collection]);
    }
    int reads() const { return reads_; }    // of a row's bytes
    int opened() const { return opened_; }  // tables
    int looks() const { return looks_; }    // for sets
    std::vector<std::string> collections() const override {
        ++looks_;
        std::vector<std::string> names;
        for (const auto& [name, manifest] : manifests_) names.push_back(name);
        return names;
    }
    Result<std::shared_ptr<const Manifest>> manifest(const std::string& collection) const override {
        const auto found = manifests_.find(collection);
        if (found == manifests_.end()) return Error{ErrorCode::kMissing, collection};
        return found->second;
    }
    Result<std::shared_ptr<const Table>> table(const TableId& id) const override {
        ++opened_;
        return tables_.at({id.collection, id.counts});
    }
    Result<std::shared_ptr<const std::string>> metadata(const TableId& id) const override {
        return Error{ErrorCode::kMissing, id.collection};
    }
    Result<std::string> text(const std::string& collection, std::string_view) const override {
        return texts_.at(collection);
    }

  private:
    std::map<std::string, std::shared_ptr<const Manifest>> manifests_;
    std::map<std::string, std::string> texts_;
    std::map<std::pair<std::string, std::array<std::uint8_t, 4>>, std::shared_ptr<const Table>> tables_;
    mutable std::atomic<int> reads_ = 0, opened_ = 0, looks_ = 0;
};

class UltraReaderTest : public testing::Test {
  protected:
    UltraReaderTest() : reader_(std::make_shared<const Database>("made up", DatabaseOptions{.source = source_})) {}

    // As many entries, with values in turn below and above that of the subspace where there are such. Two are odd, as
    // in no table of the solver: a depth beside the subspace's own value, and another value without depth.
    UltraCodes codes(const SubspaceValues& values, const Subspace& s, std::size_t size, bool computer_moves = true) {
        const int own = values.value(s, computer_moves);
        std::vector<int> others;
        for (const int value : values.draw_values()) {
            if (value != own && !values.units_of(value, computer_moves).empty()) others.push_back(value);
        }
        UltraCodes made = UltraCodes::make(s, own, {});
        made.entries.push_back({own, 7});
        made.entries.push_back({others.front(), std::nullopt});
        while (made.entries.size() < size) {
            const std::size_t n = made.entries.size();
            made.entries.push_back({others[n % others.size()], static_cast<int>(n)});
        }
        return made;
    }
    // The side to move has the same men in all of them, which stand as in the row or as in an image of it.
    static std::vector<Position> some_of_row(const Subspace& s, ClassIndex row, std::size_t size, int symmetry) {
        std::vector<Position> positions;
        for (std::size_t i = 0; i < size; ++i) {  // by no order of ranks
            const auto rank = static_cast<std::uint32_t>((i * 577 + 31) % row_size(s));
            positions.push_back(map_position(static_cast<Symmetry>(symmetry), position_at(s, {row, rank})));
        }
        return positions;
    }
    static void expect_entry(const Ultra& found, const UltraEntry& right, int here, const std::string& ends_in) {
        EXPECT_EQ(found.value, right.value);
        EXPECT_EQ(found.depth, right.depth);
        EXPECT_EQ(found.ends_in, ends_in);
        // Plies in better units count for it: on the way to a worse one they are better.
        const int depth = right.value == here ? 0 : right.depth.value_or(0);
        EXPECT_EQ(found.stay, right.value < here ? depth : -depth);
    }
    std::shared_ptr<UltraReader::Tables> find(const UltraChoice& choice = {}) const {
        const auto found = reader_.find(variant_, choice);
        EXPECT_TRUE(found) << found.error().message;
        return found ? *found : nullptr;
    }
    static void wait_until_not_trusted() { std::this_thread::sleep_for(std::chrono::milliseconds(600)); }

    Variant variant_ = *parse_variant("nine-c1@4,3");
    SubspaceValues stones_ = *stone_values(variant_);  // 1 in 4-3, 0 in 3-3, -1 in 3-4
    std::shared_ptr<MadeUpSource> source_ = std::make_shared<MadeUpSource>();
    UltraReader reader_;
};

// Rows of one, two and three planes, more positions than are read together, up to the last row of the table.
TEST_F(UltraReaderTest, ReadsManyOfARowAndNoMore) {
    const auto last = static_cast<ClassIndex>(row_count(kMore) - 1);
    struct Asked {
        ClassIndex row;
        std::size_t positions;
        int parts;  // 64 at a time
    };
    for (const std::size_t size : {200, 256, 257, 65536, 65537}) {
        const UltraCodes made = codes(stones_, kMore, size);
        ASSERT_EQ(made.planes(), size <= 256 ? 1 : size <= 65536 ? 2 : 3);
        source_->add(variant_, stones_, made);
        UltraReader reader(std::make_shared<const Database>("made up", DatabaseOptions{.source = source_}));
        const auto tables = *reader.find(variant_, {});
        int symmetry = 0;
        for (const auto& [row, asked, parts] : {Asked{0, 129, 3}, Asked{17, 128, 2}, Asked{last, 1, 1}}) {
            const std::vector<Position> positions = some_of_row(kMore, row, asked + 70, symmetry++);
            std::vector<const Position*> at;
            for (const Position& position : positions) at.push_back(&position);
            std::vector<std::optional<Ultra>> out(positions.size());
            const int before = source_->reads();
            const Status read =
                reader.read_row(*tables, std::span(at).first(asked), Side::kWhite, std::span(out).first(asked));
            ASSERT_TRUE(read) << read.error().message;
            EXPECT_EQ(source_->reads() - before, parts * made.planes());
            for (std::size_t i = 0; i < asked; ++i) {
                ASSERT_TRUE(out[i]);
                const UltraEntry& right = made.entries[code_at(made, address_of(positions[i]))];
                expect_entry(*out[i], right, 1, right.value == 1 ? "4-3" : right.value == 0 ? "3-3" : "3-4");
            }
            for (std::size_t i = asked; i < out.size(); ++i) EXPECT_FALSE(out[i]);
        }
    }
}

TEST_F(UltraReaderTest, ReadsOneAndOpensItsTableOnce) {
    const UltraCodes more = codes(stones_, kMore, 300), equal = codes(stones_, kEqual, 300);
    source_->add(variant_, stones_, more);
    source_->add(variant_, stones_, equal);
    const auto tables = find();
    for (const auto& [s, made] : {std::pair(kMore, more), std::pair(kEqual, equal)}) {
        for (const Position& position : some_of_row(s, 5, 20, 3)) {
            const auto found = reader_.read(*tables, position, Side::kBlack);
            ASSERT_TRUE(found) << found.error().message;
            const UltraEntry& right = made.entries[code_at(made, address_of(position))];
            expect_entry(*found, right, stones_.value(s), right.value == 1 ? "4-3" : right.value == 0 ? "3-3" : "3-4");
        }
    }
    EXPECT_EQ(source_->opened(), 2);
    EXPECT_EQ(reader_.read(*tables, position_at({3, 4, 0, 0}, {0, 0}), Side::kWhite).error().code, ErrorCode::kMissing);
}

// One more for the computer to move, one less for the other: who is who decides which table is read and how.
TEST_F(UltraReaderTest, ASplitSetHasTwoTablesOfASubspace) {
    std::vector<SubspaceValues::Entry> entries;
    for (const SubspaceValues::Entry& e : stones_.entries()) {
        entries.push_back({e.subspace, true, 2 * e.value + 1});
        entries.push_back({e.subspace, false, 2 * e.value - 1});
    }
    const auto values = SubspaceValues::make(variant_, "split", 20, true, entries);
    ASSERT_TRUE(values) << values.error().message;
    const UltraCodes computer = codes(*values, kMore, 300), other = codes(*values, kMore, 299, false);
    source_->add(variant_, *values, computer, true);
    source_->add(variant_, *values, other, false);
    const auto tables = find();
    const auto swapped = [](Position p) {
        std::swap(p.men[0], p.men[1]);
        p.to_move = opponent(p.to_move);
        return p;
    };
    for (const Position& white_moves : some_of_row(kMore, 9, 30, 5)) {
        for (const Position& position : {white_moves, swapped(white_moves)}) {
            for (const Side side : {Side::kWhite, Side::kBlack}) {
                const bool computer_moves = position.to_move == side;
                const UltraCodes& made = computer_moves ? computer : other;
                const UltraEntry& right = made.entries[code_at(made, address_of(position))];
                const auto found = reader_.read(*tables, position, side);
                ASSERT_TRUE(found) << found.error().message;
                expect_entry(*found, right, computer_moves ? 3 : 1, values->ends_in(right.value, computer_moves));
            }
        }
    }
    EXPECT_EQ(source_->opened(), 2);
    EXPECT_EQ(reader_.sets(variant_), std::vector<std::string>{"split"});
}

TEST_F(UltraReaderTest, PreferredSetsStandFirst) {
    const auto add = [&](const char* name) {
        const auto values = SubspaceValues::make(variant_, name, 4, false, stones_.entries());
        source_->add(variant_, *values, codes(*values, kMore, 9));
    };
    for (const char* name : {"stones", "zebra", "ratio", "ant", "split"}) add(name);
    EXPECT_EQ(reader_.sets(variant_), (std::vector<std::string>{"ratio", "stones", "split", "ant", "zebra"}));
    EXPECT_EQ(reader_.find(variant_, {.values = "none"}).error().message,
              "no ultra-strong tables of nine-c1@4,3 for the values 'none'");
    const Variant without = *parse_variant("nine-c1");
    EXPECT_EQ(reader_.find(without, {}).error().message, "no ultra-strong tables of nine-c1");
    EXPECT_TRUE(reader_.sets(without).empty());
    // What was found is trusted for a moment, and no longer.
    const int before = source_->looks();
    constexpr int kTimes = 1000;
    for (int i = 0; i < kTimes; ++i) (void)reader_.sets(variant_);
    EXPECT_LT(source_->looks() - before, kTimes / 2);
    wait_until_not_trusted();
    add("published");
    EXPECT_EQ(reader_.sets(variant_).front(), "published");
}

// Tables stay open as long as their manifest is the same one.
TEST_F(UltraReaderTest, LooksAgainAfterAMoment) {
    const UltraCodes few = codes(stones_, kMore, 20), many = codes(stones_, kMore, 400);
    source_->add(variant_, stones_, few);
    const Position position = position_at(kMore, {3, 77});
    const auto first = find();
    const int before = source_->looks();
    constexpr int kTimes = 1000;
    for (int i = 0; i < kTimes; ++i) EXPECT_EQ(find(), first);
    EXPECT_LT(source_->looks() - before, kTimes / 2);
    wait_until_not_trusted();
    EXPECT_EQ(find(), first);
    EXPECT_GT(source_->looks(), before);
    source_->add(variant_, stones_, many);
    wait_until_not_trusted();
    const auto second = find();
    EXPECT_NE(second, first);
    EXPECT_EQ(reader_.read(*second, position, Side::kWhite)->depth,
              many.entries[code_at(many, address_of(position))].depth);
}

TEST_F(UltraReaderTest, RefusesTablesThatDoNotFit) {
    const UltraCodes made = codes(stones_, kMore, 20);
    const std::function<void(TableSpec&)> wrong[] = {
        [](TableSpec& spec) { spec.kind = ValueKind::kDtw; },
        [&](TableSpec& spec) { spec.metadata = encode_ultra_codes(codes(stones_, kEqual, 20)); },
        [](TableSpec& spec) { ++spec.rows; },
        [](TableSpec& spec) { ++spec.row_size; },
        [](TableSpec& spec) { spec.metadata = "{"; },
    };
    for (const auto& change : wrong) {
        source_ = std::make_shared<MadeUpSource>();
        source_->add(variant_, stones_, made, true, change);
        const UltraReader reader(std::make_shared<const Database>("made up", DatabaseOptions{.source = source_}));
        const auto read = reader.read(**reader.find(variant_, {}), position_at(kMore, {0, 0}), Side::kWhite);
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().code, ErrorCode::kCorrupt);
    }
}

// A set of values beside the tables that they were not made with, or that is none.
TEST_F(UltraReaderTest, RefusesValuesThatDoNotFit) {
    source_->add(variant_, stones_, codes(stones_, kMore, 20));
    const std::string collection = ultra_collection(variant_, "stones");
    const auto others = SubspaceValues::make(variant_, "stones", stones_.win() + 1, false, stones_.entries());
    for (const auto& [text, code] :
         {std::pair(others->encode(), ErrorCode::kWrongVariant), std::pair(std::string("{"), ErrorCode::kCorrupt)}) {
        source_->set_text(collection, text);
        const UltraReader reader(std::make_shared<const Database>("made up", DatabaseOptions{.source = source_}));
        const auto found = reader.find(variant_, {});
        ASSERT_FALSE(found);
        EXPECT_EQ(found.error().code, code);
    }
}

}  // namespace
}  // namespace merels
