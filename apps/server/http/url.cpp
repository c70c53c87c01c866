// SPDX-License-Identifier: MIT
#include "server/http/url.h"

namespace merels::server {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Cuts the text before the first `separator` off and returns it.
std::string_view take_until(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view head = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    return head;
}

}  // namespace

std::optional<std::string_view> Target::parameter(std::string_view name) const {
    for (const auto& [key, value] : query) {
        if (key == name) return value;
    }
    return std::nullopt;
}

std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && plus_is_space) {
            out += ' ';
        } else if (text[i] == '%') {
            if (i + 2 >= text.size()) return std::nullopt;
            const int high = hex_digit(text[i + 1]);
            const int low = hex_digit(text[i + 2]);
            if (high < 0 || low < 0 || (high == 0 && low == 0)) return std::nullopt;
            out += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::optional<Target> parse_target(std::string_view target) {
    constexpr std::string_view kScheme = "http://";
    if (target.starts_with(kScheme)) {  // the form that proxies use
        const std::size_t path = target.find('/', kScheme.size());
        target = path == std::string_view::npos ? "/" : target.substr(path);
    }
    if (!target.starts_with('/')) return std::nullopt;
    target = target.substr(0, target.find('#'));
    const std::size_t question = target.find('?');
    std::string_view path = target.substr(1, question == std::string_view::npos ? question : question - 1);
    std::string_view query = question == std::string_view::npos ? std::string_view{} : target.substr(question + 1);

    Target result;
    while (true) {
        const bool last = path.find('/') == std::string_view::npos;
        auto segment = percent_decode(take_until(path, '/'), false);
        if (!segment) return std::nullopt;
        result.segments.push_back(std::move(*segment));
        if (last) break;
    }
    while (!query.empty()) {
        std::string_view pair = take_until(query, '&');
        if (pair.empty()) continue;
        auto key = percent_decode(take_until(pair, '='), true);
        auto value = percent_decode(pair, true);
        if (!key || !value) return std::nullopt;
        result.query.emplace_back(std::move(*key), std::move(*value));
    }
    return result;
}

}  // namespace merels::server
