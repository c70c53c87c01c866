// SPDX-License-Identifier: MIT
#include "server/http/work_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <vector>

namespace merels::server {
namespace {

// Holds the only thread of a queue until the test has filled it.
struct Gate {
    std::promise<void> open;
    std::shared_future<void> opened = open.get_future().share();
};

TEST(WorkQueue, ClientsTakeTurnsPieceByPiece) {
    Gate gate;
    std::vector<std::string> order;
    {
        WorkQueue queue({.threads = 1, .jobs = 64, .client_jobs = 64});
        ASSERT_TRUE(queue.try_post("gate", [&] { return gate.opened.wait(), true; }));
        const auto job = [&](const std::string& name, int pieces) {
            return [&order, name, left = pieces]() mutable {
                order.push_back(name);
                return --left == 0;
            };
        };
        for (int i = 0; i < 3; ++i) ASSERT_TRUE(queue.try_post("greedy", job("greedy" + std::to_string(i), 2)));
        ASSERT_TRUE(queue.try_post("modest", job("modest", 1)));
        gate.open.set_value();
    }
    ASSERT_EQ(order.size(), 7U);
    EXPECT_EQ(order[1], "modest");  // after one piece of the other client, not after its six
    EXPECT_EQ((std::vector<std::string>{order[0], order[2], order[3], order[4]}),
              (std::vector<std::string>{"greedy0", "greedy1", "greedy2", "greedy0"}));
}

TEST(WorkQueue, RefusesWhatDoesNotFit) {
    Gate gate;
    WorkQueue queue({.threads = 1, .jobs = 3, .client_jobs = 2});
    const auto wait = [&] { return gate.opened.wait(), true; };
    EXPECT_TRUE(queue.try_post("a", wait));
    EXPECT_TRUE(queue.try_post("a", wait));
    EXPECT_FALSE(queue.try_post("a", wait));  // its share
    EXPECT_TRUE(queue.try_post("b", wait));
    EXPECT_FALSE(queue.try_post("c", wait));  // all
    EXPECT_EQ(queue.unfinished(), 3);
    gate.open.set_value();
}

// Many who have asked for much wait before one who has not: he goes first all the same.
TEST(WorkQueue, WhoHasHadLeastGoesFirst) {
    using namespace std::chrono_literals;
    Gate gate;
    std::vector<std::string> order;
    {
        WorkQueue queue({.threads = 1, .jobs = 1000, .client_jobs = 64});
        const auto name_of = [](int i) { return "greedy" + std::to_string(i); };
        for (int i = 0; i < 20; ++i) {
            ASSERT_TRUE(queue.try_post(name_of(i), [] { return std::this_thread::sleep_for(2ms), true; }));
        }
        ASSERT_TRUE(queue.try_post("gate", [&] { return gate.opened.wait(), true; }));
        while (queue.unfinished() > 1) std::this_thread::sleep_for(1ms);
        for (int i = 0; i < 20; ++i) {
            ASSERT_TRUE(queue.try_post(name_of(i), [&] { return order.push_back("greedy"), true; }));
        }
        ASSERT_TRUE(queue.try_post("modest", [&] { return order.push_back("modest"), true; }));
        gate.open.set_value();
    }
    ASSERT_EQ(order.size(), 21U);
    EXPECT_EQ(order[0], "modest");
}

TEST(WorkQueue, AFullQueueHasRoomForWhoHasHadLess) {
    using namespace std::chrono_literals;
    Gate gate;
    std::atomic<int> refused{0}, done{0};
    {
        WorkQueue queue({.threads = 1, .jobs = 4, .client_jobs = 4});
        ASSERT_TRUE(queue.try_post("greedy", [] { return std::this_thread::sleep_for(5ms), true; }));
        while (queue.unfinished() > 0) std::this_thread::sleep_for(1ms);
        ASSERT_TRUE(queue.try_post("gate", [&] { return gate.opened.wait(), true; }));
        const auto count = [&] { return ++done, true; };
        const auto refuse = [&] { ++refused; };
        for (int i = 0; i < 3; ++i) ASSERT_TRUE(queue.try_post("greedy", count, refuse));
        EXPECT_FALSE(queue.try_post("greedy", count, refuse));  // not for itself
        EXPECT_TRUE(queue.try_post("modest", count, refuse));
        EXPECT_TRUE(queue.try_post("other", count, refuse));
        EXPECT_EQ(refused, 2);
        EXPECT_EQ(queue.unfinished(), 4);
        gate.open.set_value();
    }
    EXPECT_EQ(done, 3);
}

TEST(WorkQueue, ManyThreadsFinishEverything) {
    std::atomic<int> pieces{0};
    {
        WorkQueue queue({.threads = 4, .jobs = 1000, .client_jobs = 1000, .niceness = 1});
        for (int i = 0; i < 300; ++i) {
            ASSERT_TRUE(queue.try_post(std::to_string(i % 7), [&pieces, left = 5]() mutable {
                ++pieces;
                return --left == 0;
            }));
        }
    }
    EXPECT_EQ(pieces, 1500);
}

}  // namespace
}  // namespace merels::server
