// SPDX-License-Identifier: MIT
// Another program, driven over its standard input and output by lines. Ended (politely, then not) by the destructor.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "merels/result.h"

namespace merels::engine {

class ChildProcess {
  public:
    // Runs the command by /bin/sh. Its standard error is ours.
    static Result<std::unique_ptr<ChildProcess>> start(const std::string& command);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    Status write_line(std::string_view line);
    // The next line without its end. Errors: kIo when the program ended, kInterrupted when the time is over, kBadInput
    // for a line of more than 64 KiB.
    Result<std::string> read_line(std::chrono::steady_clock::time_point deadline);

  private:
    ChildProcess(int process, int to, int from) : process_(process), to_(to), from_(from) {}

    int process_;
    int to_;
    int from_;
    std::string buffer_;
};

}  // namespace merels::engine
