// SPDX-License-Identifier: MIT
#include "exchange/malom_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "base/resources.h"
#include "malom/malom_file.h"
#include "malom/malom_folder.h"
#include "store/files/atomic_file.h"
#include "store/files/ordered_pipeline.h"

namespace merels {
namespace {

constexpr std::uint64_t kPieceEntries = std::uint64_t{1} << 18;  // about so many at a time for each thread

// How the rows of a subspace are cut into pieces.
struct Pieces {
    explicit Pieces(const Subspace& subspace)
        : rows(row_count(subspace)),
          size(row_size(subspace)),
          rows_of_piece(static_cast<std::uint32_t>(std::max<std::uint64_t>(1, kPieceEntries / size))),
          count((rows + rows_of_piece - 1) / rows_of_piece) {}
    std::uint32_t first(std::uint64_t piece) const { return static_cast<std::uint32_t>(piece) * rows_of_piece; }
    std::uint32_t rows_in(std::uint64_t piece) const { return std::min(rows_of_piece, rows - first(piece)); }

    std::uint32_t rows;
    std::uint64_t size;
    std::uint32_t rows_of_piece;
    std::uint64_t count;
};

bool is_set(const StopFlag* stop) { return stop != nullptr && *stop; }
Error interrupted() { return {ErrorCode::kInterrupted, "stopped; the same command goes on from here"}; }

void append_int32(std::vector<std::uint8_t>& bytes, std::int64_t number) {
    for (int i = 0; i < 4; ++i)
        bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(number) >> (8 * i)));
}

// The list behind the entries: depths that do not fit.
std::vector<std::uint8_t> list_bytes(const std::vector<MalomDepth>& list) {
    std::vector<std::uint8_t> bytes;
    append_int32(bytes, static_cast<std::int64_t>(list.size()));
    for (const MalomDepth& depth : list) {
        append_int32(bytes, static_cast<std::int64_t>(depth.entry));
        append_int32(bytes, depth.k2);
    }
    return bytes;
}

// Writes one file; `done` grows by the entries.
Result<std::uint64_t> write_sector(const MalomSource& source, const Subspace& subspace,
                                   const std::filesystem::path& folder, int threads, Progress& progress,
                                   std::uint64_t& done, const StopFlag* stop) {
    const MalomFormat& format = source.format();
    const auto sector = source.sector(subspace);
    if (!sector) return sector.error();
    auto file = AtomicFile::create(folder / format.file_name(subspace));
    if (!file) return file.error();
    if (Status written = file->append(format.header()); !written) return written.error();
    const Pieces pieces(subspace);
    const auto entry_bytes = static_cast<std::size_t>(format.entry_bytes);
    std::map<std::uint64_t, std::vector<MalomDepth>> deep;  // by piece
    std::mutex mutex;
    const auto make_worker = [&] {
        auto entries = std::make_shared<std::vector<MalomEntry>>();
        return PipelineWorker{[&, entries](std::uint64_t piece, std::vector<std::uint8_t>& out) -> Status {
            if (is_set(stop)) return interrupted();
            if (Status read = (*sector)->read(pieces.first(piece), pieces.rows_in(piece), *entries); !read) return read;
            out.resize(entries->size() * entry_bytes);
            std::vector<MalomDepth> list;
            for (std::size_t i = 0; i < entries->size(); ++i) {
                const MalomEntry& entry = (*entries)[i];
                format.put(entry, out.data() + i * entry_bytes);
                if (!format.fits(entry)) list.push_back({pieces.first(piece) * pieces.size + i, entry.k2});
            }
            const std::lock_guard lock(mutex);
            if (!list.empty()) deep[piece] = std::move(list);
            return ok_status();
        }};
    };
    const auto consume = [&](std::uint64_t, std::vector<std::uint8_t>& bytes) -> Status {
        done += bytes.size() / entry_bytes;
        progress.advance_to(done);
        return file->append(bytes);
    };
    if (Status run = run_ordered(pieces.count, threads, make_worker, consume); !run) return run.error();
    std::vector<MalomDepth> list;
    for (const auto& [piece, depths] : deep) list.insert(list.end(), depths.begin(), depths.end());
    if (Status written = file->append(list_bytes(list)); !written) return written.error();
    const std::uint64_t size = file->size();
    if (Status committed = file->commit(); !committed) return committed.error();
    return size;
}

