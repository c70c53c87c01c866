// SPDX-License-Identifier: MIT
// Reads the command line, runs one command, and turns its outcome into an exit code. An error of any kind is one line
// "merels: ..." on standard error.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <system_error>

#include "base/transport.h"
#include "command.h"
#include "commands.h"
#include "exit_codes.h"
#include "output.h"
#include "transport/make_transport.h"

namespace merels::cli {
namespace {

Status run(int argc, char** argv, Transport& ranks) {
    CommandLine line("merels", "Merels: the games of the morris family, played, solved and explained.", MERELS_VERSION,
                     kExitCodesHelp);
    CommandSet commands(ranks);
    add_all_commands(line.top(), commands);
    const auto asked = line.parse(argc, argv);
    if (!asked) return ranks.agree(asked.error());
    return *asked ? commands.run_chosen() : ok_status();
}

}  // namespace
}  // namespace merels::cli

int main(int argc, char** argv) {
    using namespace merels;
    const std::unique_ptr<Transport> made = make_transport();
    Transport& ranks = made ? *made : local_transport();
    if (!ranks.is_first()) cli::silence_output();
    Status status = ok_status();
    try {
        status = cli::run(argc, argv, ranks);
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
    Error error = status.error();
    const int code = cli::exit_code(error.code);
    if (ranks.alone() || (ranks.is_first() && ranks.has_agreed_on_failure())) {
        cli::print_error(error);
    } else if (!ranks.has_agreed_on_failure()) {
        // Only this rank knows: the others would wait for ever.
        error.message = "rank " + std::to_string(ranks.rank()) + ": " + error.message;
        cli::print_error(error);
        ranks.end_all(code);
    }
    return code;
}
