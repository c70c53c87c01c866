// SPDX-License-Identifier: MIT
// How the progress of a long job looks. All of it goes to a stream of its own (standard error), never among results.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>

#include "merels/progress.h"

namespace merels::cli {

enum class ProgressStyle {
    kSilent,
    kBar,        // one line that is redrawn, for terminals, as wide as they are; notes stay above it
    kLines,      // a plain line now and then, for logs
    kJsonLines,  // one JSON object a line: {"stage","detail","done","total","seconds"} or {"note"}
};

// kBar when the stream is a terminal, else kLines.
ProgressStyle natural_style(std::FILE* stream);

using SecondsClock = std::function<double()>;  // tests bring their own

// A bar keeps to `width` places; 0: those of the terminal.
std::unique_ptr<Progress> make_progress(ProgressStyle style, std::FILE* stream = stderr, SecondsClock clock = {},
                                        int width = 0);

}  // namespace merels::cli
