// SPDX-License-Identifier: MIT
#include "base/resources.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <string>

namespace merels {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

// A proc and a sys of our own.
class Machine {
  public:
    explicit Machine(const std::map<std::string, std::string>& files) {
        std::string name = (fs::temp_directory_path() / "merels_resources_XXXXXX").string();
        root_ = ::mkdtemp(name.data());
        for (const auto& [path, text] : files) {
            fs::create_directories((root_ / path).parent_path());
            std::ofstream(root_ / path) << text;
        }
    }
    ~Machine() { fs::remove_all(root_); }
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    const fs::path& root() const { return root_; }

  private:
    fs::path root_;
};

const std::string kEightGiB = "MemTotal:       16777216 kB\nMemFree:  100 kB\nMemAvailable:    8388608 kB\n";

TEST(AvailableMemory, IsWhatTheMachineSays) {
    EXPECT_EQ(available_memory(Machine({{"proc/meminfo", kEightGiB}}).root()), 8 * kGiB);
    EXPECT_EQ(available_memory(Machine({}).root()), 0u);
    EXPECT_GT(available_memory(), 0u);
}

TEST(AvailableMemory, KnowsControlGroupsOfVersion2) {
    // The limit of an outer group counts too, and the cache of files can be had back.
    const Machine machine(
        {{"proc/meminfo", kEightGiB},
         {"proc/self/cgroup", "0::/outer/inner\n"},
         {"sys/fs/cgroup/outer/memory.max", "2147483648\n"},
         {"sys/fs/cgroup/outer/memory.current", "1610612736\n"},
         {"sys/fs/cgroup/outer/memory.stat", "anon 536870912\nactive_file 536870912\ninactive_file 536870912\n"},
         {"sys/fs/cgroup/outer/inner/memory.max", "max\n"},
         {"sys/fs/cgroup/outer/inner/memory.current", "100\n"}});
    EXPECT_EQ(available_memory(machine.root()), 2 * kGiB - kGiB / 2);
}

TEST(AvailableMemory, TakesTheTopWhereThePathIsTheHosts) {
    const Machine machine({{"proc/meminfo", kEightGiB},
                           {"proc/self/cgroup", "0::/docker/0123\n"},
                           {"sys/fs/cgroup/memory.max", "1073741824\n"},
                           {"sys/fs/cgroup/memory.current", "0\n"}});
    EXPECT_EQ(available_memory(machine.root()), kGiB);
}

TEST(AvailableMemory, KnowsControlGroupsOfVersion1) {
    const Machine machine({{"proc/meminfo", kEightGiB},
                           {"proc/self/cgroup", "5:cpu,memory:/job\n1:name=systemd:/job\n"},
                           {"sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"},
                           {"sys/fs/cgroup/memory/memory.usage_in_bytes", "1000000\n"},
                           {"sys/fs/cgroup/memory/job/memory.limit_in_bytes", "1073741824\n"},
                           {"sys/fs/cgroup/memory/job/memory.usage_in_bytes", "536870912\n"}});
    EXPECT_EQ(available_memory(machine.root()), kGiB / 2);
}

TEST(AvailableMemory, MoreTakenThanAllowedIsNothingLeft) {
    const Machine machine({{"proc/meminfo", kEightGiB},
                           {"proc/self/cgroup", "0::/\n"},
                           {"sys/fs/cgroup/memory.max", "1000\n"},
                           {"sys/fs/cgroup/memory.current", "5000\n"}});
    EXPECT_EQ(available_memory(machine.root()), 1u);
}

TEST(AvailableDisk, IsThatOfTheNearestFolder) {
    EXPECT_GT(available_disk(fs::temp_directory_path() / "not" / "there" / "yet"), 0u);
}

}  // namespace
}  // namespace merels
