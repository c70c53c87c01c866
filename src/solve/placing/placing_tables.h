// SPDX-License-Identifier: MIT
// The way in and out of a pass over layers with men in hand: its options, tables read into an array of a role, and what
// a solved layer gives.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/transport.h"
#include "base/worker_pool.h"
#include "index/census.h"
#include "index/layers.h"
#include "merels/progress.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "solve/kernels/bytes/byte_kernels.h"
#include "solve/placing/placing_array.h"
#include "solve/placing/placing_census.h"
#include "solve/placing/placing_rows.h"
#include "solve/placing/placing_steps.h"
#include "solve/rows/spill.h"
#include "store/table/table.h"

namespace merels::solve {

// How the rows of a role of a place-then-move game are kept. The results are the same.
enum class PlacingLayout : std::uint8_t {
    kAuto,    // what is cheapest of those that fit the memory limit
    kCubes,   // all sets of free points (placing_array.h): many men
    kPacked,  // only sets that occur (packed_array.h): few men on a side; with depths only
    kPairs,   // two layers at once from tables to tables (placing_pairs.h): less memory than cubes in place
};

struct PlacingOptions {
    Variant variant;
    int threads = 1;
    std::uint64_t memory_limit = ~std::uint64_t{0};  // bytes; kNoMemory when the pass needs more
    KernelKind kernel = KernelKind::kAuto;
    // kWdl: tables and census without depth, from an eighth of the memory; the reader may give tables of either kind.
    ValueKind values = ValueKind::kDtw;
    PlacingLayout layout = PlacingLayout::kAuto;
    std::uint32_t pair_batch = 0;  // rows a batch of kPairs; 0: as many as fit
    bool pair_scratch = false;     // for tests: kPairs keeps levels in a file even where memory suffices
    bool whole_rows = false;       // for tests: a Lasker layer handles no row bit by bit
    std::filesystem::path scratch = std::filesystem::temp_directory_path();  // folder for what does not fit
    bool census = true;                                                      // count while solving
    bool spill = false;  // levels lie in a scratch file (spill.h); so they do where memory_limit is too small
    std::uint64_t spill_after = 0;          // bytes of levels that stay in memory then
    Progress* progress = nullptr;           // may be null; told the layer at hand (detail)
    const StopFlag* stop = nullptr;         // may be null; asked between layers, kInterrupted when it is set
    Transport* ranks = &local_transport();  // who share the pass, each with its own threads and memory

    // On one of the ranks; all ask at the same time.
    bool stopped() const {
        std::uint64_t wanted = stop != nullptr && *stop;
        ranks->max({&wanted, 1});
        return wanted != 0;
    }
};

// What a pass holds in memory beside the rows of its threads where levels are spilled: tables on their way, canonical
// rows, and a working set of rows.
inline constexpr std::uint64_t kSpilledPlacingBytes = std::uint64_t{512} << 20;

// Reads whole rows of a table, in the form of store/table.h. Called from several threads. Pairs of layers also read the
// tables of layers that the sink was given before.
using TableReader =
    std::function<Status(const Subspace& subspace, ClassIndex first, ClassIndex rows, std::span<std::uint8_t> out)>;

// Takes what a layer gave. Calls come from the thread that runs the pass; an error stops it.
class PlacingSink {
  public:
    virtual ~PlacingSink() = default;
    // The table of one subspace of `layer`. `rows` may be called from several threads until this call returns. `wins`
    // has the odd plies only, and no plies at all without census. `first_rows`: which rank has which rows
    // (store/table/table.h: TableShare).
    virtual Status table(const Layer& layer, const Subspace& subspace, const RowSource& rows, const Census& wins,
                         const std::vector<std::uint32_t>& first_rows) = 0;
    // The losses (even plies) of one subspace, found by the role of the side that does not move.
    virtual Status losses(const Layer& layer, const Census& losses) = 0;
    // All of the layer that this role gives was delivered.
    virtual Status layer_done(Side role, const Layer& layer) = 0;
};

int men_of(const Variant& variant, Side side);
RoleLayer role_layer(const Variant& variant, Side role, const Layer& layer);
std::string name_of(const Layer& layer);
std::unique_ptr<const PlacingRows> make_rows(const PlacingOptions& options);
// The disk that a scratch file may take where arrays of so many bytes are spilled, none larger than `largest`: an array
// that does not fit into what is left of the memory goes to the file as a whole.
std::uint64_t scratch_bytes(const PlacingOptions& options, std::uint64_t arrays, std::uint64_t largest);

// What one role needs but arrays; freed when it is done.
struct RoleWork {
    RoleWork(const PlacingOptions& role_options, Side side, const PlacingRows& kind);
    // For the census; the workspace is allocated by its user. False when memory is refused.
    [[nodiscard]] bool build_canonical();
    // Why memory was refused.
    Error refused() const;
    void keep_to_limit() const {
        if (spill) spill->keep_to_limit();
    }

    const PlacingOptions& options;
    const Side role;
    const PlacingRows& rows;
    std::unique_ptr<Spill> spill;  // where the options say so
    WorkerPool pool;
    PlacingWorkspace space;
    PlacingSteps steps;
    CanonicalRows canonical;
};

// Fills rows of consecutive numbers with the tables of a layer in which the row side moves, and with its terminals. One
// thread's work; several may run at once.
Status load_rows(const RoleWork& work, const LevelRows& level, const RoleLayer& layer, int men, ClassIndex first,
                 ClassIndex rows, const TableReader& reader);

// Fills one level of the array with the tables of a layer in which the row side moves, and with its terminals.
Status load_level(RoleWork& work, PlacingArray& array, const RoleLayer& layer, int men, const TableReader& reader);

// A solved layer of a role, however it is kept.
struct SolvedLayer {
    // Of the subspaces with so many men in a row, in their order, seen from the row side.
    std::function<Result<std::vector<Census>>(int row_men)> census;
    // One row as the bytes of a table. Thread-safe.
    std::function<void(int row_men, int cube_men, ClassIndex row, std::span<std::uint8_t> out)> pack;
    // By rank the first row of the level that it can pack, and behind the last one the number of rows; empty: all can
    // pack all.
    std::vector<std::uint32_t> first_rows = {};
};

// Counts one level of a solved layer and hands it to the sink: tables where the row side moves, else counts of losses.
Status deliver_level(const PlacingOptions& options, Side role, const Layer& layer, int men, const SolvedLayer& solved,
                     PlacingSink& sink);
Status deliver_level(RoleWork& work, const PlacingArray& array, const Layer& layer, int men, PlacingSink& sink);

}  // namespace merels::solve
