// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <unordered_map>

namespace merels::solve {
namespace {

// Reads all rows of a table, `planes` for each row of the subspace, and calls use(row, bytes) from several threads.
template <class Code, class Use>
Status for_each_row(const UltraWork& work, const Table& table, std::uint32_t planes, CodeArray<Code>& array,
                    Use&& use) {
    const std::size_t size = array.row_size();
    if (table.spec().row_size != size || table.spec().rows != array.rows() * planes) {
        return Error{ErrorCode::kCorrupt, "a table has another size than its subspace"};
    }
    const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 20) / (size * planes));
    std::mutex mutex;
    Status status = ok_status();
    work.pool.parallel_for(array.rows(), chunk, [&](std::size_t first, std::size_t last, int) {
        if (work.stopped()) return;
        std::vector<std::uint8_t> bytes((last - first) * size * planes);
        Status done = table.read_rows(static_cast<std::uint32_t>(first * planes),
                                      static_cast<std::uint32_t>((last - first) * planes), bytes);
        for (std::size_t r = first; done && r < last; ++r) {
            done = use(static_cast<ClassIndex>(r), bytes.data() + (r - first) * size * planes);
        }
        if (done) return;
        const std::lock_guard lock(mutex);
        if (status) status = std::move(done);
    });
    if (status && work.stopped()) return Error{ErrorCode::kInterrupted, "interrupted"};
    return status;
}

// Tables of so many bytes are packed by the model: of nine-c1 a third of all bytes, which become an eighth smaller or
// better for 5 ns of CPU each. The others would gain less and be slower to read.
constexpr std::uint64_t kPackedFrom = 1'000'000'000;

int depth_sign(int value, int own) { return value > own ? -1 : 1; }  // k2 = sign * U

template <class Code>
UltraEntry entry_of(const UltraScale& scale, const UltraKey& key, const UltraRule<Code>& rule, Code code) {
    const int own = scale.own_value(key);
    if (code == rule.own) return {own, std::nullopt};
    const int value = scale.value_of(key, UltraRule<Code>::index_of(code));
    return {value, depth_sign(value, own) * UltraRule<Code>::distance_of(code)};
}

// The other way round; the codes of a table's entries.
template <class Code>
Result<std::vector<Code>> codes_of(const UltraScale& scale, const UltraKey& key, const UltraCodes& codes) {
    const UltraRule<Code> rule(scale, key);
    const int own = scale.own_value(key);
    std::map<int, int> index_of;
    for (int i = scale.first_index(key); i <= scale.last_index(key); ++i) index_of.emplace(scale.value_of(key, i), i);
    std::vector<Code> result;
    for (const UltraEntry& entry : codes.entries) {
        const auto found = index_of.find(entry.value);
        if (!entry.depth && entry.value == own) {
            result.push_back(rule.own);
        } else if (!entry.depth || found == index_of.end() || std::abs(*entry.depth) >= UltraRule<Code>::kHalf) {
            return Error{ErrorCode::kCorrupt, "an entry that no draw has"};
        } else {
            result.push_back(static_cast<Code>(found->second * UltraRule<Code>::kStride +
                                               depth_sign(entry.value, own) * *entry.depth));
        }
    }
    return result;
}

}  // namespace

template <class Code>
Status read_wins(const UltraWork& work, const UltraRule<Code>& rule, const Table& strong, WinUse use, Code otherwise,
                 CodeArray<Code>& array) {
    const bool depth = strong.spec().kind == ValueKind::kDtw;
    std::array<Code, 256> win{};
    for (int s = 1; s < 256; ++s) win[static_cast<std::size_t>(s)] = rule.win_in(depth ? 2 * s - 1 : 1);
    return for_each_row(work, strong, 1, array, [&](ClassIndex row, const std::uint8_t* bytes) -> Status {
        Code* const codes = array.row(row);
        const std::size_t size = array.row_size();
        if (use == WinUse::kFill) {
            for (std::size_t i = 0; i < size; ++i) codes[i] = bytes[i] == 0 ? otherwise : win[bytes[i]];
        } else {
            for (std::size_t i = 0; i < size; ++i) {
                const bool same =
                    bytes[i] == 0 || !depth ? rule.is_win(codes[i]) == (bytes[i] != 0) : codes[i] == win[bytes[i]];
                if (!same) {
                    return Error{ErrorCode::kCorrupt, fmt::format("row {}, rank {}: {} by the strong table, code {}",
                                                                  row, i, bytes[i], codes[i])};
                }
            }
        }
        return ok_status();
    });
}

