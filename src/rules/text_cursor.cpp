// SPDX-License-Identifier: MIT
#include "rules/text_cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace merels {
namespace {

// A character for people: quoted when it can be seen, else by its code, so that a message stays one line.
std::string shown(char c) {
    if (c > ' ' && c <= '~') return fmt::format("'{}'", c);
    if (c == ' ') return "a space";
    if (c == '\n') return "the end of the line";
    return fmt::format("byte 0x{:02x}", static_cast<unsigned char>(c));
}

}  // namespace

bool TextCursor::fail(std::size_t offset, std::string message) {
    if (!error_) error_ = TextError{offset, std::move(message)};
    return false;
}

bool TextCursor::fail_expected(std::string_view what) {
    if (at_end()) return fail(at_, fmt::format("expected {}, but the text ends", what));
    return fail(at_, fmt::format("expected {}, found {}", what, shown(text_[at_])));
}

Error TextCursor::column_error() const {
    const int column = static_cast<int>(error_->offset) + 1;
    return {ErrorCode::kBadInput, fmt::format("column {}: {}", column, error_->message), column};
}

Error TextCursor::line_error() const {
    const std::string_view before = text_.substr(0, error_->offset);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t last_break = before.rfind('\n');
    const std::size_t column = last_break == std::string_view::npos ? before.size() + 1 : before.size() - last_break;
    return {ErrorCode::kBadInput, fmt::format("line {}, column {}: {}", line, column, error_->message),
            static_cast<int>(column)};
}

}  // namespace merels
