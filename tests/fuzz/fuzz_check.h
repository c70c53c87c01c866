// SPDX-License-Identifier: MIT
// What a fuzz target does when a property does not hold: say which and stop, so that the fuzzer keeps the input.
#pragma once

#include <cstdio>
#include <cstdlib>

#define FUZZ_CHECK(property)                                                            \
    do {                                                                                \
        if (!(property)) {                                                              \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #property); \
            std::abort();                                                               \
        }                                                                               \
    } while (false)
