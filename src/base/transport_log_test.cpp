// SPDX-License-Identifier: MIT
#include "base/transport_log.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace merels {
namespace {

// Two ranks that say the same; counts what the test tells it to.
class Twins final : public Transport {
  public:
    void count(std::uint64_t sent, double seconds, double waiting) {
        use_.sent += sent;
        use_.seconds += seconds;
        use_.waiting += waiting;
    }
    std::size_t cut = 0;  // bytes that the other one says less

    int rank() const override { return 0; }
    int size() const override { return 2; }
    int neighbours() const override { return 2; }
    std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) override {
        return {{mine.begin(), mine.end()}, {mine.begin(), mine.end() - static_cast<std::ptrdiff_t>(cut)}};
    }
    void broadcast(std::span<std::byte>, int) override {}
    void send(std::span<const std::byte>, int) override {}
    std::vector<std::byte> receive(int) override { return {}; }
    void barrier() override {}
    void sum(std::span<std::uint64_t>) override {}
    void max(std::span<std::uint64_t>) override {}
    std::unique_ptr<Transport> split(int) override { return nullptr; }
    [[noreturn]] void end_all(int exit_code) override { std::_Exit(exit_code); }
    TransportUse use() const override { return use_; }

  private:
    TransportUse use_;
};

TEST(TransportLog, CountsWhatAStageUsed) {
    Twins ranks;
    ranks.count(1000, 9, 9);  // before the log
    TransportLog log(ranks);
    ranks.count(1, 0, 0);
    ranks.stage("ply", "0");
    ranks.count(20, 2, 1);
    ranks.stage("layer", "0");
    ranks.count(300, 4, 3);
    ranks.stage("ply", "0");  // goes on
    ranks.count(4000, 8, 5);
    const auto all = log.of_all_ranks();
    ASSERT_TRUE(all);
    ASSERT_EQ(all->size(), 2u);
    for (const std::vector<TransportStage>& stages : *all) {
        ASSERT_EQ(stages.size(), 3u);
        EXPECT_EQ(stages[0].kind, "other");
        EXPECT_EQ(stages[0].use.sent, 1u);
        EXPECT_EQ(stages[1].kind + stages[1].name, "ply0");
        EXPECT_EQ(stages[1].use.sent, 4020u);
        EXPECT_EQ(stages[1].use.seconds, 10);
        EXPECT_EQ(stages[1].use.waiting, 6);
        EXPECT_EQ(stages[2].kind + stages[2].name, "layer0");
        EXPECT_EQ(stages[2].use.sent, 300u);
        for (const TransportStage& stage : stages) EXPECT_GE(stage.seconds, 0);
    }
    ranks.stage("ply", "1");  // nobody listens any more
}

TEST(TransportLog, NoticesOtherStages) {
    Twins ranks;
    ranks.cut = 8;
    TransportLog log(ranks);
    const auto all = log.of_all_ranks();
    ASSERT_FALSE(all);
    EXPECT_EQ(all.error().code, ErrorCode::kInternal);
}

}  // namespace
}  // namespace merels
