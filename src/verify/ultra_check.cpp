// SPDX-License-Identifier: MIT
#include "verify/ultra_check.h"

#include <algorithm>
#include <mutex>
#include <random>
#include <tuple>

#include "minimax/canonical_ranks.h"
#include "minimax/successor_subspaces.h"
#include "rules/rules.h"
#include "tables/variant_tables.h"
#include "verify/turned_row.h"
#include "verify/wrong_position.h"

namespace merels::verify {
namespace {

constexpr int kShort = WideRowKernel::kBestCode;  // a turn leaves the opponent short of three men
constexpr std::size_t kBatchBytes = std::size_t{1} << 20;
// Decoding a table takes as long as about so many times fewer single look-ups.
constexpr std::uint64_t kPositionsWorthASample = 10000;
constexpr std::uint64_t kChunk = 1024;  // positions that share a random generator, so that threads do not matter

std::uint64_t positions_of(const Subspace& s) { return std::uint64_t{row_count(s)} * row_size(s); }

int most_men(const Variant& variant) { return std::max(variant.white_men, variant.black_men); }

// after_turn, but for a slide without a man on the board: its subspace is not one that play reaches.
std::optional<Subspace> after_legal_turn(const Variant& variant, const Subspace& s, int takes, bool placed) {
    if (!placed && s.own == 0) return std::nullopt;
    return after_turn(variant, s, takes, placed);
}

std::uint64_t mix(std::uint64_t x) {  // a well-spread function of a number
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
    return x ^ x >> 31;
}

}  // namespace

UltraCheck::UltraCheck(const Variant& variant, const Database& database, const UltraCollection& set,
                       const VerifyOptions& options)
    : variant_(variant),
      database_(database),
      set_(set),
      options_(options),
      pool_(options.threads),
      classes_(0, most_men(variant)) {}

std::vector<UltraCheck::Part> UltraCheck::order() const {
    std::vector<Part> parts;
    for (const Subspace& s : reachable_subspaces(variant_)) {
        if (options_.moving_only && s.own_hand + s.other_hand > 0) continue;
        parts.push_back({s, true});
        if (!set_.values().antisymmetric()) parts.push_back({s, false});
    }
    std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
        const auto key = [](const Part& p) {
            const Subspace& s = p.subspace;
            return std::tuple(s.own_hand + s.other_hand, s.own + s.other, s, !p.computer_moves);
        };
        return key(a) < key(b);
    });
    return parts;
}

std::vector<UltraCheck::Part> UltraCheck::after(const Part& part) const {
    std::vector<Part> next;
    const bool computer_moves = set_.values().antisymmetric() || !part.computer_moves;
    for (int takes = 0; takes <= variant_.takes; ++takes) {
        for (const bool placed : {false, true}) {
            const auto s = after_legal_turn(variant_, part.subspace, takes, placed);
            if (s) next.push_back({*s, computer_moves});
        }
    }
    return next;
}

bool UltraCheck::checkable(const Part& part) const {
    const std::vector<Part> next = after(part);
    return std::all_of(next.begin(), next.end(), [&](const Part& p) { return tables_.contains(p); });
}

Status UltraCheck::open_tables(VerifyReport& report) {
    for (const Part& part : order()) {
        const Subspace& s = part.subspace;
        auto ultra = set_.table(s, part.computer_moves);
        if (!ultra.ok() && ultra.error().code != ErrorCode::kMissing) return ultra.error();
        auto strong = open_table(database_, variant_, s);
        if (!strong.ok() && strong.error().code != ErrorCode::kMissing) return strong.error();
        if (!ultra.ok() || !strong.ok()) {
            report.missing.push_back(s);
            continue;
        }
        const int own = set_.values().value(s, part.computer_moves);
        for (const UltraCount& count : ultra->codes.census) {
            if (!well_formed(count.entry, own)) {
                report.wrong_census.push_back({s, "a depth where there is none, or none where there is one"});
            }
            pairs_.add(pair_of(count.entry, own));
        }
        tables_[part] = {std::move(*ultra), std::move(*strong), {}, own};
    }
    if (tables_.empty()) {
        return Error{ErrorCode::kMissing, "no ultra-strong tables of " + variant_.id() + " with their strong ones"};
    }
    if (!pairs_.finish()) return Error{ErrorCode::kNoMemory, "the tables hold too many different values and depths"};
    for (auto& [part, tables] : tables_) {
        const UltraCodes& codes = tables.ultra.codes;
        tables.goodness.assign(codes.entries.size(), PairCodes::kNone);
        for (std::size_t code = 0; code < codes.entries.size(); ++code) {
            const UltraEntry& entry = codes.entries[code];
            if (!well_formed(entry, tables.own)) continue;
            tables.goodness[code] = pairs_.negative(pairs_.code(pair_of(entry, tables.own)));
        }
    }
    return ok_status();
}

