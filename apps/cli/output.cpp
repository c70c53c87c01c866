// SPDX-License-Identifier: MIT
#include "output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/utf8.h"

namespace merels::cli {
namespace {

bool shows_colours(std::FILE* stream) {
    const char* no_color = std::getenv("NO_COLOR");
    if (no_color != nullptr && *no_color != '\0') return false;
    const char* term = std::getenv("TERM");
    if (term == nullptr || std::string_view(term) == "dumb") return false;
    return is_terminal(stream);
}

}  // namespace

void print_text(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_json(const nlohmann::ordered_json& value) {
    // Bytes that are not UTF-8 (from a file name, say) are replaced, never thrown about.
    print_text(value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

void print_error(const Error& error) {
    const std::string line = "merels: " + one_line(error.message) + '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

bool flush_output() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

void silence_output() {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) std::fclose(stdout);
}

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

std::string paint(std::string_view text, Colour colour) {
    if (!shows_colours(stdout)) return std::string(text);
    int code = 0;
    switch (colour) {
        case Colour::kWhiteMan: code = 93; break;  // bright yellow: visible on light and dark
        case Colour::kBlackMan: code = 94; break;  // bright blue
        case Colour::kFaint: code = 90; break;
        case Colour::kGood: code = 32; break;
        case Colour::kBad: code = 31; break;
    }
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string one_line(std::string_view text) {
    std::string line;
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text.front());
        std::size_t length = utf8_length(text);
        // U+0080 to U+009F are orders to a terminal, as the bytes below 32 are.
        if (length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0) length = 0;
        if (byte == '\n') {
            line += "\\n";
        } else if (byte == '\t') {
            line += "\\t";
        } else if (length == 0 || byte < 0x20 || byte == 0x7f) {
            line += fmt::format("\\x{:02x}", byte);
        } else {
            line += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return line;
}

}  // namespace merels::cli
