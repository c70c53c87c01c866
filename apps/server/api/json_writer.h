// SPDX-License-Identifier: MIT
// JSON text, appended piece by piece, without a tree in memory: an analysis of 50 turns is 10 KB of text and would be
// a thousand allocations as a tree. The caller keeps brackets balanced.
//
//     JsonWriter json;
//     json.begin_object();
//     json.field("variant", "nine-c1");
//     json.key("moves").begin_array();
//     ...
//     return std::move(json).text();
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace merels::server {

// Appends `text` as a JSON string. Bytes that are not UTF-8 become U+FFFD, so the result always is.
void append_quoted(std::string& out, std::string_view text);

class JsonWriter {
  public:
    explicit JsonWriter(std::size_t expected_bytes = 512) { out_.reserve(expected_bytes); }

    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }

    // `name` is written as it is: a literal without quotes or backslashes.
    JsonWriter& key(std::string_view name) {
        separate();
        out_ += '"';
        out_ += name;
        out_ += "\":";
        first_ = true;
        return *this;
    }

    JsonWriter& value(std::string_view text) {
        separate();
        append_quoted(out_, text);
        return *this;
    }
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(bool truth) { return literal(truth ? "true" : "false"); }
    JsonWriter& value(std::nullptr_t) { return literal("null"); }
    JsonWriter& value(double number);
    template <std::integral T>
    JsonWriter& value(T number) {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, number);
        return literal({digits, static_cast<std::size_t>(end.ptr - digits)});
    }
    template <class T>
    JsonWriter& value(const std::optional<T>& maybe) {
        return maybe ? value(*maybe) : value(nullptr);
    }

    template <class T>
    JsonWriter& field(std::string_view name, const T& v) {
        return key(name).value(v);
    }

    std::string text() && { return std::move(out_); }

  private:
    JsonWriter& open(char bracket) {
        separate();
        out_ += bracket;
        first_ = true;
        return *this;
    }
    JsonWriter& close(char bracket) {
        out_ += bracket;
        first_ = false;
        return *this;
    }
    JsonWriter& literal(std::string_view text) {
        separate();
        out_ += text;
        return *this;
    }
    void separate() {
        if (!first_) out_ += ',';
        first_ = false;
    }

    std::string out_;
    bool first_ = true;  // nothing stands before in the innermost bracket, or a key does
};

}  // namespace merels::server
