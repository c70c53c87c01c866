// SPDX-License-Identifier: MIT
#include "server/api/engine_pool.h"

namespace merels::server {

EnginePool::EnginePool(std::shared_ptr<const Tablebase> tables, std::size_t hash_mebibytes)
    : source_(make_value_source(std::move(tables))), hash_mebibytes_(hash_mebibytes) {}

Result<Choice> EnginePool::choose(const TurnRequest& request) {
    auto engine = take();
    engine->clear();
    auto choice = engine->choose(request);
    give_back(std::move(engine));
    return choice;
}

std::unique_ptr<Engine> EnginePool::take() {
    {
        const std::lock_guard lock(mutex_);
        if (!free_.empty()) {
            auto engine = std::move(free_.back());
            free_.pop_back();
            return engine;
        }
    }
    return std::make_unique<Engine>(EngineOptions{.hash_mebibytes = hash_mebibytes_, .tables = source_});
}

void EnginePool::give_back(std::unique_ptr<Engine> engine) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(engine));
}

}  // namespace merels::server
