// SPDX-License-Identifier: MIT
// The one map from errors to exit codes; README and `merels --help` list them.
#pragma once

#include "merels/result.h"

namespace merels::cli {

inline constexpr int kExitOk = 0;
inline constexpr int kExitInternal = 1;       // a bug, or a check that found something wrong
inline constexpr int kExitBadInput = 2;       // the command line or a text is wrong
inline constexpr int kExitMissing = 3;        // a table is not there
inline constexpr int kExitCorrupt = 4;        // a file is there, but cannot be used
inline constexpr int kExitNoResources = 5;    // disk full, memory too small, the system refused
inline constexpr int kExitInterrupted = 130;  // stopped on request; what was done so far is kept

constexpr int exit_code(ErrorCode code) {
    switch (code) {
        case ErrorCode::kBadInput: return kExitBadInput;
        case ErrorCode::kMissing: return kExitMissing;
        case ErrorCode::kCorrupt:
        case ErrorCode::kTruncated:
        case ErrorCode::kWrongVariant:
        case ErrorCode::kNewerVersion: return kExitCorrupt;
        case ErrorCode::kIo:
        case ErrorCode::kNoSpace:
        case ErrorCode::kNoMemory: return kExitNoResources;
        case ErrorCode::kInterrupted: return kExitInterrupted;
        case ErrorCode::kInternal: break;
    }
    return kExitInternal;
}

inline constexpr const char* kExitCodesHelp =
    "Exit codes: 0 done, 1 a bug or a failed check, 2 bad input, 3 a table is missing,\n"
    "4 a file is corrupt, truncated or of another game or version, 5 no space, no memory or refused by the system,\n"
    "130 interrupted.";

}  // namespace merels::cli
