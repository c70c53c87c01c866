// SPDX-License-Identifier: MIT
// Errors as values. A function that can fail returns Result<T> (or Status when there is nothing to return);
// the library never throws for expected failures, never prints and never exits.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace merels {

enum class ErrorCode {
    kBadInput,      // the caller's text or arguments are wrong
    kMissing,       // a file or table is not there
    kCorrupt,       // a checksum or a structure does not hold
    kTruncated,     // a file ends too early
    kWrongVariant,  // a table belongs to another game
    kNewerVersion,  // a file was written by a later format version
    kIo,            // the operating system refused
    kNoSpace,       // the disk is full
    kNoMemory,      // the stated memory bound does not suffice
    kInterrupted,   // stopped on request; what was done so far is kept
    kInternal,      // a bug
};

struct Error {
    ErrorCode code = ErrorCode::kInternal;
    std::string message;  // one line, for people
    int column = 0;       // where a text of the caller is wrong, from 1; 0: no such place
};

// Either a value or an Error. Reading the one that is not there is a programming error.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit by design
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit by design

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    const T& value() const& { return std::get<0>(state_); }
    T& value() & { return std::get<0>(state_); }
    T&& value() && { return std::get<0>(std::move(state_)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const Error& error() const { return std::get<1>(state_); }

  private:
    std::variant<T, Error> state_;
};

using Status = Result<std::monostate>;
inline Status ok_status() { return Status(std::monostate{}); }

}  // namespace merels