// One number from the bytes of a position, plane by plane `step` bytes apart.
static std::uint16_t goodness_from(const UltraCodes& codes, const std::vector<std::uint16_t>& goodness,
                                   const std::uint8_t* bytes, std::size_t step) {
    std::size_t code = 0;
    for (std::size_t plane = 0; plane < static_cast<std::size_t>(codes.planes()); ++plane) {
        code |= std::size_t{bytes[plane * step]} << (8 * plane);
    }
    return code < goodness.size() ? goodness[code] : PairCodes::kNone;
}

Result<BigArray<UltraCheck::Code>> UltraCheck::decode(const Tables& tables, const Subspace& s) {
    const UltraCodes& codes = tables.ultra.codes;
    const std::size_t size = row_size(s), planes = static_cast<std::size_t>(codes.planes());
    const std::size_t batch = std::max<std::size_t>(1, kBatchBytes / size);
    BigArray<Code> result(row_count(s) * size);
    std::mutex mutex;
    Status failure = ok_status();
    pool_.parallel_for((row_count(s) + batch - 1) / batch, 1, [&](std::size_t begin, std::size_t end, int) {
        std::vector<std::uint8_t> wins, bytes;
        for (std::size_t b = begin; b < end; ++b) {
            const std::size_t first = b * batch, rows = std::min<std::size_t>(batch, row_count(s) - first);
            wins.resize(rows * size);
            bytes.resize(rows * size * planes);
            const auto row = static_cast<ClassIndex>(first);
            Status read = tables.strong->read_rows(row, static_cast<std::uint32_t>(rows), wins);
            if (read.ok()) {
                read =
                    tables.ultra.table->read_rows(codes.row(row, 0), static_cast<std::uint32_t>(rows * planes), bytes);
            }
            if (!read.ok()) {
                const std::lock_guard lock(mutex);
                failure = read;
                return;
            }
            Code* out = result.data() + first * size;
            for (std::size_t r = 0; r < rows; ++r) {
                const std::uint8_t* const at = bytes.data() + r * planes * size;
                for (std::size_t i = 0; i < size; ++i) {
                    *out++ = wins[r * size + i] != 0 ? Code{0} : goodness_from(codes, tables.goodness, at + i, size);
                }
            }
        }
    });
    if (!failure.ok()) return failure.error();
    return result;
}

Result<UltraCheck::Codes> UltraCheck::codes_of(const Part& part) {
    Kept& kept = kept_[part];
    kept.used = ++uses_;
    if (kept.codes) return kept.codes;
    std::uint64_t bytes = positions_of(part.subspace) * sizeof(Code);
    for (const auto& [other, k] : kept_) bytes += k.codes ? k.codes->bytes() : 0;
    while (bytes > options_.memory) {  // drop what was used the longest ago
        auto oldest = kept_.end();
        for (auto k = kept_.begin(); k != kept_.end(); ++k) {
            if (k->second.codes && (oldest == kept_.end() || k->second.used < oldest->second.used)) oldest = k;
        }
        if (oldest == kept_.end()) break;
        bytes -= oldest->second.codes->bytes();
        oldest->second.codes = nullptr;
    }
    auto decoded = decode(tables_.at(part), part.subspace);
    if (!decoded.ok()) return decoded.error();
    kept.codes = std::make_shared<const BigArray<Code>>(std::move(*decoded));
    return kept.codes;
}

UltraCheck::Code UltraCheck::expected_of(const Tables& tables, int best) const {
    if (best == 0) return 0;                                // all turns lose
    if (best >= PairCodes::kNone) return PairCodes::kNone;  // a win, or a successor that holds nonsense
    return pairs_.negative(pairs_.code(before_turn(pairs_.pair(best), tables.own)));
}

std::string UltraCheck::describe(Code goodness, int own) const {
    if (goodness == 0) return "a win or a loss";
    if (goodness == PairCodes::kNone) return "no pair of any census";
    const SidePair seen = pairs_.pair(pairs_.negative(goodness));
    const UltraEntry entry = entry_of(seen, own);
    return "value " + std::to_string(entry.value) +
           (entry.depth ? " depth " + std::to_string(*entry.depth) : " without depth");
}

