// SPDX-License-Identifier: MIT
// Reads the command line, runs one command, and turns its outcome into an exit code. An error of any kind is one line
// "merels: ..." on standard error.
#include <cstdio>
#include <exception>
#include <new>

#include "commands.h"
#include "exit_codes.h"
#include "output.h"

namespace merels::cli {
namespace {

// Bad arguments as an error value; help and version are printed and leave `done` true.
Status parse_command_line(CLI::App& app, int argc, char** argv, bool& done) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() == 0) {
            app.exit(e);
            done = true;
            return ok_status();
        }
        return Error{ErrorCode::kBadInput, e.what()};
    }
    if (app.get_subcommands().empty()) {
        print_text(app.help());
        done = true;
    }
    return ok_status();
}

Status run(int argc, char** argv) {
    CLI::App app{"Merels: the games of the morris family, played, solved and explained.", "merels"};
    app.set_version_flag("--version", "merels " MERELS_VERSION, "Print the version and exit");
    app.footer(kExitCodesHelp);
    CommandSet commands;
    add_all_commands(app, commands);
    bool done = false;
    Status parsed = parse_command_line(app, argc, argv, done);
    if (!parsed || done) return parsed;
    return commands.run_chosen();
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
    } catch (const std::exception& e) {
        status = Error{ErrorCode::kInternal, e.what()};
    }
    if (status && !cli::flush_output()) status = Error{ErrorCode::kIo, "cannot write to standard output"};
    if (status) return cli::kExitOk;
    cli::print_error(status.error());
    return cli::exit_code(status.error().code);
}
