// SPDX-License-Identifier: MIT
// The engine protocol (docs/engine_protocol.md) as an object that eats lines: no input or output of its own.
//
// handle() returns at once; a search runs on a thread of the session. Output is called with whole lines, without their
// ends, from either thread but never from both at once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/protocol/turn_tokens.h"
#include "merels/engine.h"

namespace merels {

struct SessionOptions {
    Variant variant;
    std::string table_path;  // empty: none
    int hash_mebibytes = 64;
    bool sanmill = false;  // the dialect to begin with
    // For tests: bounds on every search whatever the host asks for; 0 = none.
    std::uint64_t most_nodes = 0;
    int most_hash_mebibytes = 4096;
};

class EngineSession {
  public:
    using Output = std::function<void(std::string_view line)>;

    static constexpr std::size_t kMostLine = 65536;

    // A table path that cannot be opened is reported as an error line.
    EngineSession(const SessionOptions& options, Output output);
    ~EngineSession();
    EngineSession(const EngineSession&) = delete;
    EngineSession& operator=(const EngineSession&) = delete;

    // One command. False when the host asked to quit; the search is over then.
    bool handle(std::string_view line);
    // Returns when no search is running (`go infinite` runs until stop).
    void wait();
    // As the command `stop`: returns when the search has answered.
    void stop();

  private:
    enum class Dialect { kUci, kSanmill };
    struct Go {  // one search
        TurnRequest request;
        bool infinite = false;
        int parts_done = 0;  // of a pending turn
        Mask taken = 0;      // by it
    };
    struct RememberedTurn {  // given to the host in parts
        Position position;
        Turn turn;
        int white_score = 0;
        bool from_tables = false;
    };
    struct HostRules {  // as a Sanmill host sends them
        int men = 9;
        bool diagonals = false;
        bool may_move_while_placing = false;
        bool may_take_two = false;
        std::optional<Variant> variant() const;
    };
    using Words = std::vector<std::string_view>;

    void say(std::string_view line);
    void fail(std::string_view message);
    bool refuse_while_searching(std::string_view command);

    void identify();
    Status set_option(const Words& words, std::string_view line);
    Status set_named(const std::string& name, const std::string& value);
    Status set_sanmill(const std::string& key, const std::string& name, const std::string& value);
    static void plain_fields(Words& fields);
    bool set_host_rule(const std::string& key, int value);
    Status set_player(const std::string& text);
    Status set_tables(const std::string& path);
    Status set_position(const Words& words);
    Status start_search(const Words& words);
    Result<Go> read_go(const Words& words) const;
    void new_game();
    void renew_engine();

    void think(Go go);
    void report(const ThinkingReport& report);
    void answer(const Go& go, const Choice& choice);
    void answer_in_parts(const Go& go, const Turn& turn, int white_score, bool from_tables);
    void wait_for_stop();

    SessionOptions options_;
    Output output_;
    std::mutex output_mutex_;

    Variant variant_;
    Dialect dialect_ = Dialect::kUci;
    PlayerSpec player_;  // without limits
    int threads_ = 1;
    int move_time_ = 0;  // ms of a `go` without limits; 0 = not told
    HostRules rules_;
    bool wants_random_ = false;  // as a Sanmill host asked for
    bool wants_tables_ = false;
    int level_ = 0;
    int lines_ = 1;
    std::uint64_t seed_ = 0;
    int hash_mebibytes_;
    std::shared_ptr<const ValueSource> tables_;
    std::unique_ptr<Engine> engine_;
    engine::TokenGame game_;
    // Touched by the search thread only while it runs.
    std::optional<RememberedTurn> remembered_;
    int reported_depth_ = 0;
    std::vector<Line> reported_lines_;  // of the last report

    std::thread thread_;
    std::atomic<bool> searching_{false};
    std::atomic<bool> stop_{false};
    std::mutex stop_mutex_;
    std::condition_variable stop_signal_;
};

}  // namespace merels
