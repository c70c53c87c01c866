// SPDX-License-Identifier: MIT
#include "server/api/json_writer.h"

#include <cmath>

#include "base/utf8.h"

namespace merels::server {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

void append_control(std::string& out, unsigned char c) {
    constexpr char kHex[] = "0123456789abcdef";
    switch (c) {
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default: break;
    }
    out += "\\u00";
    out += kHex[c >> 4];
    out += kHex[c & 15];
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size()) {
            const auto c = static_cast<unsigned char>(text[plain]);
            if (c < 0x20 || c >= 0x7F || c == '"' || c == '\\') break;
            ++plain;
        }
        out.append(text.data(), plain);
        text.remove_prefix(plain);
        if (text.empty()) break;
        const auto c = static_cast<unsigned char>(text.front());
        std::size_t used = 1;
        if (c == '"' || c == '\\') {
            out += '\\';
            out += static_cast<char>(c);
        } else if (c < 0x20 || c == 0x7F) {
            append_control(out, c);
        } else if (const std::size_t length = utf8_length(text); length != 0) {
            out.append(text.data(), length);
            used = length;
        } else {
            out += kReplacement;
        }
        text.remove_prefix(used);
    }
    out += '"';
}

JsonWriter& JsonWriter::value(double number) {
    if (!std::isfinite(number)) return value(nullptr);
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, number);
    return literal({digits, static_cast<std::size_t>(end.ptr - digits)});
}

}  // namespace merels::server
