// SPDX-License-Identifier: MIT
// Solves all layers with men in hand of a place-then-move game, with exact depth, from the solved moving phase.
//
// While a side has men in hand no position can occur twice, so a layer (the men in hand of both sides, and who moves)
// is one pass over the layer after it: no iteration. The game is solved in two roles, one after the other, which never
// read each other:
//
//   role White   rows = White's men, cube = Black's men, value = how soon White wins
//   role Black   rows = Black's men, cube = White's men, value = how soon Black wins
//
// A role starts from the wins of its row side in the moving phase (the tables without hands), and goes back ply by ply
// in one array (placing_array.h), in place (placing_steps.h). In layers where its row side is to move, its values are
// exactly the tables of those layers (own men = row, wins of the side to move); in the others they are the losses of
// the side to move, of which only the census is of use. So the two roles together give everything: draws are what is
// left.
//
//   PlacingPass pass(options);
//   for (Side role : {Side::kWhite, Side::kBlack}) status = pass.run(role, reader, sink);
//
// Resuming: a role can start again after any finished layer in which its row side moves, because the tables of that
// layer hold all that the array held; `reader` then gives those tables instead of the moving ones. The result is the
// same byte for byte.
//
// Cost for nine men, two cores: see docs/solving_placing.md. Memory: memory_needed().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/progress.h"
#include "index/census.h"
#include "index/layers.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "solve/byte_kernels.h"
#include "solve/placing_rows.h"
#include "store/table.h"

namespace merels::solve {

// How the rows of a role are kept. The results are the same.
enum class PlacingLayout : std::uint8_t {
    kAuto,    // what is cheaper; packed rows also where cubes need more memory than the limit
    kCubes,   // all sets of free points (placing_array.h): many men
    kPacked,  // only sets that occur (packed_array.h): few men on a side; with depths only
};

// CPU time a position with packed rows, counts and tables included (docs/results.md).
inline constexpr double kPackedNanoseconds = 250;

struct PlacingOptions {
    Variant variant;
    int threads = 1;
    std::uint64_t memory_limit = ~std::uint64_t{0};  // bytes; kNoMemory when the pass needs more
    ByteKernelKind kernel = ByteKernelKind::kAuto;
    // kWdl: tables and census without depth, from an eighth of the memory; the reader may give tables of either kind.
    ValueKind values = ValueKind::kDtw;
    PlacingLayout layout = PlacingLayout::kAuto;
    bool census = true;                    // count while solving
    Progress* progress = nullptr;          // may be null; told the layer at hand (detail)
    std::function<bool()> stop_requested;  // asked between layers; kInterrupted after a yes. May be empty
};

// Reads whole rows of a table, in the form of store/table.h. Called from several threads.
using TableReader =
    std::function<Status(const Subspace& subspace, ClassIndex first, ClassIndex rows, std::span<std::uint8_t> out)>;

// Takes what a layer gave. Calls come from the thread that runs the pass; an error stops it.
class PlacingSink {
  public:
    virtual ~PlacingSink() = default;
    // The table of one subspace of `layer`. `rows` may be called from several threads until this call returns. `wins`
    // has the odd plies only, and no plies at all without census.
    virtual Status table(const Layer& layer, const Subspace& subspace, const RowSource& rows, const Census& wins) = 0;
    // The losses (even plies) of one subspace, found by the role of the side that does not move.
    virtual Status losses(const Layer& layer, const Census& losses) = 0;
    // All of the layer that this role gives was delivered.
    virtual Status layer_done(Side role, const Layer& layer) = 0;
};

class RoleWork;  // role_work.h
struct RoleSize;

class PlacingPass {
  public:
    explicit PlacingPass(PlacingOptions options);
    ~PlacingPass();

    // The layers with men in hand, in the order in which they are solved (the last placing first).
    const std::vector<Layer>& layers() const { return layers_; }
    // kBadInput, kNoMemory: the options cannot be run.
    Status check() const;
    // Which one kAuto stands for.
    PlacingLayout layout() const;
    // To be asked after check(). Bytes at the peak of one role, without what reader and sink use.
    std::uint64_t memory_needed() const;

    // Solves one role. `after`: a layer where the role's side is to move, all of whose tables the reader has; the pass
    // goes on with the layer that comes before it in play. Without it, the reader is asked for tables without hands.
    // Errors: kBadInput (not a place-then-move game, or a layer that cannot be resumed from), kNoMemory, kInterrupted,
    // kInternal (a depth too large for a byte), and those of reader and sink.
    Status run(Side role, const TableReader& reader, PlacingSink& sink, std::optional<Layer> after = std::nullopt);

  private:
    RoleSize size_of(Side role) const;
    std::uint64_t memory_needed(PlacingLayout layout) const;
    Status deliver(RoleWork& work, Side role, const Layer& layer, PlacingSink& sink) const;

    PlacingOptions options_;
    std::unique_ptr<const PlacingRows> rows_;
    std::vector<Layer> layers_;
};

}  // namespace merels::solve
