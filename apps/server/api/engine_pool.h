// SPDX-License-Identifier: MIT
// The engines behind POST /play. An Engine serves one request at a time, so there are as many as searches may run at
// once; they are made when first needed. Thread-safe.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "merels/engine.h"
#include "merels/tablebase.h"

namespace merels::server {

class EnginePool {
  public:
    EnginePool(std::shared_ptr<const Tablebase> tables, std::size_t hash_mebibytes);

    // The player's turn, by an engine that remembers nothing of other requests: the same request gives the same turn.
    // Ends early, with the best turn so far, when request.stop is set.
    Result<Choice> choose(const TurnRequest& request);

  private:
    std::unique_ptr<Engine> take();
    void give_back(std::unique_ptr<Engine> engine);

    std::shared_ptr<const ValueSource> source_;
    std::size_t hash_mebibytes_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Engine>> free_;
};

}  // namespace merels::server