void UltraCheck::add_wrong(Findings& findings, const Part& part, Address address, Code stored, Code expected) const {
    ++findings.wrong;
    WrongPosition wrong = make_wrong_position(part.subspace, address, stored, expected);
    const int own = tables_.at(part).own;
    wrong.said = "the table has " + describe(stored, own) + ", the successors say " + describe(expected, own);
    keep_smaller(findings.first, wrong);
}

// Rows of the other side's men: all of them, or about as many as `sample` positions.
Status UltraCheck::check_rows(const Part& part, std::uint64_t sample, VerifyReport& report) {
    const Subspace& s = part.subspace;
    const Tables& tables = tables_.at(part);
    const auto stored = codes_of(part);
    if (!stored.ok()) return stored.error();
    BasicMoverSetup<Code> setup;
    std::vector<Codes> held;
    const MoverRights rights = rights_of(variant_, s);
    setup.fixed_men = s.other;
    setup.mover_men = s.own;
    setup.may_place = rights.may_place;
    setup.may_move = rights.may_move;
    setup.flies = rights.flies;
    for (int takes = 0; takes <= variant_.takes; ++takes) {
        for (const bool placed : {false, true}) {
            const auto next = after_legal_turn(variant_, s, takes, placed);
            if (!next) continue;
            const auto codes = codes_of({*next, set_.values().antisymmetric() || !part.computer_moves});
            if (!codes.ok()) return codes.error();
            setup.after[takes][placed ? 1 : 0].bytes = (*codes)->data();
            held.push_back(*codes);
        }
    }
    std::vector<Code> expected_by_best(static_cast<std::size_t>(pairs_.size()) + 1);
    for (int best = 0; best <= pairs_.size(); ++best) expected_by_best[best] = expected_of(tables, best);
    const bool full_board_draw = variant_.full_board_draw && s.own + s.other == kPoints;
    const Code no_turn = full_board_draw ? pairs_.negative(pairs_.code({tables.own, 0})) : Code{0};

    const ClassTable& classes = classes_[s.other];
    const std::uint32_t size = binomial(kPoints - s.other, s.own);
    std::vector<ClassIndex> rows;
    for (ClassIndex row = 0; row < classes.size(); ++row) {
        const std::uint64_t drawn =
            mix(mix(options_.seed) ^ (std::uint64_t{s.own} << 56 | std::uint64_t{s.other} << 48 |
                                      std::uint64_t{s.own_hand} << 44 | std::uint64_t{s.other_hand} << 40 | row));
        const long double share =
            static_cast<long double>(sample) / static_cast<long double>(classes.size() * std::uint64_t{size});
        if (sample == 0 || static_cast<long double>(drawn) < share * 18446744073709551616.0L) rows.push_back(row);
    }
    if (rows.empty()) rows.push_back(static_cast<ClassIndex>(mix(options_.seed + s.own) % classes.size()));

    std::vector<WideRowKernel> kernels;
    for (int i = 0; i < pool_.threads(); ++i) kernels.emplace_back(variant_, classes_, setup);
    std::vector<TurnedRow> turned(pool_.threads(), TurnedRow(classes_, s.other, s.own));
    std::vector<Findings> findings(pool_.threads());
    for (Findings& f : findings) f.counts.assign(static_cast<std::size_t>(PairCodes::kNone) + 1, 0);
    pool_.parallel_for(rows.size(), 1, [&](std::size_t begin, std::size_t end, int worker) {
        Findings& f = findings[worker];
        WideRowKernel& kernel = kernels[worker];
        for (std::size_t i = begin; i < end && !stopped(); ++i) {
            const ClassIndex row = rows[i];
            kernel.begin(row);
            const CanonicalRanks canonical(classes.representative(row), classes.stabiliser_of(row));
            turned[worker].for_each(row, (*stored)->data(), [&](std::uint32_t, std::uint32_t men, Code code) {
                if (!canonical.contains(men)) return;
                ++f.positions;
                if (code == 0) return;
                const int best = kernel.best(men);
                const Code expected = best < 0                ? no_turn
                                      : best <= pairs_.size() ? expected_by_best[best]
                                                              : PairCodes::kNone;
                if (expected == 0) return;  // lost
                ++f.counts[code];
                if (code == expected && code != PairCodes::kNone) return;
                Position position;
                position.men[1] = classes.representative(row);
                position.men[0] = to_points(men, kBoardMask & ~position.men[1]);
                position.hand = {s.own_hand, s.other_hand};
                add_wrong(f, part, address_of(position), code, expected);
            });
            advance(size, worker);
        }
    });
    if (stopped()) return Error{ErrorCode::kInterrupted, "stopped"};
    if (sample == 0) {
        if (Status images = check_images(part, **stored, findings); !images.ok()) return images;
        check_census(part, findings, report);
    }
    for (const Findings& f : findings) {
        report.positions += f.positions;
        report.wrong += f.wrong;
        if (f.first) keep_smaller(report.first_wrong, *f.first);
    }
    return ok_status();
}