// The values of subspaces beside the files: written where they are not there, else the same.
Status check_values(const MalomSource& source, const std::filesystem::path& folder) {
    const auto path = folder / source.format().values_name();
    const auto text = read_file(path);
    if (!text) return text.error();
    const auto theirs = parse_malom_values({reinterpret_cast<const char*>(text->data()), text->size()});
    if (!theirs) return Error{theirs.error().code, path.string() + ": " + theirs.error().message};
    const SubspaceValues& ours = source.values();
    if (theirs->win != ours.win()) {
        return Error{ErrorCode::kWrongVariant,
                     fmt::format("{}: a win is {} there, {} in the tables", path.string(), theirs->win, ours.win())};
    }
    for (const auto& entry : ours.entries()) {
        const auto found = theirs->values.find(entry.subspace);
        if (found == theirs->values.end() || found->second != entry.value) {
            return Error{
                ErrorCode::kWrongVariant,
                fmt::format("{}: {} is worth {} there, {} in the tables", path.string(),
                            format_subspace(entry.subspace),
                            found == theirs->values.end() ? "nothing" : std::to_string(found->second), entry.value)};
        }
    }
    return ok_status();
}

// The files are of the game and the values that the folder names. Files from elsewhere name none.
Status check_game(const MalomSource& source, const std::filesystem::path& folder) {
    const auto game = MalomGame::read(folder, source.format().prefix);
    if (!game && game.error().code != ErrorCode::kMissing) return game.error();
    if (game && game->text() != source.game().text()) {
        return Error{ErrorCode::kWrongVariant, fmt::format("'{}' has files of {} with the values '{}'", folder.string(),
                                                           game->variant.id(), game->set)};
    }
    return ok_status();
}

// What is wrong with a stretch of rows; adds to `comparison`.
Status compare_piece(const MalomSource& source, const MalomSector& sector, const MalomFile& file, const Pieces& pieces,
                     std::uint64_t piece, MalomComparison& comparison, std::mutex& mutex) {
    std::vector<MalomEntry> ours, theirs;
    const std::uint64_t first = pieces.first(piece) * pieces.size;
    if (Status read = sector.read(pieces.first(piece), pieces.rows_in(piece), ours); !read) return read;
    if (Status read = file.read(first, ours.size(), theirs); !read) return read;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const bool equal_draws = ours[i].k1 == 0 && theirs[i].k1 == 0 && ours[i].k2 >= 0 && theirs[i].k2 >= 0;
        if (ours[i] == theirs[i] || equal_draws) continue;
        const std::lock_guard lock(mutex);
        ++comparison.different;
        const std::string name = source.format().file_name(sector.subspace());
        if (!comparison.first || (comparison.first->file == name && comparison.first->entry > first + i)) {
            const Address address{static_cast<ClassIndex>((first + i) / pieces.size),
                                  static_cast<std::uint32_t>((first + i) % pieces.size)};
            comparison.first =
                MalomDifference{name, first + i, position_at(sector.subspace(), address), theirs[i], ours[i]};
        }
    }
    return ok_status();
}

}  // namespace

Status MalomPlan::check_room() const {
    if (bytes <= disk_available || disk_available == 0) return ok_status();
    return Error{ErrorCode::kNoSpace,
                 fmt::format("{} bytes are needed on the disk, {} are free", bytes, disk_available)};
}

