// SPDX-License-Identifier: MIT
// Fuzz target: any bytes, line by line, to the engine protocol. Every answer must be one printable line, and the
// session must answer `isready` and a search afterwards. Searches are bounded, so that an input takes milliseconds.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/protocol/protocol.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    merels::SessionOptions options;
    options.variant = merels::all_variants().front();
    options.hash_mebibytes = 1;
    options.most_hash_mebibytes = 1;
    options.most_nodes = 300;
    std::string last;
    merels::EngineSession session(options, [&last](std::string_view line) {
        for (const char c : line) {
            if (c < ' ' || c > '~') std::abort();
        }
        last = line;
    });
    std::string_view text(reinterpret_cast<const char*>(data), size);
    bool on = true;
    while (on && !text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        // Paths are not fuzzed: they would read whatever the machine holds.
        if (line.find("ath") == std::string_view::npos) on = session.handle(line);
        text = end == std::string_view::npos ? "" : text.substr(end + 1);
    }
    session.stop();
    if (on) {
        session.handle("setoption name Dialect value uci");
        session.handle("setoption name Level value 0");
        session.handle("go nodes 50");
        session.wait();
        if (!last.starts_with("bestmove ")) std::abort();
        session.handle("isready");
        if (last != "readyok") std::abort();
    }
    return 0;
}
