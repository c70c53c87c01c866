// SPDX-License-Identifier: MIT
// Another program, driven by lines: what we write is its standard input, what it says on one of its two outputs is read
// line by line. Ended by the destructor: politely (its input and output are closed, it gets a second), then not.
//
//   auto child = ChildProcess::start({.arguments = {"/usr/bin/bc"}});
//   (*child)->write_line("6*7");
//   auto line = (*child)->read_line(deadline);   // "42"
//
// One thread writes and reads. interrupt(), kill() and running() may be called by any thread at any time.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "merels/result.h"

namespace merels {

struct ChildOptions {
    std::vector<std::string> arguments;  // the program's path, then its arguments
    bool give_input = true;              // false: its input is empty, write_line fails
    bool read_errors = false;            // read its standard error (its output is thrown away) instead of its output
    bool own_group = true;               // Ctrl-C in our terminal does not reach it; killed with all that it started
};
// The arguments that run a line of shell.
std::vector<std::string> shell_command(const std::string& line);

class ChildProcess {
  public:
    using TimePoint = std::chrono::steady_clock::time_point;

    // kIo where the program cannot be started. Nothing of ours stays open in it.
    static Result<std::unique_ptr<ChildProcess>> start(const ChildOptions& options);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    Status write_line(std::string_view line);
    // The next line without its end. Errors: kMissing when the program closed its output (it has ended, as a rule),
    // kInterrupted when the time is over, kBadInput for a line of more than 64 KiB.
    Result<std::string> read_line(TimePoint deadline = TimePoint::max());

    // Waits until the program has ended; its status as waitpid gives it.
    int wait();
    bool running();
    void interrupt();  // as Ctrl-C
    void kill();

  private:
    ChildProcess(int process, int to, int from, bool own_group)
        : process_(process), to_(to), from_(from), own_group_(own_group) {}
    void send(int signal, bool whole_group);
    // True when it has ended; then status_ is set and the process id means nothing any more.
    bool collect();

    int process_;
    int to_;  // -1: none
    int from_;
    bool own_group_;
    std::string buffer_;
    std::mutex mutex_;  // of the two below
    bool ended_ = false;
    int status_ = 0;
};

}  // namespace merels
