// SPDX-License-Identifier: MIT
#include "machine.h"

#include <sys/statvfs.h>

#include <charconv>
#include <csignal>
#include <fstream>

namespace merels::cli {
namespace {

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "the signal handler writes it");

extern "C" void request_stop(int signal) {
    stop_requested = true;
    std::signal(signal, SIG_DFL);
}

}  // namespace

std::uint64_t available_memory() {
    std::ifstream file("/proc/meminfo");
    std::string word;
    while (file >> word) {
        std::uint64_t kib = 0;
        if (word == "MemAvailable:" && file >> kib) return kib * 1024;
    }
    return 0;
}

std::uint64_t available_disk(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::path at = std::filesystem::absolute(folder, error);
    while (!at.empty() && !std::filesystem::exists(at, error) && at != at.parent_path()) at = at.parent_path();
    struct statvfs info {};
    if (::statvfs(at.c_str(), &info) != 0) return 0;
    return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
}

Result<std::uint64_t> parse_size(const std::string& text) {
    const Error bad{ErrorCode::kBadInput, "'" + text + "' is not a size; write it as 16G, 512M or a number of bytes"};
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc{} || !(number > 0) || number > 1e15) return bad;
    const std::string unit(end, text.data() + text.size());
    double factor = 1;
    if (unit == "K")
        factor = 1024.0;
    else if (unit == "M")
        factor = 1024.0 * 1024;
    else if (unit == "G")
        factor = 1024.0 * 1024 * 1024;
    else if (!unit.empty())
        return bad;
    return static_cast<std::uint64_t>(number * factor);
}

const std::atomic<bool>& stop_on_signals() {
    std::signal(SIGINT, request_stop);
    std::signal(SIGTERM, request_stop);
    return stop_requested;
}

}  // namespace merels::cli
