// SPDX-License-Identifier: MIT
// merels starts: the values of all starts of a game, solving what is missing.
//
// What the tables tell already is read; the rest is solved (merels/solve.h), and after each start the matrix has more
// values.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "analysis/starts.h"
#include "arguments.h"
#include "commands.h"
#include "machine.h"
#include "number_format.h"
#include "output.h"
#include "solve_run.h"
#include "text_table.h"
#include "value_text.h"

namespace merels::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string game;
    std::string men = "3..12";
    int max_total = 2 * kMaxMen;
    SolveSettings settings;
    bool json = false;
    bool dry_run = false;
};

using Pair = std::pair<int, int>;  // White's men, Black's
Pair pair_of(const Variant& start) { return {start.white_men, start.black_men}; }

// "3..12", or one number.
Result<StartRange> parse_range(const std::string& text, int max_total) {
    StartRange range;
    range.max_total = max_total;
    char rest = 0;
    int parts = std::sscanf(text.c_str(), "%2d..%2d%c", &range.least, &range.most, &rest);
    if (parts == 1 && text.find('.') == std::string::npos) {
        range.most = range.least;
        parts = 2;
    }
    if (parts != 2 || range.least < kMinMen || range.most > kMaxMen || range.least > range.most) {
        return Error{ErrorCode::kBadInput, "--men '" + text + "': two numbers from 3 to 12 are expected, as in '3..9'"};
    }
    return range;
}

class Starts {
  public:
    Starts(const Options& options, std::vector<Variant> wanted, Transport& ranks)
        : options_(options), with_depth_(options.settings.values == "dtw"), wanted_(std::move(wanted)), ranks_(ranks) {}

    Status run() {
        if (Status read = ranks_.agree(read_values()); !read) return read;
        auto solve_as = solve_options(options_.settings);
        if (!solve_as) return ranks_.agree(solve_as.error());
        solve_as->ranks = &ranks_;
        const std::vector<Variant> open = open_starts();
        auto plan = plan_starts(open, *solve_as);
        if (!plan) return plan.error();
        if (!plan->starts.empty()) {
            say(describe(plan->starts));
            if (options_.dry_run) {
                if (Status told = say_needs(plan->starts, *solve_as); !told) return told;
            } else if (Status done = solve(*plan, *solve_as); !done) {
                return done;
            }
        }
        for (const RefusedStart& refused : plan->refused) refused_[pair_of(refused.start)] = refused.why.message;
        if (options_.json) {
            print_json(json());
        } else {
            print_text(matrix());
            for (const auto& [pair, why] : refused_) {
                print_text(fmt::format("{},{} was not solved: {}\n", pair.first, pair.second, why));
            }
        }
        return ok_status();
    }

  private:
    // Not among JSON.
    void say(const std::string& text) const {
        if (options_.json) return;
        print_text(text);
        flush_output();
    }

    // Of the first rank, which speaks.
    Status read_values() {
        if (!ranks_.is_first()) return ok_status();
        const auto tables = Tablebase::open(options_.settings.database);
        if (!tables && tables.error().code == ErrorCode::kMissing) return ok_status();
        if (!tables) return tables.error();
        for (const Variant& start : wanted_) {
            const auto value = start_value(*tables, start);
            if (!value) return value.error();
            values_[pair_of(start)] = *value;
        }
        return ok_status();
    }

    bool is_known(const Variant& start) const {
        const auto found = values_.find(pair_of(start));
        if (found == values_.end() || found->second.wdl == Wdl::kUnknown) return false;
        return !with_depth_ || found->second.wdl == Wdl::kDraw || found->second.dtw != kNoPly;
    }

    // As the first rank sees it.
    std::vector<Variant> open_starts() {
        std::vector<std::uint64_t> is_open;
        for (const Variant& start : wanted_) is_open.push_back(ranks_.is_first() && !is_known(start) ? 1 : 0);
        ranks_.max(is_open);
        std::vector<Variant> open;
        for (std::size_t i = 0; i < wanted_.size(); ++i) {
            if (is_open[i] != 0) open.push_back(wanted_[i]);
        }
        return open;
    }

    std::string describe(const std::vector<Variant>& todo) const {
        std::string list;
        for (const Variant& v : todo) list += fmt::format(" {},{}", v.white_men, v.black_men);
        return fmt::format("to be solved, with all starts that they contain:{}\n", list);
    }

