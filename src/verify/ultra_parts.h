// SPDX-License-Identifier: MIT
// The parts of a set of ultra-strong tables that a check walks over: which tables there are, where turns lead, and what
// a position has by the tables and by its successors.
//
// A part is the table of a subspace, in a split set by who moves. With the strong table of the subspace it gives each
// position a number: how good it is for the side that has just moved there (verify/ultra_codes.h), 0 where the side to
// move wins. The best turn is the one with the largest number. Lost positions have any number: those are the ones whose
// turns all lead to 0.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tables/ultra_collection.h"
#include "verify/ultra_codes.h"
#include "verify/verifier.h"

namespace merels::verify {

struct UltraPart {
    Subspace subspace;
    bool computer_moves = true;
    friend auto operator<=>(const UltraPart&, const UltraPart&) = default;
};

// After open() all const members are thread-safe.
class UltraParts {
  public:
    using Code = PairCodes::Code;

    struct Codes {
        UltraCodes stored;
        std::vector<Code> goodness;  // by code of the table: the number of its positions
        int own = 0;                 // value of the subspace for the side to move
    };
    struct Files {
        std::shared_ptr<const Table> ultra;
        std::shared_ptr<const Table> strong;
    };
    struct Turn {  // a kind of turn, and where it leads
        int takes = 0;
        bool placed = false;
        UltraPart after;
    };

    // All must outlive this.
    UltraParts(const Variant& variant, const Database& database, const UltraCollection& set)
        : variant_(variant), database_(database), set_(set) {}

    // Reads what the tables say of themselves, and puts into the report what is missing, what cannot be checked because
    // of that, and entries that make no sense. No table stays open.
    Status open(bool moving_only, VerifyReport& report);
    // In the order of the check: fewer men in hand, then on the board; the two sides of a unit one after the other.
    const std::vector<UltraPart>& checkable() const { return checkable_; }

    const Variant& variant() const { return variant_; }
    const PairCodes& pairs() const { return pairs_; }
    const Codes& codes(const UltraPart& part) const { return codes_.at(part); }
    // But for turns that leave the opponent short of three men.
    std::vector<Turn> turns(const UltraPart& part) const;

    Result<Files> files(const UltraPart& part) const;
    // The numbers of consecutive rows; `out` has room for all their positions.
    Status decode(const Files& files, const UltraPart& part, ClassIndex first, ClassIndex rows, Code* out) const;

    // The number that a position must have whose best turn leads to this one; 0 where it is won or lost.
    Code expected_of(const UltraPart& part, int best) const;
    // The number of a position without any turn.
    Code expected_without_turn(const UltraPart& part) const;
    // What a position must have, by the rules' own turns and single look-ups: some 100 microseconds.
    Result<Code> expected_at(const UltraPart& part, const Position& position) const;
    // Both numbers, in words.
    WrongPosition wrong_position(const UltraPart& part, Address address, Code stored, Code expected) const;

  private:
    std::vector<UltraPart> all_parts(bool moving_only) const;
    Result<Code> code_at(const UltraPart& part, Address address) const;
    std::string describe(Code goodness, int own) const;

    const Variant& variant_;
    const Database& database_;
    const UltraCollection& set_;
    PairCodes pairs_;
    std::map<UltraPart, Codes> codes_;
    std::vector<UltraPart> checkable_;
};

}  // namespace merels::verify
