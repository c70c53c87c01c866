// SPDX-License-Identifier: MIT
#include "probe/ultra_reader.h"

#include <algorithm>
#include <cstddef>

#include "index/combination.h"
#include "tables/ultra_collection.h"

namespace merels {
namespace {

constexpr std::chrono::milliseconds kTrusted{500};
constexpr std::size_t kAtOnce = 64;  // positions of a row that are read together
// The order in which a set is chosen where none is asked for; others come after these, by name.
constexpr std::string_view kPreferred[] = {"published", "ratio", "stones", "split"};

std::size_t preference(const std::string& name) {
    return static_cast<std::size_t>(std::find(std::begin(kPreferred), std::end(kPreferred), name) -
                                    std::begin(kPreferred));
}

int sign(int number) { return number > 0 ? 1 : number < 0 ? -1 : 0; }

}  // namespace

struct UltraReader::OpenTable {
    std::shared_ptr<const Table> table;
    UltraCodes codes;
    int here;                            // value of the subspace
    std::map<int, std::string> ends_in;  // by value

    Ultra ultra(int value, const std::optional<int>& depth) const {
        return {value, depth, -sign(value - here) * depth.value_or(0), ends_in.at(value)};
    }
};

struct UltraReader::Tables {
    std::shared_ptr<const Manifest> manifest;
    std::shared_ptr<const SubspaceValues> values;
    std::array<std::string, 2> collections;  // the computer to move, the other to move
    std::mutex mutex;
    std::map<std::pair<Subspace, bool>, std::shared_ptr<const OpenTable>> open;
};

Result<std::vector<std::string>> UltraReader::look_for_sets(const Variant& variant) const {
    auto names = UltraCollection::names(*database_, variant);
    if (!names) return names.error();
    std::stable_sort(names->begin(), names->end(),
                     [](const std::string& a, const std::string& b) { return preference(a) < preference(b); });
    return names;
}

std::vector<std::string> UltraReader::sets(const Variant& variant) const {
    const auto now = Clock::now();
    const std::lock_guard lock(mutex_);
    auto known = sets_.find(variant.id());
    if (known == sets_.end() || now - known->second.second >= kTrusted) {
        auto found = look_for_sets(variant);
        std::pair entry(found ? *std::move(found) : std::vector<std::string>{}, now);
        known = sets_.insert_or_assign(variant.id(), std::move(entry)).first;
    }
    return known->second.first;
}

Result<std::shared_ptr<UltraReader::Tables>> UltraReader::look_for(const Variant& variant, const UltraChoice& choice,
                                                                   const std::shared_ptr<Tables>& known) const {
    const Error none{ErrorCode::kMissing, "no ultra-strong tables of " + variant.id() +
                                              (choice.values.empty() ? "" : " for the values '" + choice.values + "'")};
    const auto sets = look_for_sets(variant);
    if (!sets) return sets.error();
    const auto wanted = choice.values.empty() ? sets->begin() : std::find(sets->begin(), sets->end(), choice.values);
    if (wanted == sets->end()) return none;
    const std::string& name = *wanted;
    const std::string collection = ultra_collection(variant, name);
    const auto manifest = database_->manifest(collection);
    if (!manifest) return manifest.error();
    if (known && known->manifest == *manifest) return known;
    const auto path = database_->folder() / collection / kSubspaceValuesFile;
    const auto text = database_->text(collection, kSubspaceValuesFile);
    if (!text) return text.error();
    auto values = decode_subspace_values(variant, *text);
    if (!values) return Error{ErrorCode::kCorrupt, path.string() + ": " + values.error().message};
    if ((*manifest)->rules != ultra_rules(*values)) {
        return Error{ErrorCode::kWrongVariant, path.string() + ": the tables beside it were made with other values"};
    }
    auto tables = std::make_shared<Tables>();
    tables->manifest = *manifest;
    tables->collections = {collection, ultra_collection(variant, name, values->antisymmetric())};
    tables->values = std::make_shared<const SubspaceValues>(*std::move(values));
    return tables;
}

Result<std::shared_ptr<UltraReader::Tables>> UltraReader::find(const Variant& variant,
                                                               const UltraChoice& choice) const {
    const std::string key = variant.id() + ' ' + choice.values;
    const auto now = Clock::now();
    const std::lock_guard lock(mutex_);
    auto known = found_.find(key);
    if (known == found_.end() || now - known->second.when >= kTrusted) {
        const auto old = known != found_.end() && known->second.tables ? *known->second.tables : nullptr;
        known = found_.insert_or_assign(key, Found{look_for(variant, choice, old), now}).first;
    }
    return known->second.tables;
}

Result<std::shared_ptr<const UltraReader::OpenTable>> UltraReader::open(Tables& tables, const Subspace& subspace,
                                                                        bool computer_moves) const {
    {
        const std::lock_guard lock(tables.mutex);
        if (const auto known = tables.open.find({subspace, computer_moves}); known != tables.open.end()) {
            return known->second;
        }
    }
    const TableId id{tables.collections[computer_moves ? 0 : 1], subspace.counts()};
    auto table = database_->table(id);
    if (!table) return table.error();
    std::vector<int> known = tables.values->draw_values();
    UltraCodes codes;
    if ((*table)->tells_all()) {
        known.push_back(tables.values->value(subspace, computer_moves));
    } else {
        const TableSpec& spec = (*table)->spec();
        auto decoded = decode_ultra_codes(spec.metadata);
        if (!decoded) return decoded.error();
        codes = *std::move(decoded);
        if (spec.kind != ValueKind::kUltra || codes.subspace != subspace || spec.rows != codes.rows() ||
            spec.row_size != row_size(subspace)) {
            return Error{ErrorCode::kCorrupt,
                         table_path(database_->folder(), id).string() + ": not an ultra-strong table of this subspace"};
        }
        known = codes.values;
    }
    auto made = std::make_shared<OpenTable>(
        OpenTable{*std::move(table), std::move(codes), tables.values->value(subspace, computer_moves), {}});
    for (const int value : known) {
        made->ends_in.emplace(value, tables.values->ends_in(value, computer_moves));
    }
    const std::lock_guard lock(tables.mutex);
    tables.open[{subspace, computer_moves}] = made;
    return std::shared_ptr<const OpenTable>(std::move(made));
}

Result<Ultra> UltraReader::read(Tables& tables, const Position& position, Side computer) const {
    std::optional<Ultra> found;
    const Position* const only = &position;
    if (Status read = read_row(tables, std::span(&only, 1), computer, std::span(&found, 1)); !read) return read.error();
    return *std::move(found);
}

// The side to move has the same men in all of them: one row, one symmetry.
Status UltraReader::read_row(Tables& tables, std::span<const Position* const> positions, Side computer,
                             std::span<std::optional<Ultra>> out) const {
    const Position& any = *positions.front();
    const Subspace subspace = subspace_of(any);
    const bool computer_moves = tables.values->antisymmetric() || any.to_move == computer;
    const auto opened = open(tables, subspace, computer_moves);
    if (!opened) return opened.error();
    const OpenTable& table = **opened;
    const Classes& classes = Classes::get();
    const ClassRef ref = classes.find(any.own());
    const Mask free = kBoardMask & ~classes.representative(count(any.own()), ref.index);
    if (table.table->tells_all()) {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Address address = address_of(*positions[i]);
            const auto whole = table.table->whole_value(address.row, address.rank);
            if (!whole) return whole.error();
            if (whole->result != 0) return Error{ErrorCode::kCorrupt, "not a draw: " + format_position(*positions[i])};
            out[i] = table.ultra(whole->value, whole->depth);
        }
        return ok_status();
    }
    const int planes = table.codes.planes();
    std::array<std::pair<std::uint32_t, std::uint32_t>, kAtOnce> places;
    std::array<std::uint32_t, kAtOnce> ranks;
    std::array<std::array<std::uint8_t, kAtOnce>, UltraCodes::kMostPlanes> bytes;
    for (std::size_t first = 0; first < positions.size(); first += kAtOnce) {
        const std::size_t size = std::min(kAtOnce, positions.size() - first);
        for (std::size_t i = 0; i < size; ++i) {
            const Mask other = map_men(ref.to_representative, positions[first + i]->other());
            places[i] = {colex_rank_on(free, other), static_cast<std::uint32_t>(first + i)};
        }
        std::sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(size));
        for (std::size_t i = 0; i < size; ++i) ranks[i] = places[i].first;
        for (int plane = 0; plane < planes; ++plane) {
            Status read = table.table->gather(table.codes.row(ref.index, plane), std::span(ranks).first(size),
                                              std::span(bytes[static_cast<std::size_t>(plane)]).first(size));
            if (!read) return read;
        }
        for (std::size_t i = 0; i < size; ++i) {
            std::array<std::uint8_t, UltraCodes::kMostPlanes> code{};
            for (std::size_t plane = 0; plane < code.size(); ++plane) code[plane] = bytes[plane][i];
            const auto entry = table.codes.entry(std::span(code).first(static_cast<std::size_t>(planes)));
            if (!entry) return entry.error();
            out[places[i].second] = table.ultra(entry->value, entry->depth);
        }
    }
    return ok_status();
}

}  // namespace merels
