// SPDX-License-Identifier: MIT
#include "machine.h"

#include <charconv>
#include <csignal>

namespace merels::cli {
namespace {

StopFlag stop_requested{false};
static_assert(StopFlag::is_always_lock_free, "the signal handler writes it");

extern "C" void request_stop(int signal) {
    stop_requested = true;
    std::signal(signal, SIG_DFL);
}

}  // namespace

Result<std::uint64_t> parse_size(const std::string& text) {
    constexpr double kMost = 1e18;  // an exabyte
    const Error bad{ErrorCode::kBadInput, "'" + text + "' is not a size; write it as 16G, 512M or a number of bytes"};
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc{} || !(number > 0) || number > kMost) return bad;
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
    if (number * factor > kMost) return Error{ErrorCode::kBadInput, "'" + text + "' is more than any machine has"};
    if (number * factor < 1) return bad;
    return static_cast<std::uint64_t>(number * factor);
}

const StopFlag& stop_on_signals() {
    std::signal(SIGINT, request_stop);
    std::signal(SIGTERM, request_stop);
    // The terminal was closed. Whoever ignores that (nohup) goes on.
    if (std::signal(SIGHUP, request_stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
    return stop_requested;
}

}  // namespace merels::cli
