// SPDX-License-Identifier: MIT
// Reads the command line, runs one command, and turns its outcome into an exit code. An error of any kind is one line
// "merels: ..." on standard error.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>

#include "command.h"
#include "commands.h"
#include "exit_codes.h"
#include "output.h"

namespace merels::cli {
namespace {

Status run(int argc, char** argv) {
    CommandLine line("merels", "Merels: the games of the morris family, played, solved and explained.", MERELS_VERSION,
                     kExitCodesHelp);
    CommandSet commands;
    add_all_commands(line.top(), commands);
    const auto asked = line.parse(argc, argv);
    if (!asked) return asked.error();
    return *asked ? commands.run_chosen() : ok_status();
}

}  // namespace
}  // namespace merels::cli

int main(int argc, char** argv) {
    using namespace merels;
    Status status = ok_status();
    try {
        status = cli::run(argc, argv);
    } catch (const std::bad_alloc&) {
        status = Error{ErrorCode::kNoMemory, "out of memory"};
    } catch (const std::filesystem::filesystem_error& e) {
        status = Error{ErrorCode::kIo, e.what()};
    } catch (const std::system_error& e) {
        // Threads are what the library asks of the system without being able to go on when it is refused.
        status = Error{ErrorCode::kNoMemory, std::string("the system refuses a thread (too little memory or too many "
                                                         "processes): ") +
                                                 e.what()};
    } catch (const std::exception& e) {
        status = Error{ErrorCode::kInternal, e.what()};
    }
    if (status && !cli::flush_output()) status = Error{ErrorCode::kIo, "cannot write to standard output"};
    if (status) return cli::kExitOk;
    cli::print_error(status.error());
    return cli::exit_code(status.error().code);
}
