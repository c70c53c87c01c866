// SPDX-License-Identifier: MIT
// merels compare: where two rule sets differ.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "analysis/comparison.h"
#include "arguments.h"
#include "commands.h"
#include "machine.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"
#include "text_table.h"
#include "value_text.h"

namespace merels::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string variant_a;
    std::string variant_b;
    std::string database;
    std::string phase = "all";
    int last_ply = 0;
    std::string memory = "4G";
    int threads = 0;
    bool json = false;
};

constexpr std::array kOutcomes{Wdl::kWin, Wdl::kDraw, Wdl::kLoss};

Json dtw_json(Value value) { return value.dtw == kNoPly ? Json() : Json(value.dtw); }

Json to_json(const OutcomeChanges& changes) {
    Json from_to;
    Json examples = Json::array();
    for (const Wdl a : kOutcomes) {
        for (const Wdl b : kOutcomes) {
            from_to[std::string(name(a))][std::string(name(b))] = changes.positions(a, b);
            const auto& example = changes.examples[static_cast<int>(a)][static_cast<int>(b)];
            if (!example) continue;
            examples.push_back({{"from", name(a)},
                                {"to", name(b)},
                                {"position", format_position(example->position)},
                                {"dtw_a", dtw_json(example->a)},
                                {"dtw_b", dtw_json(example->b)}});
        }
    }
    return {{"positions", changes.all()},
            {"from_to", from_to},
            {"changed", changes.changed()},
            {"reversed", changes.reversed()},
            {"far", changes.with_depth ? Json{{"more_than", kFarPlies},
                                              {"nearer_under_a", changes.nearer_under_a},
                                              {"nearer_under_b", changes.nearer_under_b}}
                                       : Json()},
            {"examples", examples}};
}

Json layer_name(const LayerComparison& layer) {
    return {{"ply", layer.ply == 0 ? Json() : Json(layer.ply)},
            {"white_hand", layer.layer.hand[0]},
            {"black_hand", layer.layer.hand[1]},
            {"to_move", layer.layer.to_move == Side::kWhite ? "w" : "b"}};
}

Json to_json(const Comparison& comparison, const Variant& a, const Variant& b) {
    Json json{{"a", a.id()}, {"b", b.id()}};
    const auto first = [](const LayerComparison* layer) { return layer == nullptr ? Json() : layer_name(*layer); };
    json["first_change"] = first(comparison.first_change());
    json["first_reversal"] = first(comparison.first_reversal());
    json["placing"] = to_json(comparison.placing);
    json["moving"] = to_json(comparison.moving);
    Json& plies = json["plies"] = Json::array();
    Json& subspaces = json["subspaces"] = Json::array();
    for (const LayerComparison& layer : comparison.layers) {
        Json entry = layer_name(layer);
        entry.update(to_json(layer.changes));
        plies.push_back(std::move(entry));
        for (const SubspaceComparison& s : layer.subspaces) {
            Json part{{"own", s.subspace.own},
                      {"other", s.subspace.other},
                      {"own_hand", s.subspace.own_hand},
                      {"other_hand", s.subspace.other_hand}};
            part.update(to_json(s.changes));
            subspaces.push_back(std::move(part));
        }
    }
    Json& missing = json["missing"] = Json::array();
    for (const Subspace& s : comparison.missing) missing.push_back(format_subspace(s));
    return json;
}

bool has_hands(const LayerComparison& layer) { return layer.layer.hand[0] + layer.layer.hand[1] > 0; }

// Where hands do not tell the ply: the side to move and both hands, as in the text of a position.
std::string layer_text(const LayerComparison& layer) {
    if (!has_hands(layer)) return "moving";
    if (layer.ply > 0) return std::to_string(layer.ply);
    const Layer& l = layer.layer;
    return fmt::format("{} {} {}", l.to_move == Side::kWhite ? 'w' : 'b', l.hand[0], l.hand[1]);
}

// From what to what, in numbers, with an example of each change.
std::string matrix(const char* phase, const OutcomeChanges& changes, const Variant& a, const Variant& b) {
    std::string text = fmt::format("{}: {} positions, {} change their outcome from {} to {}\n", phase,
                                   with_commas(changes.all()), with_commas(changes.changed()), a.id(), b.id());
    TextTable table({{""}, {"win", Align::kRight}, {"draw", Align::kRight}, {"loss", Align::kRight}});
    for (const Wdl from : kOutcomes) {
        std::vector<std::string> line{std::string(name(from)) + " to"};
        for (const Wdl to : kOutcomes) line.push_back(with_commas(changes.positions(from, to)));
        table.add(std::move(line));
    }
    text += table.text();
    if (changes.with_depth && changes.all() > 0) {
        const std::uint64_t far = changes.nearer_under_a + changes.nearer_under_b;
        text += fmt::format(
            "same outcome, but more than {} plies apart: {} ({:.2f} %); nearer under {}: {}, under {}: {}\n", kFarPlies,
            with_commas(far), 100.0 * static_cast<double>(far) / static_cast<double>(changes.all()), a.id(),
            with_commas(changes.nearer_under_a), b.id(), with_commas(changes.nearer_under_b));
    }
    return text + "\n";
}

