// SPDX-License-Identifier: MIT
// Everything that can go wrong with a request, as problem JSON. The one map from errors to HTTP status is here.
#pragma once

#include <optional>
#include <string>

#include "merels/result.h"
#include "server/http/http_message.h"

namespace merels::server {

struct Problem {
    int status = 500;
    std::string detail;              // one sentence for people
    std::optional<int> column = {};  // from 1, where a text was wrong
    std::optional<int> index = {};   // from 0, where an element of a list was
    std::string allow = {};          // 405
    std::optional<int> retry_after = {};
};

// 400 for bad input, 503 for missing resources, 500 for everything that should not happen.
int http_status(ErrorCode code);

// An error of the library.
Problem to_problem(const Error& error);
Problem bad_request(std::string detail);
// A text of the client could not be read; `what` names it ("position").
Problem bad_text(std::string_view what, const Error& error);

Response to_response(const Problem& problem);

}  // namespace merels::server
