// SPDX-License-Identifier: MIT
// Words and numbers of command lines, for the files of EngineSession.
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "merels/result.h"

namespace merels::protocol {

inline Error bad(std::string message) { return {ErrorCode::kBadInput, std::move(message)}; }

inline std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> words;
    constexpr std::string_view kSpace = " \t\r";
    while (true) {
        const std::size_t start = line.find_first_not_of(kSpace);
        if (start == std::string_view::npos) return words;
        line.remove_prefix(start);
        const std::size_t end = std::min(line.find_first_of(kSpace), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

inline std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

inline std::string join(const std::vector<std::string_view>& words, std::size_t first, std::size_t last) {
    std::string text;
    for (std::size_t i = first; i < last; ++i) text.append(i == first ? "" : " ").append(words[i]);
    return text;
}

template <class Number>
Result<Number> read_number(std::string_view text, Number least, Number most, std::string_view what) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
        return bad(std::string(what) + " wants a number from " + std::to_string(least) + " to " + std::to_string(most) +
                   ", not '" + std::string(text) + "'");
    }
    return value;
}

}  // namespace merels::protocol
