// SPDX-License-Identifier: MIT
#include "engine/protocol/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <set>
#include <thread>

#include "rules/rules.h"

namespace merels {
namespace {

// A session and everything that it said; search answers are waited for.
class Host {
  public:
    explicit Host(const char* variant = "nine-c1")
        : session_(options(variant), [this](std::string_view line) { lines_.emplace_back(line); }) {}

    std::vector<std::string> send(std::string_view line) {
        lines_.clear();
        session_.handle(line);
        session_.wait();
        return lines_;
    }
    std::string last(std::string_view line) {
        const auto lines = send(line);
        return lines.empty() ? "" : lines.back();
    }
    EngineSession& session() { return session_; }
    const std::vector<std::string>& lines() const { return lines_; }

  private:
    static SessionOptions options(const char* variant) {
        SessionOptions o;
        o.variant = *parse_variant(variant);
        o.hash_mebibytes = 1;
        return o;
    }
    std::vector<std::string> lines_;
    EngineSession session_;
};

bool is_error(const std::vector<std::string>& lines) { return lines.size() == 1 && lines[0].starts_with("error: "); }

TEST(Protocol, Handshake) {
    Host host;
    const auto lines = host.send("uci");
    EXPECT_EQ(lines.front(), "id name Merels");
    EXPECT_EQ(lines.back(), "uciok");
    EXPECT_EQ(host.last("isready"), "readyok");
    EXPECT_TRUE(host.send("").empty());
    EXPECT_TRUE(host.send("  \t ").empty());
    EXPECT_FALSE(host.session().handle("quit"));
}

TEST(Protocol, GoAnswersWithALegalTurn) {
    for (const Variant& variant : all_variants()) {
        Host host;
        host.send("setoption name Variant value " + variant.id());
        const auto lines = host.send("go depth 4");
        ASSERT_GE(lines.size(), 5u);
        EXPECT_TRUE(lines[0].starts_with("info depth 1 multipv 1 score cp ")) << lines[0];
        ASSERT_TRUE(lines.back().starts_with("bestmove "));
        EXPECT_TRUE(parse_turn(variant, start_position(variant), lines.back().substr(9)));
    }
}

TEST(Protocol, NoInfoLineIsSaidTwice) {
    Host host;
    for (const char* go : {"go depth 4", "go depth 1", "go nodes 3000"}) {
        host.send("ucinewgame");
        std::set<std::string> seen;
        for (const std::string& line : host.send(go)) {
            const std::string depth_and_line =
                line.substr(0, line.find(" nodes ")) + line.substr(line.find(" pv ") + 1);
            EXPECT_TRUE(seen.insert(depth_and_line).second) << go << ": " << line;
        }
        EXPECT_GE(seen.size(), 2u);
    }
}

TEST(Protocol, PlayersAndThreads) {
    Host host;
    for (const char* player : {"perfect", "ultra", "Ultra:Combined", "ultra:values=stones,local=trap",
                               "ultra:local=hunt,among=unit", "random", "search"}) {
        EXPECT_TRUE(host.send(std::string("setoption name Player value ") + player).empty()) << player;
    }
    for (const char* player :
         {"human", "search:ms=3", "perfect:nodes=5", "engine:cat", "ultra:threads=2", "search:tables=on"}) {
        EXPECT_TRUE(is_error(host.send(std::string("setoption name Player value ") + player))) << player;
    }
    EXPECT_TRUE(host.send("setoption name Threads value 3").empty());
    EXPECT_TRUE(is_error(host.send("setoption name Threads value 0")));
    EXPECT_TRUE(host.last("go depth 6").starts_with("bestmove "));
}

TEST(Protocol, BadCommandsChangeNothing) {
    Host host;
    host.send("position startpos moves d6 f4");
    const std::string before = host.last("d");
    for (const char* line : {"hello",
                             "position",
                             "position fen",
                             "position fen nonsense",
                             "position startpos moves d6 d6",
                             "position startpos moves xa1",
                             "position startpos d6",
                             "position startpos moves d6 f4 zz",
                             "setoption",
                             "setoption name",
                             "setoption name Hash",
                             "setoption name Hash value 0",
                             "setoption name Hash value 5000",
                             "setoption name Variant value chess",
                             "setoption name Level value 11",
                             "setoption name MultiPV value x",
                             "setoption name Player value engine:ls",
                             "setoption name Nothing value 1",
                             "setoption name TablePath value /nonexistent/folder",
                             "setoption name Dialect value klingon",
                             "go depth",
                             "go depth 0",
                             "go fast",
                             "go movetime -5",
                             "go nodes 99999999999999999999999",
                             "go searchmoves d6",
                             "position startpos moves d6\xff"}) {
        EXPECT_TRUE(is_error(host.send(line))) << line;
        EXPECT_EQ(host.last("d"), before) << line;
    }
    EXPECT_TRUE(is_error(host.send(std::string(70000, 'a'))));
}

TEST(Protocol, UnderstandsBothForms) {
    Host host;
    host.send("position startpos moves d6 f4 d5 f6 d7xf4");
    const std::string whole = host.last("d");
    host.send("position startpos moves d6 f4 d5 f6 d7 xf4");
    EXPECT_EQ(host.last("d"), whole);
    EXPECT_TRUE(is_error(host.send("position startpos moves d6 f4 d5 f6 d7 f2")));
    EXPECT_TRUE(is_error(host.send("position startpos moves d6 f4 d5 f6 d7 xd6")));
    // The step alone leaves the turn pending: only its ends are searched.
    host.send("position startpos moves d6 f4 d5 f6 d7");
    const std::string best = host.last("go depth 2");
    EXPECT_TRUE(best.starts_with("bestmove d7xf")) << best;
}

TEST(Protocol, TwoMenTakenInEitherOrder) {
    Host host("nine-c2");
    // Placing on d6 closes d5-d6-d7 and b6-d6-f6 at once.
    const std::string fen = "position fen O*@*****/*O***@*O/O***@*@* w 5 5 moves d6";
    for (const char* rest : {" xe4 xb2", " xb2 xe4"}) {
        const auto answer = host.send(fen + rest);
        EXPECT_TRUE(answer.empty()) << answer[0];
        EXPECT_NE(host.last("d").find(" b 4 5"), std::string::npos) << host.last("d");
    }
}

TEST(Protocol, SanmillDialectGivesTurnsInParts) {
    Host host;
    host.send("setoption name Dialect value sanmill");
    EXPECT_EQ(host.send("setoption name AiIsLazy value false").size(), 1u);
    auto lines = host.send("position startpos moves d6 f4 d5 f6");
    EXPECT_TRUE(lines.empty());
    lines = host.send("go depth 4");
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_TRUE(lines[0].starts_with("info score ")) << lines[0];
    ASSERT_TRUE(lines[0].ends_with(" bestmove d7")) << lines[0];
    host.send("position startpos moves d6 f4 d5 f6 d7");
    lines = host.send("go depth 4");
    ASSERT_EQ(lines.size(), 1u);
    const std::string part = lines[0].substr(lines[0].find("bestmove ") + 9);
    EXPECT_TRUE(part == "xf4" || part == "xf6") << part;
    EXPECT_TRUE(host.send("position startpos moves d6 f4 d5 f6 d7 " + part).empty());
    EXPECT_EQ(host.send("go depth 2").size(), 1u);
}

// '*' stands for any text without spaces.
bool matches(std::string_view pattern, std::string_view line) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos || line.substr(0, star) != pattern.substr(0, star)) return line == pattern;
    line.remove_prefix(star);
    const std::size_t end = std::min(line.find(' '), line.size());
    for (std::size_t taken = 1; taken <= end; ++taken) {
        if (matches(pattern.substr(star + 1), line.substr(taken))) return true;
    }
    return false;
}