std::string by_ply(const Comparison& comparison) {
    const auto& layers = comparison.layers;
    const bool by_hands = std::any_of(layers.begin(), layers.end(),
                                      [](const LayerComparison& layer) { return has_hands(layer) && layer.ply == 0; });
    TextTable table({{by_hands ? "side, hands" : "ply"},
                     {"positions", Align::kRight},
                     {"draw to win", Align::kRight},
                     {"draw to loss", Align::kRight},
                     {"win to draw", Align::kRight},
                     {"loss to draw", Align::kRight},
                     {"win to loss", Align::kRight},
                     {"loss to win", Align::kRight},
                     {"far", Align::kRight}});
    for (const LayerComparison& layer : layers) {
        const OutcomeChanges& c = layer.changes;
        table.add({layer_text(layer), with_commas(c.all()), with_commas(c.positions(Wdl::kDraw, Wdl::kWin)),
                   with_commas(c.positions(Wdl::kDraw, Wdl::kLoss)), with_commas(c.positions(Wdl::kWin, Wdl::kDraw)),
                   with_commas(c.positions(Wdl::kLoss, Wdl::kDraw)), with_commas(c.positions(Wdl::kWin, Wdl::kLoss)),
                   with_commas(c.positions(Wdl::kLoss, Wdl::kWin)),
                   c.with_depth ? with_commas(c.nearer_under_a + c.nearer_under_b) : "-"});
    }
    return table.text() + "\n";
}

std::string first_text(const char* what, const LayerComparison* layer, bool reversals_only) {
    if (layer == nullptr) return fmt::format("{}: nowhere\n", what);
    const char* kind = layer->ply > 0 ? "ply " : "hands ";
    const std::string where = has_hands(*layer) ? kind + layer_text(*layer) : "moving phase";
    std::string text = fmt::format("{}: {}\n", what, where);
    for (const auto& row : layer->changes.examples) {
        for (const auto& example : row) {
            if (!example) continue;
            if (reversals_only && (example->a.wdl == Wdl::kDraw || example->b.wdl == Wdl::kDraw)) continue;
            text += fmt::format("  {}: {} becomes {}\n", format_position(example->position), value_text(example->a),
                                value_text(example->b));
        }
    }
    return text;
}

std::string to_text(const Comparison& comparison, const Variant& a, const Variant& b) {
    std::string text;
    if (comparison.placing.all() > 0) text += matrix("placing phase", comparison.placing, a, b);
    if (comparison.moving.all() > 0) text += matrix("moving phase", comparison.moving, a, b);
    text += by_ply(comparison);
    text += first_text("first change of an outcome", comparison.first_change(), false);
    text += first_text("first reversal", comparison.first_reversal(), true);
    if (!comparison.missing.empty()) {
        text += fmt::format("{} subspaces were not compared: tables are missing\n", comparison.missing.size());
    }
    return text;
}

Status run(const Options& options) {
    const auto a = parse_variant(options.variant_a);
    if (!a) return a.error();
    const auto b = parse_variant(options.variant_b);
    if (!b) return b.error();
    const auto memory = parse_size(options.memory);
    if (!memory) return memory.error();
    const auto progress = make_progress(natural_style(stderr));
    CompareOptions how;
    how.moving = options.phase != "placing";
    how.placing = options.phase != "moving";
    how.last_ply = options.last_ply;
    how.threads = thread_count(options.threads);
    how.memory = *memory;
    how.progress = progress.get();
    how.stop = &stop_on_signals();
    const auto comparison = compare_variants(options.database, *a, *b, how);
    if (!comparison) return comparison.error();
    if (options.json) {
        print_json(to_json(*comparison, *a, *b));
    } else {
        print_text(to_text(*comparison, *a, *b));
    }
    return ok_status();
}

}  // namespace

void add_compare_command(Command& app, CommandSet& commands) {
    Command* command = app.add_subcommand("compare", "Where two rule sets differ: what becomes of every position");
    const auto options = std::make_shared<Options>();
    command->add_option("VARIANT_A", options->variant_a, kVariantHelp)->required();
    command->add_option("VARIANT_B", options->variant_b, "Another game with the same start")->required();
    add_database_option(*command, options->database)->required();
    command->add_option("--last-ply", options->last_ply, "Of the placing phase: stop there (1 is the empty board)")
        ->check(Range(1, 2 * kMaxMen));
    command->add_option("--phase", options->phase, "moving: without men in hand; placing: with men in hand; all")
        ->check(IsMember({"all", "moving", "placing"}));
    add_threads_option(*command, options->threads);
    add_table_memory_option(*command, options->memory);
    command->add_flag("--json", options->json, kJsonHelp);
    commands.add(command, [options] { return run(*options); });
}

}  // namespace merels::cli
