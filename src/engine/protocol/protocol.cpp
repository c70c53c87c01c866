// SPDX-License-Identifier: MIT
// Commands of the protocol; options are in protocol_options.cpp, what the search says in protocol_answers.cpp.
#include "engine/protocol/protocol.h"

#include <algorithm>

#include "engine/protocol/protocol_words.h"
#include "rules/rules.h"

namespace merels {

using namespace protocol;

namespace {

constexpr int kDefaultMilliseconds = 1000;
constexpr int kMostMilliseconds = 24 * 3600 * 1000;

}  // namespace

EngineSession::EngineSession(const SessionOptions& options, Output output)
    : options_(options),
      output_(std::move(output)),
      variant_(options.variant),
      dialect_(options.sanmill ? Dialect::kSanmill : Dialect::kUci),
      hash_mebibytes_(std::min(options.hash_mebibytes, options.most_hash_mebibytes)),
      game_(variant_, start_position(variant_)) {
    if (!options.table_path.empty()) {
        if (const auto status = set_tables(options.table_path); !status) fail(status.error().message);
    }
    renew_engine();
}

EngineSession::~EngineSession() { stop(); }

void EngineSession::say(std::string_view line) {
    const std::lock_guard lock(output_mutex_);
    output_(line);
}

// Whatever the host sent may stand in a message, so it is made printable and kept short.
void EngineSession::fail(std::string_view message) {
    std::string line = "error: ";
    for (const char c : message.substr(0, 400)) line += c >= ' ' && c < 127 ? c : '?';
    say(line);
}

void EngineSession::renew_engine() {
    engine_ = std::make_unique<Engine>(EngineOptions{static_cast<std::size_t>(hash_mebibytes_), tables_});
}

void EngineSession::wait() {
    if (thread_.joinable()) thread_.join();
}

void EngineSession::stop() {
    {
        const std::lock_guard lock(stop_mutex_);
        stop_ = true;
    }
    stop_signal_.notify_all();
    wait();
}

bool EngineSession::refuse_while_searching(std::string_view command) {
    if (searching_) {
        fail(std::string(command) + ": a search is running; stop it first");
        return true;
    }
    wait();
    return false;
}

bool EngineSession::handle(std::string_view line) {
    if (line.size() > kMostLine) {
        fail("a line of more than 65536 bytes");
        return true;
    }
    const Words words = split(line);
    if (words.empty()) return true;
    const std::string_view command = words.front();
    const auto checked = [this](const Status& status) {
        if (!status) fail(status.error().message);
    };
    if (command == "quit") {
        stop();
        return false;
    }
    if (command == "uci") {
        identify();
    } else if (command == "isready") {
        say("readyok");
    } else if (command == "stop") {
        if (thread_.joinable()) stop();
    } else if (command == "d") {
        say("info string position " + format_position(game_.position()));
    } else if (command == "setoption") {
        if (!refuse_while_searching(command)) checked(set_option(words, line));
    } else if (command == "ucinewgame") {
        if (!refuse_while_searching(command)) new_game();
    } else if (command == "position") {
        if (!refuse_while_searching(command)) checked(set_position(words));
    } else if (command == "go") {
        if (!refuse_while_searching(command)) checked(start_search(words));
    } else {
        fail("unknown command '" + std::string(command) + "'");
    }
    return true;
}

void EngineSession::new_game() {
    engine_->clear();
    game_ = engine::TokenGame(variant_, start_position(variant_));
    remembered_.reset();
}

Status EngineSession::set_position(const Words& words) {
    const std::size_t moves = static_cast<std::size_t>(std::find(words.begin(), words.end(), "moves") - words.begin());
    std::optional<Position> start;
    if (words.size() > 1 && words[1] == "startpos" && moves >= 2) {
        if (moves > 2) return bad("position: expected 'moves' after 'startpos', not '" + std::string(words[2]) + "'");
        start = start_position(variant_);
    } else if (words.size() > 2 && words[1] == "fen" && moves > 2) {
        Words fields(words.begin() + 2, words.begin() + static_cast<std::ptrdiff_t>(moves));
        if (dialect_ == Dialect::kSanmill) plain_fields(fields);
        const auto read = parse_position(variant_, join(fields, 0, fields.size()));
        if (!read) return read.error();
        start = *read;
    } else {
        return bad("position: expected 'startpos' or 'fen POSITION'");
    }
    engine::TokenGame game(variant_, *start);
    for (std::size_t i = moves + 1; i < words.size(); ++i) {
        if (const auto status = game.feed(words[i]); !status) return status;
    }
    game_ = std::move(game);
    return ok_status();
}

Result<EngineSession::Go> EngineSession::read_go(const Words& words) const {
    Go go;
    PlayerSpec& player = go.request.player;
    player = player_;
    player.threads = threads_;
    bool limited = false;
    int clock_time = 0, clock_increment = 0;
    const bool white = game_.position().to_move == Side::kWhite;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == "infinite") {
            go.infinite = limited = true;
            continue;
        }
        const std::string_view value = i + 1 < words.size() ? words[++i] : std::string_view{};
        if (word == "depth") {
            const auto read = read_number(value, 1, 100, "depth");
            if (!read) return read.error();
            player.depth = *read;
            limited = true;
        } else if (word == "nodes") {
            const auto read = read_number<std::uint64_t>(value, 1, ~std::uint64_t{0} / 2, "nodes");
            if (!read) return read.error();
            player.nodes = *read;
            limited = true;
        } else if (word == "movetime") {
            const auto read = read_number(value, 1, kMostMilliseconds, "movetime");
            if (!read) return read.error();
            player.milliseconds = *read;
            limited = true;
        } else if (word == "wtime" || word == "btime" || word == "winc" || word == "binc" || word == "movestogo") {
            const auto read = read_number(value, 0, kMostMilliseconds, word);
            if (!read) return read.error();
            if (word == (white ? "wtime" : "btime")) clock_time = *read;
            if (word == (white ? "winc" : "binc")) clock_increment = *read;
        } else {
            return bad("go: unknown limit '" + std::string(word) + "'");
        }
    }
    if (clock_time > 0 || clock_increment > 0) {
        const int share = std::max(1, std::min(clock_time / 30 + clock_increment, std::max(1, clock_time - 50)));
        player.milliseconds = player.milliseconds == 0 ? share : std::min(player.milliseconds, share);
        limited = true;
    }
    if (!limited && move_time_ > 0) player.milliseconds = move_time_;
    if (!limited && move_time_ == 0 && level_ == 0) player.milliseconds = kDefaultMilliseconds;
    return go;
}

