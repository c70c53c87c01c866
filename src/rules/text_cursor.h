// SPDX-License-Identifier: MIT
// A place in a text that is being read, and the first thing that was wrong with it. The readers of notation share
// one: each returns false (or nothing) after calling fail(), and the outermost caller turns the offset into a column,
// or into a line and a column. Cost: nothing but the walk over the text; memory only for an error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "merels/result.h"

namespace merels {

struct TextError {
    std::size_t offset = 0;
    std::string message;
};

class TextCursor {
  public:
    explicit TextCursor(std::string_view text) : text_(text) {}

    std::size_t offset() const { return at_; }
    bool at_end() const { return at_ == text_.size(); }
    // The next character, or '\0' at the end (a '\0' in the text reads the same; no notation contains one).
    char peek() const { return at_end() ? '\0' : text_[at_]; }
    void skip() { ++at_; }
    // Steps over `expected` if it comes next.
    bool accept(char expected) {
        if (at_end() || text_[at_] != expected) return false;
        ++at_;
        return true;
    }

    // Records the first error and returns false, so that a reader can `return cursor.fail(...)`.
    bool fail(std::size_t offset, std::string message);
    // Fails here with "expected WHAT, found 'c'", or "expected WHAT, but the text ends".
    bool fail_expected(std::string_view what);
    const std::optional<TextError>& error() const { return error_; }

    // The recorded error as a bad-input Error: "column 12: ..." (for texts of one line; columns count bytes from 1).
    Error column_error() const;
    // The same for texts of many lines: "line 3, column 12: ...".
    Error line_error() const;

  private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<TextError> error_;
};

}  // namespace merels
