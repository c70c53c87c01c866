// SPDX-License-Identifier: MIT
// Arguments that several commands share.
#pragma once

#include <string>

#include "command.h"
#include "merels/position.h"
#include "merels/variant.h"

namespace merels::cli {

inline constexpr const char* kVariantHelp = "A game: ID or ID@WHITE,BLACK (see 'merels variants')";
inline constexpr const char* kPositionHelp =
    "A position: INNER/MIDDLE/OUTER SIDE WHITE_HAND BLACK_HAND; '_' may stand for a space; the start if left out";
inline constexpr const char* kJsonHelp = "Write JSON";

// --db, the folder of the tables; MERELS_DB of the environment where it is left out.
Option* add_database_option(Command& command, std::string& folder);

// --threads; 0, which cannot be asked for, stands for all of the machine's.
void add_threads_option(Command& command, int& threads);
int thread_count(int threads);
// --memory of commands that walk over tables.
void add_table_memory_option(Command& command, std::string& memory);

struct VariantAndPosition {
    Variant variant;
    Position position;
};

// Reads both; an empty position text is the start of the variant. Errors name the argument.
Result<VariantAndPosition> read_variant_and_position(const std::string& variant, const std::string& position);

}  // namespace merels::cli
