// SPDX-License-Identifier: MIT
#include "base/transport_log.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace merels {
namespace {

// The numbers of a stage on their way.
using Numbers = std::array<double, 7>;

Numbers numbers_of(const TransportStage& stage) {
    const TransportUse& use = stage.use;
    return {static_cast<double>(use.sent),
            static_cast<double>(use.received),
            use.seconds,
            use.waiting,
            use.cpu_seconds,
            stage.seconds,
            stage.cpu_seconds};
}

TransportStage with_numbers(TransportStage stage, const Numbers& numbers) {
    stage.use = {static_cast<std::uint64_t>(numbers[0]), static_cast<std::uint64_t>(numbers[1]), numbers[2], numbers[3],
                 numbers[4]};
    stage.seconds = numbers[5];
    stage.cpu_seconds = numbers[6];
    return stage;
}

}  // namespace

TransportLog::TransportLog(Transport& ranks) : ranks_(ranks), stages_(1), before_(ranks.use()) {
    stages_[0].kind = "other";
    ranks_.keep_log(this);
}

void TransportLog::close() {
    TransportStage& stage = stages_[open_];
    const TransportUse now = ranks_.use();
    stage.use.sent += now.sent - before_.sent;
    stage.use.received += now.received - before_.received;
    stage.use.seconds += now.seconds - before_.seconds;
    stage.use.waiting += now.waiting - before_.waiting;
    stage.use.cpu_seconds += now.cpu_seconds - before_.cpu_seconds;
    stage.seconds += watch_.seconds();
    stage.cpu_seconds += watch_.cpu_seconds();
    before_ = now;
    watch_ = Stopwatch();
}

void TransportLog::begin(std::string_view kind, std::string_view name) {
    close();
    const auto found = std::find_if(stages_.begin(), stages_.end(), [&](const TransportStage& stage) {
        return stage.kind == kind && stage.name == name;
    });
    open_ = static_cast<std::size_t>(found - stages_.begin());
    if (found == stages_.end()) stages_.push_back({std::string(kind), std::string(name), {}, 0, 0});
}

Result<std::vector<std::vector<TransportStage>>> TransportLog::of_all_ranks() {
    close();
    ranks_.keep_log(nullptr);
    std::vector<Numbers> mine;
    for (const TransportStage& stage : stages_) mine.push_back(numbers_of(stage));
    std::vector<std::vector<TransportStage>> result;
    for (const std::vector<std::byte>& bytes : ranks_.all_gather(std::as_bytes(std::span(mine)))) {
        if (bytes.size() != mine.size() * sizeof(Numbers)) {
            return ranks_.agree(Error{ErrorCode::kInternal, "the ranks had different stages"}).error();
        }
        std::vector<Numbers> theirs(mine.size());
        std::memcpy(theirs.data(), bytes.data(), bytes.size());
        std::vector<TransportStage>& stages = result.emplace_back();
        for (std::size_t i = 0; i < theirs.size(); ++i) stages.push_back(with_numbers(stages_[i], theirs[i]));
    }
    return result;
}

}  // namespace merels