// The rows of the own men that have a symmetry hold some positions several times; all must be the same. What is lost
// may hold anything.
Status UltraCheck::check_images(const Part& part, const BigArray<Code>& stored, std::vector<Findings>& findings) {
    const Subspace& s = part.subspace;
    const ClassTable& classes = classes_[s.own];
    const PointSets& sets = PointSets::get();
    const std::uint32_t size = row_size(s);
    std::mutex mutex;
    Status failure = ok_status();
    pool_.parallel_for(classes.size(), 16, [&](std::size_t begin, std::size_t end, int worker) {
        for (auto row = static_cast<ClassIndex>(begin); row < end && !stopped(); ++row) {
            const std::uint16_t stabiliser = classes.stabiliser_of(row);
            if (stabiliser == 0) continue;
            const Code* const codes = stored.data() + std::size_t{row} * size;
            const Mask free = kBoardMask & ~classes.representative(row);
            std::uint32_t rank = 0;
            for_each_subset(kPoints - s.own, s.other, [&](std::uint32_t axes) {
                const Mask men = sets.expand(axes, free);
                Mask smallest = men;
                for (std::uint32_t stay = stabiliser; stay != 0; stay &= stay - 1) {
                    smallest = std::min(smallest, sets.map(static_cast<Symmetry>(std::countr_zero(stay)), men));
                }
                const Code first = codes[sets.rank(sets.compress(smallest, free))];
                const Address address{row, rank++};
                if (first == codes[address.rank]) return;
                const auto expected = expected_at(part, position_at(s, address));
                if (!expected.ok()) {
                    const std::lock_guard lock(mutex);
                    failure = expected.error();
                } else if (*expected != 0 || first == 0 || codes[address.rank] == 0) {
                    add_wrong(findings[worker], part, address, codes[address.rank], first);
                }
            });
        }
    });
    if (stopped()) return Error{ErrorCode::kInterrupted, "stopped"};
    return failure;
}

void UltraCheck::check_census(const Part& part, const std::vector<Findings>& findings, VerifyReport& report) const {
    const Tables& tables = tables_.at(part);
    std::vector<UltraCount> counted;
    for (int code = 1; code <= pairs_.size(); ++code) {
        std::uint64_t positions = 0;
        for (const Findings& f : findings) positions += f.counts[code];
        if (positions > 0) {
            counted.push_back({entry_of(pairs_.pair(pairs_.negative(static_cast<Code>(code))), tables.own), positions});
        }
    }
    std::sort(counted.begin(), counted.end(), [](const auto& a, const auto& b) { return a.entry < b.entry; });
    std::vector<UltraCount> stored = tables.ultra.codes.census;
    std::erase_if(stored, [](const UltraCount& c) { return c.positions == 0; });
    if (stored == counted) return;
    std::string what = "the census of the table is not what it holds";
    for (std::size_t i = 0; i < std::max(stored.size(), counted.size()); ++i) {
        if (i < stored.size() && i < counted.size() && stored[i] == counted[i]) continue;
        const auto text = [](const std::vector<UltraCount>& list, std::size_t at) {
            if (at >= list.size()) return std::string("nothing more");
            const UltraEntry& e = list[at].entry;
            return std::to_string(list[at].positions) + " of value " + std::to_string(e.value) +
                   (e.depth ? " depth " + std::to_string(*e.depth) : "");
        };
        what += " (says " + text(stored, i) + ", counted " + text(counted, i) + ")";
        break;
    }
    report.wrong_census.push_back({part.subspace, what});
}

Result<UltraCheck::Code> UltraCheck::code_at(const Part& part, Address address) const {
    const Tables& tables = tables_.at(part);
    const auto win = tables.strong->at(address.row, address.rank);
    if (!win.ok()) return win.error();
    if (*win != 0) return Code{0};
    const UltraCodes& codes = tables.ultra.codes;
    std::array<std::uint8_t, UltraCodes::kMostPlanes> bytes{};
    for (int plane = 0; plane < codes.planes(); ++plane) {
        const auto byte = tables.ultra.table->at(codes.row(address.row, plane), address.rank);
        if (!byte.ok()) return byte.error();
        bytes[plane] = *byte;
    }
    return goodness_from(codes, tables.goodness, bytes.data(), 1);
}

