// SPDX-License-Identifier: MIT
// One look into the tables of one game: what is stored of a position and of what its turns lead to. Not thread-safe;
// made for one question and thrown away.
//
// Tables hold only the mover's wins. A position that is not won is told apart by its successors: all won for the
// opponent = lost, else drawn. Successors by turns that take the same men stand in one row, which is read by one
// gather.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "index/subspace.h"
#include "merels/position.h"
#include "merels/value.h"
#include "probe/table_finder.h"
#include "rules/rules.h"

namespace merels {

// What one look says of a position.
struct Seen {
    enum class State : std::uint8_t {
        kUnread,  // the table cannot be read
        kFinal,   // the game is over there
        kWon,     // by its table
        kNotWon,  // by its table: drawn or lost
        kKnown,   // by a table that tells all
    };
    State state = State::kUnread;
    Value value;             // of kFinal, kWon and kKnown
    bool with_depth = true;  // of the table
};

// The worst of several errors: damage is more worth telling than a missing table, else the first counts.
struct Troubles {
    std::optional<Error> worst;
    int damaged = 0;  // how many were damage

    void add(const Error& error);
    void add(const Troubles& more);
};

class Prober {
  public:
    Prober(const TableFinder& tables, const Variant& variant) : tables_(tables), variant_(variant) {}

    // The table's word on a position that is not over.
    Seen look_up(const Position& position, Troubles& troubles);
    // The same for the positions that turns lead to, final ones included; as many entries in `out` as turns.
    void look_up(std::span<const Position> after, std::span<const Turn> turns, std::span<Seen> out, Troubles& troubles);
    // The value of a position that its table calls not won. Unknown where tables that decide it cannot be read. Cost:
    // one look-up for each successor until one shows that it is drawn.
    Value drawn_or_lost(const Position& position, Troubles& troubles);

  private:
    // Several turns of one position that lead into one row.
    struct Group {
        Mask taken;
        bool placing;
        std::vector<std::uint32_t> members;
    };
    struct OpenTable {
        Subspace subspace;
        std::shared_ptr<const Table> table;
    };
    Result<const Table*> table_of(const Subspace& subspace);
    void read_group(std::span<const Position> after, std::span<const std::uint32_t> members, std::span<Seen> out,
                    Troubles& troubles);
    static Seen read_whole(const Table& table, const Address& address, Troubles& troubles);
    static Seen from_byte(std::uint8_t byte, bool with_depth);

    const TableFinder& tables_;
    const Variant& variant_;
    std::vector<OpenTable> open_;  // few
};

}  // namespace merels
