// SPDX-License-Identifier: MIT
// Where the files of a database come from: another folder, or a web server that serves such a folder as it is.
//
//   auto source = open_file_source("https://example.org/tables", &stop);
//   source->read("nine-capture/4-3.mrl", 1000, sink);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "merels/progress.h"
#include "merels/result.h"

namespace merels {

// Takes bytes of a file that belong at `offset`. An error ends the reading, which gives it back.
using ByteSink = std::function<Status(std::uint64_t offset, std::span<const std::uint8_t> bytes)>;

// Not thread-safe.
class FileSource {
  public:
    virtual ~FileSource() = default;

    // Its folders, ascending; nothing where it cannot tell them (a web server).
    virtual std::optional<std::vector<std::string>> folders() const = 0;
    // Hands the bytes of a file from `offset` on to the sink, in order. A source that cannot begin there begins at 0.
    // kMissing where it has no such file, kIo where the connection broke, kInterrupted when the stop flag was set;
    // errors of the sink. The message names the file.
    virtual Status read(const std::string& path, std::uint64_t offset, const ByteSink& sink) = 0;
    // What people know the file by.
    virtual std::string name(const std::string& path) const = 0;
};

// A folder, or http:// and https://. kMissing where the folder is not there, kBadInput for other addresses.
Result<std::unique_ptr<FileSource>> open_file_source(const std::string& where, const StopFlag* stop);

}  // namespace merels
