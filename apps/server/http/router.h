// SPDX-License-Identifier: MIT
// From a request to its answer: which address is meant, whether the method fits, who answers.
//
//     const Match match = router.match(request);   // cheap
//     ... on the thread that match.lane asks for:
//     Response response = router.answer(match, request);
#pragma once

#include <optional>
#include <string>

#include "server/api/endpoints.h"
#include "server/http/page.h"
#include "server/http/problem.h"
#include "server/http/route.h"

namespace merels::server {

struct Match {
    Route route = Route::kNone;
    Lane lane = Lane::kConnection;
    Target target;
    std::optional<Variant> variant;  // of addresses below /v1/VARIANT
    std::string path;                // decoded, for the page
    std::optional<Response> ready;   // a preflight, or what is wrong with the address or the method
};

class Router {
  public:
    // The context must outlive the router.
    explicit Router(const Context& context) : context_(context) {}

    Match match(const Request& request) const;
    // Never throws: a bug or a lack of memory is a 500. Conditional requests (If-None-Match) are settled here.
    Response answer(const Match& match, const Request& request) const;

  private:
    Response dispatch(const Match& match, const Request& request) const;

    const Context& context_;
    Page page_;
};

// The answer to a request that could not be read, or that is refused before it is looked at.
Response refusal(int status, std::string detail);

}  // namespace merels::server
