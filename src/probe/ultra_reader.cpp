// SPDX-License-Identifier: MIT
#include "probe/ultra_reader.h"

#include <algorithm>

namespace merels {
namespace {

constexpr std::chrono::milliseconds kTrusted{500};
// The order in which a set is chosen where none is asked for; others come after these, by name.
constexpr std::string_view kPreferred[] = {"published", "ratio", "stones", "split"};

std::size_t preference(const std::string& name) {
    return static_cast<std::size_t>(std::find(std::begin(kPreferred), std::end(kPreferred), name) -
                                    std::begin(kPreferred));
}

int sign(int number) { return number > 0 ? 1 : number < 0 ? -1 : 0; }

}  // namespace

struct UltraReader::Tables {
    struct OpenTable {
        std::shared_ptr<const Table> table;
        UltraCodes codes;
        std::map<int, std::string> ends_in;  // by value
    };
    // kCorrupt where it is not a table of this subspace.
    static Result<std::shared_ptr<const OpenTable>> open_table(std::shared_ptr<const Table> table, const TableId& id,
                                                               const SubspaceValues& values, bool computer_moves);
    std::shared_ptr<const Manifest> manifest;
    std::shared_ptr<const SubspaceValues> values;
    std::array<std::string, 2> collections;  // the computer to move, the other to move
    std::mutex mutex;
    std::map<std::pair<Subspace, bool>, std::shared_ptr<const OpenTable>> open;
};

Result<std::shared_ptr<const UltraReader::Tables::OpenTable>> UltraReader::Tables::open_table(
    std::shared_ptr<const Table> table, const TableId& id, const SubspaceValues& values, bool computer_moves) {
    const Subspace subspace{id.counts[0], id.counts[1], id.counts[2], id.counts[3]};
    const TableSpec& spec = table->spec();
    std::vector<int> known = values.draw_values();
    UltraCodes codes;
    if (table->tells_all()) {
        known.push_back(values.value(subspace, computer_moves));
    } else {
        auto decoded = decode_ultra_codes(spec.metadata);
        if (!decoded) return decoded.error();
        codes = *std::move(decoded);
        if (spec.kind != ValueKind::kUltra || codes.subspace != subspace || spec.rows != codes.rows() ||
            spec.row_size != row_size(subspace)) {
            return Error{ErrorCode::kCorrupt, "not an ultra-strong table of this subspace"};
        }
        known = codes.values;
    }
    auto made = std::make_shared<OpenTable>(OpenTable{std::move(table), std::move(codes), {}});
    for (const int value : known) made->ends_in.emplace(value, values.ends_in(value, computer_moves));
    return std::shared_ptr<const OpenTable>(std::move(made));
}

Result<std::shared_ptr<UltraReader::Tables>> UltraReader::look_for(const Variant& variant, const UltraChoice& choice,
                                                                   const std::shared_ptr<Tables>& known) const {
    const Error none{ErrorCode::kMissing, "no ultra-strong tables of " + variant.id() +
                                              (choice.values.empty() ? "" : " for the values '" + choice.values + "'")};
    const auto collections = database_->collections();
    if (!collections) return collections.error();
    std::string name;
    for (const std::string& collection : *collections) {
        const std::string prefix = ultra_collection(variant, "");
        if (!collection.starts_with(prefix)) continue;
        const std::string set = collection.substr(prefix.size());
        if (set.empty() || collection != ultra_collection(variant, set) || set.ends_with("-other")) continue;
        if (choice.values.empty() ? name.empty() || preference(set) < preference(name) : set == choice.values)
            name = set;
    }
    if (name.empty()) return none;
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

Result<Ultra> UltraReader::read(Tables& tables, const Position& position, Side computer) const {
    const Subspace subspace = subspace_of(position);
    const bool computer_moves = tables.values->antisymmetric() || position.to_move == computer;
    std::shared_ptr<const Tables::OpenTable> open;
    {
        const std::lock_guard lock(tables.mutex);
        if (const auto known = tables.open.find({subspace, computer_moves}); known != tables.open.end()) {
            open = known->second;
        }
    }
    if (!open) {
        const TableId id{tables.collections[computer_moves ? 0 : 1], subspace.counts()};
        auto table = database_->table(id);
        if (!table) return table.error();
        auto made = Tables::open_table(*std::move(table), id, *tables.values, computer_moves);
        if (!made) {
            return Error{made.error().code, table_path(database_->folder(), id).string() + ": " + made.error().message};
        }
        open = *std::move(made);
        const std::lock_guard lock(tables.mutex);
        tables.open[{subspace, computer_moves}] = open;
    }
    const Address address = address_of(position);
    if (open->table->tells_all()) {
        const auto whole = open->table->whole_value(address.row, address.rank);
        if (!whole) return whole.error();
        if (whole->result != 0) return Error{ErrorCode::kCorrupt, "not a draw: " + format_position(position)};
        const int better_than_here = sign(whole->value - tables.values->value(subspace, computer_moves));
        return Ultra{whole->value, whole->depth, -better_than_here * whole->depth.value_or(0),
                     open->ends_in.at(whole->value)};
    }
    std::array<std::uint8_t, UltraCodes::kMostPlanes> bytes{};
    const int planes = open->codes.planes();
    for (int plane = 0; plane < planes; ++plane) {
        const auto byte = open->table->at(open->codes.row(address.row, plane), address.rank);
        if (!byte) return byte.error();
        bytes[static_cast<std::size_t>(plane)] = *byte;
    }
    const auto entry = open->codes.entry(std::span(bytes).first(static_cast<std::size_t>(planes)));
    if (!entry) return entry.error();
    const int better_than_here = sign(entry->value - open->codes.values.front());
    return Ultra{entry->value, entry->depth, -better_than_here * entry->depth.value_or(0),
                 open->ends_in.at(entry->value)};
}

}  // namespace merels