Result<UltraCheck::Code> UltraCheck::expected_at(const Part& part, const Position& position) const {
    const Tables& tables = tables_.at(part);
    if (const auto result = final_value(variant_, position)) {
        return result->wdl == Wdl::kDraw ? pairs_.negative(pairs_.code({tables.own, 0})) : Code{0};
    }
    TurnList turns;
    legal_turns(variant_, position, turns);
    int best = 0;
    for (const Turn& turn : turns) {
        const Position next = apply(position, turn);
        if (men_in_all(next, next.to_move) < kMinMen) return PairCodes::kNone;
        const Part after{subspace_of(next), set_.values().antisymmetric() || !part.computer_moves};
        const auto code = code_at(after, address_of(next));
        if (!code.ok()) return code.error();
        best = std::max<int>(best, *code);
    }
    return expected_of(tables, best);
}

// Random positions by single look-ups and the rules' own turns: for samples that are small beside the table.
Status UltraCheck::check_single(const Part& part, std::uint64_t sample, VerifyReport& report) {
    const Subspace& s = part.subspace;
    std::vector<Findings> findings(pool_.threads());
    std::mutex mutex;
    Status failure = ok_status();
    pool_.parallel_for((sample + kChunk - 1) / kChunk, 1, [&](std::size_t chunk, std::size_t, int worker) {
        std::seed_seq seed{options_.seed,
                           std::uint64_t{s.own} << 24 | std::uint64_t{s.other} << 16 | s.own_hand << 8 | s.other_hand,
                           static_cast<std::uint64_t>(chunk)};
        std::mt19937_64 random(seed);
        const std::uint64_t last = std::min<std::uint64_t>(kChunk, sample - chunk * kChunk);
        for (std::uint64_t i = 0; i < last && !stopped(); ++i) {
            const Address address{static_cast<ClassIndex>(random() % row_count(s)),
                                  static_cast<std::uint32_t>(random() % row_size(s))};
            const auto stored = code_at(part, address);
            const auto expected =
                stored.ok() && *stored == 0 ? Result<Code>(Code{0}) : expected_at(part, position_at(s, address));
            if (!stored.ok() || !expected.ok()) {
                const std::lock_guard lock(mutex);
                failure = stored.ok() ? expected.error() : stored.error();
                return;
            }
            ++findings[worker].positions;
            if (*expected == 0 || (*stored == *expected && *stored != PairCodes::kNone)) continue;
            add_wrong(findings[worker], part, address, *stored, *expected);
        }
        advance(last, worker);
    });
    if (stopped()) return Error{ErrorCode::kInterrupted, "stopped"};
    for (const Findings& f : findings) {
        report.positions += f.positions;
        report.wrong += f.wrong;
        if (f.first) keep_smaller(report.first_wrong, *f.first);
    }
    return failure;
}

void UltraCheck::advance(std::uint64_t positions, int worker) {
    const std::uint64_t done = done_.fetch_add(positions) + positions;
    if (options_.progress != nullptr && worker == 0) options_.progress->advance_to(done);
}

Status UltraCheck::run(VerifyReport& report) {
    if (Status opened = open_tables(report); !opened.ok()) return opened;
    std::vector<Part> parts;
    std::uint64_t total = 0;
    for (const Part& part : order()) {
        if (!tables_.contains(part)) continue;
        if (!checkable(part)) {
            report.unchecked.push_back(part.subspace);
            continue;
        }
        parts.push_back(part);
        total += positions_of(part.subspace);
    }
    if (options_.progress != nullptr) {
        options_.progress->begin("checking ultra-strong values", options_.sample > 0 ? options_.sample : total);
    }
    for (const Part& part : parts) {
        if (options_.progress != nullptr) options_.progress->detail(format_subspace(part.subspace));
        const std::uint64_t size = positions_of(part.subspace);
        // Rounded up: every table is looked at.
        const auto sample = static_cast<std::uint64_t>(static_cast<long double>(options_.sample) * size / total) + 1;
        const bool single = options_.sample > 0 && sample * kPositionsWorthASample < size;
        const Status checked =
            single ? check_single(part, sample, report) : check_rows(part, options_.sample > 0 ? sample : 0, report);
        if (!checked.ok()) return checked;
        ++report.subspaces;
    }
    if (options_.progress != nullptr) options_.progress->end();
    return ok_status();
}

}  // namespace merels::verify