Status EngineSession::start_search(const Words& words) {
    auto read = read_go(words);
    if (!read) return read.error();
    Go go = *std::move(read);
    TurnRequest& request = go.request;
    request.variant = variant_;
    request.position = game_.position();
    request.history = game_.history();
    request.seed = seed_;
    request.lines = lines_;
    request.only = game_.pending();
    if (player_.kind == PlayerKind::kSearch)
        request.player.tables = tables_ != nullptr && (level_ == 0 || level_ == kLevels);
    request.most_nodes = options_.most_nodes;
    if (level_ > 0) {
        // The limits of go bound the level's own effort.
        request.player.level = level_;
        request.most_milliseconds = request.player.milliseconds;
        if (request.player.nodes != 0) {
            request.most_nodes =
                request.most_nodes == 0 ? request.player.nodes : std::min(request.most_nodes, request.player.nodes);
        }
        request.player.milliseconds = request.player.depth = 0;
        request.player.nodes = 0;
    }
    request.stop = &stop_;
    go.taken = game_.pending_taken();
    go.parts_done = game_.pending().empty() ? 0 : 1 + count(go.taken);
    stop_ = false;
    searching_ = true;
    thread_ = std::thread([this, moved = std::move(go)]() mutable { think(std::move(moved)); });
    return ok_status();
}

}  // namespace merels
