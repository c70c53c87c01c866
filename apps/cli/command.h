// SPDX-License-Identifier: MIT
// A command, its options and the command line: the part of CLI11 that the program uses, in its spelling. CLI11 is
// included by command.cpp alone, because reading its headers costs more than compiling a command.
//
//   Command* command = app.add_subcommand("show", "Draw a position");
//   command->add_option("VARIANT", options->variant, kVariantHelp)->required();
//   command->add_flag("--json", options->json, kJsonHelp);
//
// Options are written to the variables that they were bound to when the line is parsed; those have to live until then.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "merels/result.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace merels::cli {

// Numbers from least to most.
struct Range {
    Range(int least_, int most_) : least(least_), most(most_), whole(true) {}
    Range(double least_, double most_) : least(least_), most(most_), whole(false) {}
    double least, most;
    bool whole;
};

// One of these words.
struct IsMember {
    IsMember(std::initializer_list<const char*> list) : words(list.begin(), list.end()) {}
    explicit IsMember(std::vector<std::string> list) : words(std::move(list)) {}
    std::vector<std::string> words;
};

class Option {
  public:
    explicit Option(::CLI::Option* option) : option_(option) {}
    Option* required();
    Option* check(const Range& range);
    Option* check(const IsMember& words);
    Option* capture_default_str();  // help shows what the variable holds now
    Option* excludes(const Option* other);
    Option* needs(const Option* other);
    Option* envname(const std::string& variable);  // where the option is left out

  private:
    ::CLI::Option* option_;
};

class Command {
  public:
    explicit Command(::CLI::App* app) : app_(app) {}

    Command* add_subcommand(const std::string& name, const std::string& help);
    void require_subcommand(int count);

    // A name without "--" is an argument known by its place.
    Option* add_option(const std::string& name, std::string& value, const std::string& help);
    Option* add_option(const std::string& name, int& value, const std::string& help);
    Option* add_option(const std::string& name, std::uint64_t& value, const std::string& help);
    Option* add_option(const std::string& name, double& value, const std::string& help);
    Option* add_option(const std::string& name, std::vector<std::string>& values, const std::string& help);
    Option* add_flag(const std::string& name, bool& value, const std::string& help);

    // The line asked for this command.
    bool parsed() const;

  private:
    Option* keep(::CLI::Option* option);

    ::CLI::App* app_;
    std::vector<std::unique_ptr<Command>> subcommands_;
    std::vector<std::unique_ptr<Option>> options_;
};

// The command line as a whole.
class CommandLine {
  public:
    CommandLine(const std::string& name, const std::string& description, const std::string& version,
                const std::string& footer);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    Command& top() { return *top_; }

    // False: there is nothing to run, help or the version were asked for and printed. Errors are of bad input, and name
    // what may have been meant where a command has a wrong name.
    Result<bool> parse(int argc, char** argv);

  private:
    std::unique_ptr<::CLI::App> app_;
    std::unique_ptr<Command> top_;
};

}  // namespace merels::cli