    // What each start needs by itself, and the positions without hands that they share; of these the largest need.
    Status say_needs(const std::vector<Variant>& todo, SolveOptions solve) const {
        solve.open_tables = false;
        TextTable table({{"start"},
                         {"positions", Align::kRight},
                         {"tables", Align::kRight},
                         {"memory", Align::kRight},
                         {"disk", Align::kRight},
                         {"roughly", Align::kRight}});
        const auto add = [&](const std::string& name, const PhasePlan& phase, const SolvePlan& plan) {
            table.add({name, with_commas(phase.positions), std::to_string(phase.tables), human_bytes(phase.memory),
                       human_bytes(phase.disk_bytes), human_seconds(plan.seconds_of(phase))});
            return plan.seconds_of(phase);
        };
        std::optional<SolvePlan> shared;
        double seconds = 0;
        for (const Variant& start : todo) {
            auto plan = plan_solve(start, solve);
            if (!plan) return plan.error();
            if (plan->placing) {
                seconds += add(fmt::format("{},{}", start.white_men, start.black_men), *plan->placing, *plan);
            }
            if (plan->moving && (!shared || shared->moving->positions < plan->moving->positions)) shared = *plan;
        }
        if (shared) seconds += add("no hands", *shared->moving, *shared);
        say(table.text() + fmt::format("all together roughly {}\n", human_seconds(seconds)));
        return ok_status();
    }

    Status solve(StartsPlan& plan, const SolveOptions& solve) {
        const auto progress =
            ranks_.is_first() ? make_solve_progress(options_.settings) : std::make_unique<SilentProgress>();
        StartsEvents events;
        events.begins = [&](const SolvePlan& begun, bool whole) {
            const Variant& start = begun.variant;
            if (whole) say(fmt::format("\n{}@{},{}\n", start.base_id, start.white_men, start.black_men));
            if (!begun.nothing_to_do()) say(plan_text(begun));
        };
        events.phase_done = [&](const PhaseReport& report) { say(phase_text(report)); };
        events.splits = [&](int groups) {
            say(fmt::format("\n{} groups of ranks side by side; the first one speaks\n", groups));
        };
        events.start_done = [&](const Variant& start) {
            if (Status read = read_values(); !read) return read;
            if (start != plan.starts.back()) say(matrix());
            return ok_status();
        };
        if (Status done = run_starts(plan, solve, *progress, &stop_on_signals(), events); !done) return done;
        say("\n");
        return ranks_.agree(read_values());  // also what other groups of ranks solved
    }

    std::string cell(Pair pair) const {
        const bool asked =
            std::any_of(wanted_.begin(), wanted_.end(), [&](const Variant& start) { return pair_of(start) == pair; });
        if (!asked) return "";
        const auto found = values_.find(pair);
        const Value value = found == values_.end() ? Value{} : found->second;
        const std::string depth = value.dtw == kNoPly ? "" : fmt::format(" {}", value.dtw);
        switch (value.wdl) {
            case Wdl::kWin: return paint("W" + depth, Colour::kGood);
            case Wdl::kLoss: return paint("L" + depth, Colour::kBad);
            case Wdl::kDraw: return "D";
            default: return paint(refused_.contains(pair) ? "-" : "?", Colour::kFaint);
        }
    }

    // White's men downwards, Black's to the right; for White.
    std::string matrix() const {
        int least = kMaxMen, most = kMinMen;
        for (const Variant& start : wanted_) {
            least = std::min<int>(least, start.white_men);
            most = std::max<int>(most, start.white_men);
        }
        std::vector<Column> columns{{"W\\B", Align::kRight}};
        for (int black = least; black <= most; ++black) columns.push_back({std::to_string(black), Align::kRight});
        TextTable table(columns);
        for (int white = least; white <= most; ++white) {
            std::vector<std::string> line{std::to_string(white)};
            for (int black = least; black <= most; ++black) line.push_back(cell({white, black}));
            table.add(std::move(line));
        }
        return table.text();
    }

    Json json() const {
        Json list = Json::array();
        for (const Variant& start : wanted_) {
            Json entry{{"white", start.white_men}, {"black", start.black_men}};
            const auto found = values_.find(pair_of(start));
            put_value(entry, found == values_.end() ? Value{} : found->second);
            if (const auto why = refused_.find(pair_of(start)); why != refused_.end()) entry["refused"] = why->second;
            list.push_back(std::move(entry));
        }
        return list;
    }

    const Options& options_;
    const bool with_depth_;
    const std::vector<Variant> wanted_;
    Transport& ranks_;
    std::map<Pair, Value> values_;
    std::map<Pair, std::string> refused_;  // starts that do not fit, with the reason
};

Status run(const Options& options, Transport& ranks) {
    const auto game = parse_variant(options.game);
    if (!game) return ranks.agree(game.error());
    const auto range = parse_range(options.men, options.max_total);
    if (!range) return ranks.agree(range.error());
    return Starts(options, starts_of(*game, *range), ranks).run();
}

}  // namespace

void add_starts_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand(
        "starts",
        "The values of all starts of a game with other men; solves what is missing, goes on where it stopped");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT", options->game, "A game (see 'merels variants')")->required();
    command->add_option("--men", options->men, "Men a side, LEAST..MOST")->capture_default_str();
    command->add_option("--max-total", options->max_total, "At most so many men of both sides together")
        ->check(Range(2 * kMinMen, 2 * kMaxMen));
    add_solve_options(*command, options->settings);
    command->add_flag("--dry-run", options->dry_run, "Solve nothing: what the tables tell, and what would be solved");
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add_for_ranks(command, [options](Transport& ranks) { return run(*options, ranks); });
}

}  // namespace merels::cli