template <class Code>
Status read_draws(const UltraWork& work, const UltraKey& key, const Table& ultra, CodeArray<Code>& array) {
    const UltraRule<Code> rule(work.scale, key);
    const auto codes = decode_ultra_codes(ultra.spec().metadata);
    if (!codes) return codes.error();
    const auto code_of = codes_of<Code>(work.scale, key, *codes);
    if (!code_of) return code_of.error();
    const std::size_t size = array.row_size();
    const auto planes = static_cast<std::size_t>(codes->planes());
    return for_each_row(work, ultra, static_cast<std::uint32_t>(planes), array,
                        [&](ClassIndex row, const std::uint8_t* bytes) -> Status {
                            Code* const out = array.row(row);
                            for (std::size_t i = 0; i < size; ++i) {
                                if (out[i] != rule.own) continue;
                                std::size_t code = bytes[i];
                                for (std::size_t p = 1; p < planes; ++p) {
                                    code |= std::size_t{bytes[p * size + i]} << (8 * p);
                                }
                                if (code >= code_of->size()) {
                                    return Error{ErrorCode::kCorrupt, "a code that the table does not have"};
                                }
                                out[i] = (*code_of)[code];
                            }
                            return ok_status();
                        });
}

template <class Code>
std::vector<CodeCount<Code>> count_codes(const UltraWork& work, const Subspace& s, const CodeArray<Code>& array) {
    constexpr bool kDirect = sizeof(Code) == 2;
    struct Tally {
        std::vector<std::uint64_t> direct;
        std::unordered_map<Code, std::uint64_t> sparse;
    };
    std::vector<Tally> tallies(static_cast<std::size_t>(work.pool.threads()));
    if (kDirect) {
        for (Tally& t : tallies) t.direct.assign(65536, 0);
    }
    work.pool.parallel_for(array.rows(), array.chunk(), [&](std::size_t first, std::size_t last, int worker) {
        Tally& t = tallies[static_cast<std::size_t>(worker)];
        const auto add = [&](Code c) {
            if constexpr (kDirect) {
                ++t.direct[static_cast<std::uint16_t>(c)];
            } else {
                ++t.sparse[c];
            }
        };
        for (std::size_t r = first; r < last; ++r) {
            const auto row = static_cast<ClassIndex>(r);
            const Code* const codes = array.row(row);
            const std::uint16_t stabiliser = work.index.stabiliser_of(s.own, row);
            if (stabiliser == 0) {
                for (std::size_t i = 0; i < array.row_size(); ++i) add(codes[i]);
                continue;
            }
            const Mask free = work.index.free_of(s.own, row);
            std::uint32_t set = (1u << s.other) - 1;
            for (std::size_t i = 0; i < array.row_size(); ++i, set = set == 0 ? 0 : next_subset(set)) {
                if (work.index.is_smallest(stabiliser, work.index.points(set, free))) add(codes[i]);
            }
        }
    });
    std::map<Code, std::uint64_t> sum;
    for (const Tally& t : tallies) {
        for (std::size_t i = 0; i < t.direct.size(); ++i) {
            if (t.direct[i] != 0) sum[static_cast<Code>(static_cast<std::int16_t>(i))] += t.direct[i];
        }
        for (const auto& [code, n] : t.sparse) sum[code] += n;
    }
    std::vector<CodeCount<Code>> counts;
    for (const auto& [code, n] : sum) counts.push_back({code, n});
    return counts;
}

