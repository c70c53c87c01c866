// SPDX-License-Identifier: MIT
// merels engine: the engine protocol on standard input and output (docs/engine_protocol.md).
#include <cstdio>
#include <memory>
#include <string>

#include "arguments.h"
#include "commands.h"
#include "engine/protocol/protocol.h"

namespace merels::cli {
namespace {

struct Options {
    std::string variant = "nine-c1";
    std::string database;
    std::string dialect = "uci";
    int hash = 64;
};

// The next line without its end; of an endless line only enough to be refused. False at the end of the input.
bool read_line(std::string& line) {
    line.clear();
    int c = 0;
    while ((c = std::getc(stdin)) != EOF && c != '\n') {
        if (line.size() <= EngineSession::kMostLine) line += static_cast<char>(c);
    }
    return c != EOF || !line.empty();
}

void write_line(std::string_view line) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

Status run(const Options& options) {
    const auto variant = parse_variant(options.variant);
    if (!variant) return variant.error();
    SessionOptions session_options;
    session_options.variant = *variant;
    session_options.table_path = options.database;
    session_options.hash_mebibytes = options.hash;
    session_options.sanmill = options.dialect == "sanmill";
    EngineSession session(session_options, write_line);
    std::string line;
    while (read_line(line)) {
        if (!session.handle(line)) return ok_status();
    }
    session.stop();
    return ok_status();
}

}  // namespace

void add_engine_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("engine", "Talk to other programs: UCI manners on standard input and output");
    const auto options = std::make_shared<Options>();
    command->add_option("--variant", options->variant, kVariantHelp);
    add_database_option(*command, options->database);
    command->add_option("--dialect", options->dialect, "Form of the answers to begin with")
        ->check(IsMember({"uci", "sanmill"}));
    command->add_option("--hash", options->hash, "Transposition table, MiB")->check(Range(1, 4096));
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
