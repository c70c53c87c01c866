// SPDX-License-Identifier: MIT
#include "store/files/scratch_file.h"

#include <gtest/gtest.h>

#include <vector>

#include "store/files/scratch_folder.h"

namespace merels {
namespace {

TEST(ScratchFileTest, GivesBackWhatWasWrittenAndLeavesNothing) {
    const ScratchFolder folder;
    {
        ScratchFile file;
        EXPECT_FALSE(file.is_open());
        ASSERT_TRUE(file.open(folder.path()).ok());
        const std::vector<std::uint8_t> first(5000, 7), second{1, 2, 3};
        ASSERT_TRUE(file.write(10000, first).ok());
        ASSERT_TRUE(file.write(0, second).ok());
        std::vector<std::uint8_t> back(3);
        ASSERT_TRUE(file.read(0, back).ok());
        EXPECT_EQ(back, second);
        back.resize(5000);
        ASSERT_TRUE(file.read(10000, back).ok());
        EXPECT_EQ(back, first);
        EXPECT_EQ(file.read(14999, back).error().code, ErrorCode::kTruncated);
        EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ScratchFileTest, SaysWhatIsWrong) {
    const ScratchFolder folder;
    ScratchFile file;
    EXPECT_FALSE(file.open(folder.path() / "none").ok());
    EXPECT_FALSE(file.is_open());
}

}  // namespace
}  // namespace merels
