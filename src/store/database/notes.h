// SPDX-License-Identifier: MIT
// Small texts that belong to tables but come after them: DATABASE/COLLECTION/NAME.notes, text by key, in a chunk file
// (chunk_file.h), so every byte is checksummed. The solver keeps the counts of losses of layers with hands here, which
// it learns when the tables are long written.
//
//   add_notes(database, "nine-c1", "losses+5-6", {{"4-3+5-6", text}});
//   auto notes = read_notes(database, "nine-c1", "losses+5-6");
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "merels/result.h"

namespace merels {

using Notes = std::map<std::string, std::string>;

std::filesystem::path notes_path(const std::filesystem::path& database, const std::string& collection,
                                 const std::string& name);

// Errors as ChunkReader::open has them; kMissing where there is no such file.
Result<Notes> read_notes(const std::filesystem::path& database, const std::string& collection, const std::string& name);

// Adds to what is there or replaces it by key, and writes the whole file anew, atomically. A damaged file is replaced.
Status add_notes(const std::filesystem::path& database, const std::string& collection, const std::string& name,
                 const Notes& notes);

// An error for each notes file of the collection that cannot be read.
std::vector<Error> damaged_notes(const std::filesystem::path& database, const std::string& collection);

}  // namespace merels