// What a Sanmill host sends and what it must get back, line by line.
TEST(Protocol, SanmillExchange) {
    SessionOptions options;
    options.variant = *parse_variant("nine-c1");
    options.hash_mebibytes = 1;
    options.sanmill = true;
    std::vector<std::string> said;
    EngineSession session(options, [&said](std::string_view line) { said.emplace_back(line); });
    std::ifstream file(MERELS_SOURCE_DIR "/tests/data/engine/sanmill_exchange.txt");
    ASSERT_TRUE(file);
    std::size_t next = 0;
    int sent = 0, checked = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("> ")) {
            EXPECT_EQ(next, said.size()) << "before '" << line << "': " << (next < said.size() ? said[next] : "");
            said.clear();
            next = 0;
            session.handle(line.substr(2));
            session.wait();
            ++sent;
        } else if (line.starts_with("< ")) {
            ASSERT_LT(next, said.size()) << line;
            if (line == "< ...")
                next = said.size() - 1;
            else
                EXPECT_TRUE(matches(line.substr(2), said[next++])) << line << " is not " << said[next - 1];
            ++checked;
        }
    }
    EXPECT_EQ(next, said.size());
    EXPECT_GT(sent, 30);
    EXPECT_GT(checked, 12);
}

TEST(Protocol, SanmillScoresAreWhites) {
    Host host;
    host.send("setoption name Dialect value sanmill");
    // Black to move wins at once: White has three men, all takeable.
    host.send("position fen O*O*****/****O***/@@****@* b 0 0");
    const auto lines = host.send("go depth 3");
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_TRUE(lines[0].starts_with("info score -2999")) << lines[0];
}