Result<MalomPlan> plan_malom_export(const MalomSource& source, const std::vector<Subspace>& wanted,
                                    const std::filesystem::path& folder) {
    if (Status same = check_values(source, folder); !same && same.error().code != ErrorCode::kMissing) {
        return same.error();
    }
    if (Status same = check_game(source, folder); !same) return same.error();
    MalomPlan plan;
    for (const Subspace& subspace : wanted) {
        const auto file = MalomFile::open(folder, source.format(), subspace);
        if (file) {
            ++plan.there;
            continue;
        }
        if (file.error().code == ErrorCode::kWrongVariant) return file.error();
        if (const auto sector = source.sector(subspace); !sector) return sector.error();
        plan.subspaces.push_back(subspace);
        plan.bytes += source.format().entries_bytes(subspace) + 4;
    }
    plan.disk_available = available_disk(folder);
    return plan;
}

Result<MalomReport> run_malom_export(const MalomSource& source, const MalomPlan& plan,
                                     const std::filesystem::path& folder, int threads, Progress& progress,
                                     const StopFlag* stop) {
    if (Status made = make_folders(folder); !made) return made.error();
    const auto values = folder / source.format().values_name();
    if (!std::filesystem::exists(values)) {
        if (Status written = write_file_atomically(values, malom_values_text(source.values())); !written) {
            return written.error();
        }
    }
    const auto game = folder / MalomGame::file_name(source.format().prefix);
    if (!std::filesystem::exists(game)) {
        if (Status written = write_file_atomically(game, source.game().text()); !written) return written.error();
    }
    MalomReport report;
    std::uint64_t total = 0;
    for (const Subspace& s : plan.subspaces) total += std::uint64_t{row_count(s)} * row_size(s);
    progress.begin("writing Malom's files", total);
    for (const Subspace& subspace : plan.subspaces) {
        progress.detail(source.format().file_name(subspace));
        const auto bytes = write_sector(source, subspace, folder, threads, progress, report.entries, stop);
        if (!bytes) {
            progress.end();
            return bytes.error();
        }
        ++report.files;
        report.bytes += *bytes;
    }
    progress.end();
    return report;
}

Result<MalomComparison> compare_malom(const MalomSource& source, const std::filesystem::path& folder, int threads,
                                      Progress& progress, const StopFlag* stop) {
    if (Status same = check_values(source, folder); !same) return same.error();
    if (Status same = check_game(source, folder); !same) return same.error();
    std::vector<Subspace> subspaces;
    std::uint64_t total = 0;
    for (const Subspace& subspace : source.subspaces()) {
        const auto file = MalomFile::open(folder, source.format(), subspace);
        if (!file && file.error().code == ErrorCode::kMissing) continue;
        if (!file) return file.error();
        subspaces.push_back(subspace);
        total += std::uint64_t{row_count(subspace)} * row_size(subspace);
    }
    if (subspaces.empty()) {
        return Error{ErrorCode::kMissing,
                     "no file " + source.format().prefix + "_*.sec2 of the game in '" + folder.string() + "'"};
    }
    MalomComparison comparison;
    std::mutex mutex;
    progress.begin("comparing with Malom's files", total);
    for (const Subspace& subspace : subspaces) {
        progress.detail(source.format().file_name(subspace));
        const auto sector = source.sector(subspace);
        const auto file = MalomFile::open(folder, source.format(), subspace);
        Status run = !sector ? Status(sector.error()) : !file ? Status(file.error()) : ok_status();
        if (run) {
            const Pieces pieces(subspace);
            const auto make_worker = [&] {
                return PipelineWorker{[&](std::uint64_t piece, std::vector<std::uint8_t>&) -> Status {
                    if (is_set(stop)) return interrupted();
                    return compare_piece(source, **sector, **file, pieces, piece, comparison, mutex);
                }};
            };
            run = run_ordered(pieces.count, threads, make_worker,
                              [&](std::uint64_t piece, std::vector<std::uint8_t>&) -> Status {
                                  comparison.entries += pieces.rows_in(piece) * pieces.size;
                                  progress.advance_to(comparison.entries);
                                  return ok_status();
                              });
        }
        if (!run) {
            progress.end();
            return run.error();
        }
        ++comparison.files;
    }
    progress.end();
    return comparison;
}

}  // namespace merels
