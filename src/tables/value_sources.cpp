// SPDX-License-Identifier: MIT
#include "tables/value_sources.h"

#include "store/files/text_file.h"
#include "tables/variant_tables.h"

namespace merels {
namespace {

constexpr std::uintmax_t kMostFileBytes = std::uintmax_t{4} << 20;  // Lasker's 3,070 take 0.2 MB

}  // namespace

Result<SubspaceValues> read_subspace_values(const Variant& variant, const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error) {
        return Error{ErrorCode::kBadInput, "'" + path +
                                               "' is neither a heuristic (ratio, published, stones, split) nor a file "
                                               "with values of subspaces"};
    }
    if (size > kMostFileBytes) return Error{ErrorCode::kBadInput, path + ": too large for values of subspaces"};
    const auto text = read_text_file(path);
    if (!text) return text.error();
    auto values = decode_subspace_values(variant, *text);
    if (!values) return Error{values.error().code, path + ": " + values.error().message};
    return values;
}

Result<CountsBySubspace> read_counts(const Database& database, const Variant& variant) {
    CountsBySubspace counts;
    for (const Subspace& s : reachable_subspaces(variant)) {
        const auto census = read_census(database, variant, s);
        if (!census && census.error().code != ErrorCode::kMissing) return census.error();
        if (!census) {
            return Error{ErrorCode::kMissing, "subspace " + format_subspace(s) + " of " + variant.id() +
                                                  " is not solved in '" + database.folder().string() +
                                                  "': its wins, draws and losses are not known"};
        }
        counts[s] = {census->wins(), census->draws(), census->losses()};
        // The tables without hands are shared by games that disagree on a full board.
        if (variant.full_board_draw && s.own + s.other == kPoints) counts[s] = {0, census->positions, 0};
    }
    return counts;
}

Result<SubspaceValues> find_subspace_values(const std::filesystem::path& database, const Variant& variant,
                                            const std::string& source) {
    if (source == "stones") return stone_values(variant);
    const bool made_from_counts = source == "ratio" || source == "published" || source == "split";
    if (!made_from_counts) return read_subspace_values(variant, source);
    if (source == "published") {  // say so before the tables are looked for
        if (const auto allowed = published_values(variant, {});
            !allowed.ok() && allowed.error().code == ErrorCode::kBadInput) {
            return allowed.error();
        }
    }
    if (database.empty()) {
        return Error{ErrorCode::kBadInput, "values of subspaces by '" + source + "' are made from tables: give --db"};
    }
    const auto counts = read_counts(Database(database), variant);
    if (!counts) return counts.error();
    if (source == "ratio") return ratio_values(variant, *counts);
    return source == "published" ? published_values(variant, *counts) : split_values(variant, *counts);
}

}  // namespace merels
