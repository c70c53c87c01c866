// SPDX-License-Identifier: MIT
// The only file that includes CLI11.
#include "command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>

#include "output.h"

namespace merels::cli {
namespace {

// Letters to add, drop or change to turn one word into the other; swapping two neighbours counts one too.
int letters_apart(const std::string& a, const std::string& b) {
    const std::size_t width = b.size() + 1;
    std::vector<int> before(width), last(width), now(width);
    std::iota(last.begin(), last.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = std::min(now[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(now);
    }
    return last[b.size()];
}

// Where commands are expected the first word has to be one.
Status check_names(const ::CLI::App& app, int argc, char** argv, int at) {
    if (at >= argc || argv[at][0] == '-' || argv[at][0] == '\0') return ok_status();
    const std::string word = argv[at];
    std::string nearest;
    int least = 3;  // more than two letters away nobody means it
    for (const ::CLI::App* command : app.get_subcommands([](const ::CLI::App*) { return true; })) {
        const std::string& name = command->get_name();
        if (name == word) {
            const bool has_commands = !command->get_subcommands([](const ::CLI::App*) { return true; }).empty();
            return has_commands ? check_names(*command, argc, argv, at + 1) : ok_status();
        }
        const int far = name.starts_with(word) ? 0 : letters_apart(word, name);
        if (far < least && far < static_cast<int>(word.size())) {
            least = far;
            nearest = name;
        }
    }
    const std::string hint =
        nearest.empty() ? "'" + app.get_name() + " --help' lists the commands" : "did you mean '" + nearest + "'?";
    return Error{ErrorCode::kBadInput, "there is no command '" + word + "'; " + hint};
}

}  // namespace

Option* Option::required() {
    option_->required();
    return this;
}

Option* Option::check(const Range& range) {
    if (range.whole) {
        option_->check(::CLI::Range(static_cast<int>(range.least), static_cast<int>(range.most)));
    } else {
        option_->check(::CLI::Range(range.least, range.most));
    }
    return this;
}

Option* Option::check(const IsMember& words) {
    option_->check(::CLI::IsMember(words.words));
    return this;
}

Option* Option::capture_default_str() {
    option_->capture_default_str();
    return this;
}

Option* Option::excludes(const Option* other) {
    option_->excludes(other->option_);
    return this;
}

Option* Option::needs(const Option* other) {
    option_->needs(other->option_);
    return this;
}

Option* Option::envname(const std::string& variable) {
    option_->envname(variable);
    return this;
}

Command* Command::add_subcommand(const std::string& name, const std::string& help) {
    subcommands_.push_back(std::make_unique<Command>(app_->add_subcommand(name, help)));
    return subcommands_.back().get();
}

void Command::require_subcommand(int count) { app_->require_subcommand(count); }

Option* Command::keep(::CLI::Option* option) {
    options_.push_back(std::make_unique<Option>(option));
    return options_.back().get();
}

Option* Command::add_option(const std::string& name, std::string& value, const std::string& help) {
    return keep(app_->add_option(name, value, help));
}

Option* Command::add_option(const std::string& name, int& value, const std::string& help) {
    return keep(app_->add_option(name, value, help));
}

Option* Command::add_option(const std::string& name, std::uint64_t& value, const std::string& help) {
    // CLI11 takes -1 for the largest number there is.
    const auto not_negative = [](const std::string& text) {
        return text.starts_with('-') ? "'" + text + "' is not a number from 0 on" : std::string();
    };
    return keep(app_->add_option(name, value, help)->check(not_negative));
}

Option* Command::add_option(const std::string& name, double& value, const std::string& help) {
    return keep(app_->add_option(name, value, help));
}

Option* Command::add_option(const std::string& name, std::vector<std::string>& values, const std::string& help) {
    return keep(app_->add_option(name, values, help));
}

Option* Command::add_flag(const std::string& name, bool& value, const std::string& help) {
    return keep(app_->add_flag(name, value, help));
}

bool Command::parsed() const { return app_->parsed(); }

CommandLine::CommandLine(const std::string& name, const std::string& description, const std::string& version,
                         const std::string& footer)
    : app_(std::make_unique<::CLI::App>(description, name)), top_(std::make_unique<Command>(app_.get())) {
    app_->set_version_flag("--version", name + " " + version, "Print the version and exit");
    app_->footer(footer);
}

CommandLine::~CommandLine() = default;

Result<bool> CommandLine::parse(int argc, char** argv) {
    if (Status names = check_names(*app_, argc, argv, 1); !names) return names.error();
    try {
        app_->parse(argc, argv);
    } catch (const ::CLI::ParseError& e) {
        if (e.get_exit_code() != 0) return Error{ErrorCode::kBadInput, e.what()};
        app_->exit(e);
        return false;
    }
    if (!app_->get_subcommands().empty()) return true;
    print_text(app_->help());
    return false;
}

}  // namespace merels::cli