TEST(Protocol, MultiPvAndProvenScores) {
    Host host;
    host.send("setoption name MultiPV value 3");
    host.send("position fen O*O*****/****O***/@@****@* b 0 0");
    const auto lines = host.send("go depth 3");
    ASSERT_GE(lines.size(), 4u);
    EXPECT_NE(lines[lines.size() - 4].find(" multipv 1 score mate 1 "), std::string::npos) << lines[lines.size() - 4];
    EXPECT_NE(lines[lines.size() - 2].find(" multipv 3 "), std::string::npos);
}

TEST(Protocol, GameOverHasNoMove) {
    Host host;
    host.send("position fen OO******/********/@@@***** w 0 0");
    EXPECT_EQ(host.last("go depth 3"), "bestmove none");
    host.send("setoption name Dialect value sanmill");
    EXPECT_EQ(host.last("go depth 3"), "nobestmove");
}

TEST(Protocol, StopEndsAnInfiniteSearch) {
    Host host;
    host.session().handle("go infinite");
    host.session().handle("position startpos");  // refused while it runs
    host.session().handle("stop");
    EXPECT_TRUE(host.lines().back().starts_with("bestmove "));
    EXPECT_NE(std::find_if(host.lines().begin(), host.lines().end(),
                           [](const std::string& l) { return l.starts_with("error: position: a search is running"); }),
              host.lines().end());
    host.send("stop");
    EXPECT_TRUE(host.lines().empty());
}

// In CPU time of the process, so that other work on the machine does not count; tests/engine_host.py looks at the
// clock.
TEST(Protocol, StopAnswersWithin20Milliseconds) {
    for (const char* variant : {"nine-c1", "lasker-p2", "morabaraba"}) {
        for (const char* seed : {"0", "7"}) {
            for (const char* lines : {"1", "8"}) {
                Host host(variant);
                host.send(std::string("setoption name Seed value ") + seed);
                host.send(std::string("setoption name MultiPV value ") + lines);
                host.session().handle("go infinite");
                std::this_thread::sleep_for(std::chrono::milliseconds(30));
                const std::clock_t start = std::clock();
                host.session().handle("stop");
                const double milliseconds = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
                EXPECT_LT(milliseconds, 20) << variant << " seed " << seed << " lines " << lines;
                EXPECT_TRUE(host.lines().back().starts_with("bestmove ")) << host.lines().back();
            }
        }
    }
}

}  // namespace
}  // namespace merels
