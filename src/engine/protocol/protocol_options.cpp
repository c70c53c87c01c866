// SPDX-License-Identifier: MIT
// The options of a session: naming them, and setting them.
#include <algorithm>

#include "engine/protocol/protocol.h"
#include "engine/protocol/protocol_words.h"
#include "merels/tablebase.h"

namespace merels {

using namespace protocol;

void EngineSession::identify() {
    say("id name Merels");
    say("id author the Merels authors");
    std::string variants = "option name Variant type combo default " + options_.variant.id();
    for (const Variant& v : all_variants()) variants += " var " + std::string(v.base_id);
    say(variants);
    say("option name Hash type spin default 64 min 1 max 4096");
    say("option name MultiPV type spin default 1 min 1 max 64");
    say("option name Player type combo default search var search var perfect var ultra var ultra:combined var random");
    say("option name Threads type spin default 1 min 1 max 256");
    say("option name Level type spin default 0 min 0 max 10");
    say("option name Seed type string default 0");
    say("option name TablePath type string default <empty>");
    say(std::string("option name Dialect type combo default ") + (options_.sanmill ? "sanmill" : "uci") +
        " var uci var sanmill");
    say("option name Clear Hash type button");
    say("uciok");
}

Status EngineSession::set_option(const Words& words, std::string_view) {
    if (words.size() < 3 || words[1] != "name") return bad("setoption: expected 'setoption name NAME [value VALUE]'");
    const auto value_word = std::find(words.begin() + 2, words.end(), "value");
    const auto name_end = static_cast<std::size_t>(value_word - words.begin());
    const std::string name = join(words, 2, name_end);
    const std::string value = value_word == words.end() ? "" : join(words, name_end + 1, words.size());
    return set_named(name, value);
}

Status EngineSession::set_named(const std::string& name, const std::string& value) {
    const std::string key = lower(name);
    const auto number = [&](int least, int most, int& out) -> Status {
        const auto read = read_number(value, least, most, name);
        if (!read) return read.error();
        out = *read;
        return ok_status();
    };
    if (key == "variant") {
        const auto variant = parse_variant(value);
        if (!variant) return variant.error();
        variant_ = *variant;
        new_game();
        return ok_status();
    }
    if (key == "hash") {
        const int before = hash_mebibytes_;
        if (const auto status = number(1, 4096, hash_mebibytes_); !status) return status;
        hash_mebibytes_ = std::min(hash_mebibytes_, options_.most_hash_mebibytes);
        if (hash_mebibytes_ != before) renew_engine();
        return ok_status();
    }
    if (key == "multipv") return number(1, 64, lines_);
    if (key == "level") return number(0, kLevels, level_);
    if (key == "seed") {
        const auto read = read_number<std::uint64_t>(value, 0, ~std::uint64_t{0}, name);
        if (!read) return read.error();
        seed_ = *read;
        return ok_status();
    }
    if (key == "threads") return number(1, kMostThreads, threads_);
    if (key == "player") return set_player(lower(value));
    if (key == "tablepath") return set_tables(value == "<empty>" ? "" : value);
    if (key == "dialect") {
        if (value != "uci" && value != "sanmill") return bad("Dialect is uci or sanmill");
        dialect_ = value == "uci" ? Dialect::kUci : Dialect::kSanmill;
        remembered_.reset();
        return ok_status();
    }
    if (key == "clear hash") {
        engine_->clear();
        return ok_status();
    }
    if (dialect_ == Dialect::kSanmill) return set_sanmill(key, name, value);
    return bad("unknown option '" + name + "'");
}

// Limits come with `go`, strength with `Level`, so only who plays and how ties are broken is said here.
Status EngineSession::set_player(const std::string& text) {
    auto player = parse_player_kind(text);
    if (!player) return player.error();
    player_ = *std::move(player);
    return ok_status();
}

Status EngineSession::set_tables(const std::string& path) {
    std::shared_ptr<const ValueSource> source;
    if (!path.empty()) {
        auto tables = Tablebase::open(path);
        if (!tables) return tables.error();
        source = make_value_source(std::make_shared<const Tablebase>(*std::move(tables)));
    }
    tables_ = std::move(source);
    if (engine_) renew_engine();
    return ok_status();
}

}  // namespace merels
