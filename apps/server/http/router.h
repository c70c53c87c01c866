// SPDX-License-Identifier: MIT
// From a request to its answer: which address is meant, whether method, parameters and origin fit, who answers.
//
//     const Match match = router.match(call, draining);   // cheap
//     if (match.ready) ... *match.ready ...
//     else on the lane match.lane: Work work = router.begin(match, call), and call it until it has an answer
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/http/page.h"
#include "server/http/route.h"

namespace merels::server {

struct Match {
    const Route* route = nullptr;  // null: no such address, or a file of the page
    int label = 0;                 // of the metrics (Router::labels)
    Lane lane = Lane::kConnection;
    std::optional<Response> ready;  // a file of the page, a preflight, or what is wrong with the request
};

class Router {
  public:
    struct Options {
        bool page = true;             // serves the page as well
        bool loopback_names = false;  // refuses a Host that is no loopback address: nobody bent a name of his to us
    };
    Router(std::vector<Route> routes, Options options);

    // Reads the target of the call, fills in `target` and `names`, and finds its route.
    Match match(Call& call, bool draining) const;
    // The work of a matched call; it never throws: a bug or a lack of memory is a 500.
    Work begin(const Match& match, const Call& call) const;
    // What every answer goes through: CORS, conditional requests (If-None-Match).
    Response finish(const Match& match, const Call& call, Response response) const;

    void set_loopback_names(bool only) { options_.loopback_names = only; }
    // Names for the metrics; Match::label is an index.
    std::vector<std::string_view> labels() const;

  private:
    std::optional<Response> refuse(const Match& match, const Call& call, const std::string& allow, bool draining) const;
    std::string find(Call& call, Match& match) const;

    std::vector<Route> routes_;
    Options options_;
    Page page_;
};

// The answer to a request that could not be read, or that is refused before it is looked at.
Response refusal(int status, std::string detail);

}  // namespace merels::server
