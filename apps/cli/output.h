// SPDX-License-Identifier: MIT
// Where results and errors go: results on standard output, errors as one line on standard error. Colours appear only
// on terminals (and not where NO_COLOR is set or TERM is "dumb").
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "merels/result.h"

namespace merels::cli {

void print_text(std::string_view text);
// Two spaces of indentation, keys in the order in which they were put in.
void print_json(const nlohmann::ordered_json& value);
// "merels: MESSAGE", whatever the message contains in one line.
void print_error(const Error& error);
// False when standard output could not take everything.
bool flush_output();

// From now on standard output goes nowhere: another process speaks.
void silence_output();

bool is_terminal(std::FILE* stream);

enum class Colour { kWhiteMan, kBlackMan, kFaint, kGood, kBad };
// The text in a colour where standard output shows colours, else as it is.
std::string paint(std::string_view text, Colour colour);

// The text with everything that would break a line or a terminal, or is not UTF-8, written as \n, \t, \xNN.
std::string one_line(std::string_view text);

}  // namespace merels::cli