template <class Code>
Result<std::vector<UltraCount>> census_of_draws(const UltraWork& work, const UltraKey& key, const Census& strong,
                                                bool with_losses, const std::vector<CodeCount<Code>>& counts) {
    const UltraRule<Code> rule(work.scale, key);
    std::map<Ply, std::uint64_t> plies;
    std::map<UltraEntry, std::uint64_t> draws;
    std::uint64_t wins = 0, losses = 0;
    for (const auto& [code, positions] : counts) {
        if (rule.is_win(code)) {
            wins += positions;
            plies[static_cast<Ply>(-rule.lost - code)] += positions;
        } else if (rule.is_loss(code)) {
            losses += positions;
            plies[static_cast<Ply>(code - rule.lost)] += positions;
        } else {
            draws[entry_of(work.scale, key, rule, code)] += positions;
        }
    }
    const UltraEntry own{work.scale.own_value(key), std::nullopt};
    if (!with_losses) {  // they have the code of an equal-valued draw
        const std::uint64_t lost = strong.losses() - losses;
        if (losses > strong.losses() || draws[own] < lost) {
            return Error{ErrorCode::kCorrupt, "fewer positions are left than are lost by the strong tables"};
        }
        draws[own] -= lost;
        losses = strong.losses();
    }
    if (wins != strong.wins() || losses != strong.losses()) {
        return Error{ErrorCode::kCorrupt, fmt::format("{} wins and {} losses instead of {} and {} of the strong tables",
                                                      wins, losses, strong.wins(), strong.losses())};
    }
    if (with_losses && strong.with_depth) {
        for (const PlyCount& p : strong.plies) {
            if (plies[p.ply] != p.positions) {
                return Error{ErrorCode::kCorrupt, fmt::format("{} positions end after {} plies instead of {}",
                                                              plies[p.ply], p.ply, p.positions)};
            }
        }
    }
    std::vector<UltraCount> census;
    for (const auto& [entry, positions] : draws) {
        if (positions != 0) census.push_back({entry, positions});
    }
    return census;
}

template <class Code>
Result<ManifestEntry> write_ultra_table(const UltraWork& work, const DatabaseWriter& writer,
                                        const std::string& collection, const UltraKey& key,
                                        std::vector<UltraCount> census, const CodeArray<Code>& array) {
    const UltraCodes codes = UltraCodes::make(key.subspace, work.scale.own_value(key), std::move(census));
    const auto listed = codes_of<Code>(work.scale, key, codes);
    if (!listed) return listed.error();
    // The code of the table by our code; 0 for what the table does not tell, wins and losses among it.
    const Code first = *std::min_element(listed->begin(), listed->end());
    const Code last = *std::max_element(listed->begin(), listed->end());
    std::vector<std::uint32_t> code_of(static_cast<std::size_t>(last - first) + 1);
    for (std::size_t i = 0; i < listed->size(); ++i) {
        code_of[static_cast<std::size_t>((*listed)[i] - first)] = static_cast<std::uint32_t>(i);
    }
    const auto planes = static_cast<std::uint32_t>(codes.planes());
    const RowSource source = [&](std::uint32_t row, std::span<std::uint8_t> out) {
        const Code* const from = array.row(row / planes);
        const std::uint32_t shift = 8 * (row % planes);
        for (std::size_t i = 0; i < out.size(); ++i) {
            const Code c = from[i];
            out[i] = c < first || c > last
                         ? 0
                         : static_cast<std::uint8_t>(code_of[static_cast<std::size_t>(c - first)] >> shift);
        }
        work.memory.keep_to_limit();
    };
    const TableSpec spec{{collection, key.subspace.counts()},
                         ValueKind::kUltra,
                         codes.rows(),
                         row_size(key.subspace),
                         encode_ultra_codes(codes)};
    const bool large = std::uint64_t{spec.rows} * spec.row_size >= kPackedFrom;
    return writer.write(spec, source, work.pool.threads(), large ? Packing::kDense : Packing::kFast);
}

// NOLINTBEGIN(bugprone-macro-parentheses): types cannot be
#define MERELS_ULTRA_TABLES(Code)                                                                                      \
    template Status read_wins(const UltraWork&, const UltraRule<Code>&, const Table&, WinUse, Code, CodeArray<Code>&); \
    template Status read_draws(const UltraWork&, const UltraKey&, const Table&, CodeArray<Code>&);                     \
    template std::vector<CodeCount<Code>> count_codes(const UltraWork&, const Subspace&, const CodeArray<Code>&);      \
    template Result<std::vector<UltraCount>> census_of_draws(const UltraWork&, const UltraKey&, const Census&, bool,   \
                                                             const std::vector<CodeCount<Code>>&);                     \
    template Result<ManifestEntry> write_ultra_table(const UltraWork&, const DatabaseWriter&, const std::string&,      \
                                                     const UltraKey&, std::vector<UltraCount>,                         \
                                                     const CodeArray<Code>&);
MERELS_ULTRA_TABLES(std::int16_t)
MERELS_ULTRA_TABLES(std::int32_t)
#undef MERELS_ULTRA_TABLES
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace merels::solve
