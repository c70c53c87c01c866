// SPDX-License-Identifier: MIT
// The values of many positions at once. Says the same as the Prober does one by one, but asks for each block of a table
// only once in a batch: questions are sorted by the row in which they stand. Positions in the order of a table are
// the best case, any order is allowed. Not thread-safe; one for each thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "merels/position.h"
#include "merels/value.h"
#include "merels/variant.h"
#include "probe/prober.h"
#include "probe/table_finder.h"
#include "rules/rules.h"

namespace merels {

class ManyValues {
  public:
    ManyValues(const TableFinder& tables, const Variant& variant) : tables_(tables), variant_(variant) {}

    // Fills `out`, as long as `positions`: unknown where tables cannot be read, with the worst reason in `troubles`.
    void read(std::span<const Position> positions, std::span<Value> out, Troubles& troubles);

  private:
    // A look at one place of one table: at what an open position leads to.
    struct Question {
        std::uint64_t place;  // table, row and rank, from the top
        std::uint32_t open;   // number of the open position
    };
    // A position that its own table calls not won: drawn as soon as a successor is not won either.
    struct Open {
        std::uint32_t position;  // number in the batch
        Ply longest = 0;         // of the successors that were seen
        bool with_depth = true;  // they all had one
        bool done = false;
    };
    struct OpenTable {
        Subspace subspace;
        std::shared_ptr<const Table> table;  // null: it cannot be read
    };
    // Which successors are asked for together: some of the quiet ones by their number, or all that are left.
    struct Part {
        int first, last;  // quiet ones; those that take men are in the last part
        bool taking;
    };
    static constexpr std::size_t kBatch = std::size_t{1} << 18;

    void read_batch(std::span<const Position> positions, std::span<Value> out, Troubles& troubles);
    void read_own(std::span<const Position> positions, std::span<Value> out);
    void ask(std::span<const Position> positions, const Part& part);
    bool ask_for(const Position& position, std::uint32_t open, const Part& part);
    void answer(std::span<Value> out);
    void answer_row(std::span<const Question> questions, std::span<Value> out);
    void give_up(Open& open);
    std::uint32_t table_of(const Subspace& subspace);

    const TableFinder& tables_;
    const Variant& variant_;
    std::vector<OpenTable> tables_of_;  // few
    std::vector<Open> open_;
    std::vector<std::uint32_t> slow_;  // positions that are left to the Prober, which knows what is wrong
    std::vector<Question> questions_;
    std::vector<std::uint32_t> ranks_;
    std::vector<std::uint8_t> bytes_;
};

}  // namespace merels
