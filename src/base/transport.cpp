// SPDX-License-Identifier: MIT
#include "base/transport.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/transport_log.h"

namespace merels {
namespace {

class LocalTransport final : public Transport {
  public:
    int rank() const override { return 0; }
    int size() const override { return 1; }
    int neighbours() const override { return 1; }
    std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) override {
        return {{mine.begin(), mine.end()}};
    }
    void broadcast(std::span<std::byte>, int) override {}
    void send(std::span<const std::byte>, int) override {}
    std::vector<std::byte> receive(int) override { return {}; }
    void barrier() override {}
    void sum(std::span<std::uint64_t>) override {}
    void max(std::span<std::uint64_t>) override {}
    std::unique_ptr<Transport> split(int) override { return std::make_unique<LocalTransport>(); }
    [[noreturn]] void end_all(int exit_code) override { std::_Exit(exit_code); }
    TransportUse use() const override { return {}; }
};

// An error on its way: code and column, then the message; empty where there is none.
std::vector<std::byte> encode(const Status& status) {
    if (status) return {};
    const Error& error = status.error();
    const std::int32_t head[2] = {static_cast<std::int32_t>(error.code), error.column};
    std::vector<std::byte> bytes(sizeof(head) + error.message.size());
    std::memcpy(bytes.data(), head, sizeof(head));
    std::memcpy(bytes.data() + sizeof(head), error.message.data(), error.message.size());
    return bytes;
}
Error decode(std::span<const std::byte> bytes) {
    std::int32_t head[2] = {};
    std::memcpy(head, bytes.data(), sizeof(head));
    return {static_cast<ErrorCode>(head[0]),
            std::string(reinterpret_cast<const char*>(bytes.data()) + sizeof(head), bytes.size() - sizeof(head)),
            head[1]};
}

}  // namespace

Transport& local_transport() {
    static LocalTransport transport;  // has no state
    return transport;
}

void Transport::stage(std::string_view kind, std::string_view name) {
    if (log_ != nullptr) log_->begin(kind, name);
}

bool Transport::any(bool mine) {
    std::uint64_t number = mine ? 1 : 0;
    max({&number, 1});
    return number != 0;
}

Status Transport::agree(const Status& mine) {
    failed_ = !alone() && any(!mine);
    if (!failed_) return mine;
    const auto all = all_gather(encode(mine));
    const auto first = std::find_if(all.begin(), all.end(), [](const auto& bytes) { return !bytes.empty(); });
    Error error = decode(*first);
    const bool same = std::all_of(all.begin(), all.end(), [&](const auto& bytes) { return bytes == *first; });
    if (!same) error.message = "rank " + std::to_string(first - all.begin()) + ": " + error.message;
    return error;
}

}  // namespace merels
