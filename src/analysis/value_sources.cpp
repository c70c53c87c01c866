// SPDX-License-Identifier: MIT
#include "analysis/value_sources.h"

#include <fstream>
#include <sstream>

#include "analysis/statistics.h"

namespace merels {
namespace {

constexpr std::uintmax_t kMostFileBytes = std::uintmax_t{4} << 20;  // Lasker's 3,070 take 0.2 MB

Result<SubspaceValues> read_values(const Variant& variant, const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error) {
        return Error{ErrorCode::kBadInput, "'" + path +
                                               "' is neither a heuristic (ratio, published, stones, split) nor a file "
                                               "with values of subspaces"};
    }
    if (size > kMostFileBytes) return Error{ErrorCode::kBadInput, path + ": too large for values of subspaces"};
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) return Error{ErrorCode::kIo, path + ": cannot be read"};
    auto values = decode_subspace_values(variant, text.str());
    if (!values) return Error{values.error().code, path + ": " + values.error().message};
    return values;
}

}  // namespace

Result<CountsBySubspace> read_counts(const std::filesystem::path& database, const Variant& variant) {
    CountsBySubspace counts;
    const Database files(database);
    for (const Subspace& s : reachable_subspaces(variant)) {
        const auto found = read_statistics(files, variant, s);
        if (!found) return found.error();
        if (!found->counted) {
            return Error{ErrorCode::kMissing, "subspace " + format_subspace(s) + " of " + variant.id() +
                                                  " is not solved in '" + database.string() +
                                                  "': its wins, draws and losses are not known"};
        }
        const Census& census = found->census;
        counts[s] = {census.wins(), census.draws(), census.losses()};
    }
    return counts;
}

Result<SubspaceValues> find_subspace_values(const std::filesystem::path& database, const Variant& variant,
                                            const std::string& source) {
    if (source == "stones") return stone_values(variant);
    const bool made_from_counts = source == "ratio" || source == "published" || source == "split";
    if (!made_from_counts) return read_values(variant, source);
    if (source == "published") {  // say so before the tables are looked for
        if (const auto allowed = published_values(variant, {});
            !allowed.ok() && allowed.error().code == ErrorCode::kBadInput) {
            return allowed.error();
        }
    }
    if (database.empty()) {
        return Error{ErrorCode::kBadInput, "values of subspaces by '" + source + "' are made from tables: give --db"};
    }
    const auto counts = read_counts(database, variant);
    if (!counts) return counts.error();
    if (source == "ratio") return ratio_values(variant, *counts);
    return source == "published" ? published_values(variant, *counts) : split_values(variant, *counts);
}

}  // namespace merels
