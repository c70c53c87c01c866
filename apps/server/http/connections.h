// SPDX-License-Identifier: MIT
// All connections of the server: how many there are, of whom, which are idle, which are late. A new connection is
// always let in while an idle one can be closed for it. Thread-safe; a mutex held for some microseconds.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace merels::server {

class Session;

class Connections {
  public:
    // `most` in all, `most_of_address` of one address (0: no limit of its own).
    Connections(int most, int most_of_address) : most_(most), most_of_address_(most_of_address) {}

    void set_most_of_address(int most) { most_of_address_ = most; }

    // Whether another connection of that address may come. Closes idle ones to make room: of the address itself where
    // it has too many, else of the address that has most, and of those the one that has been idle longest.
    // `limited`: the limit of one address counts.
    bool make_room(const std::string& address, bool limited);

    void opened(Session& session);
    void closed(Session& session);
    // Closes those whose time is over. To be called a few times a second. Cost: a look at each.
    void close_late();
    void close_idle();
    // The answers of none of them will be read.
    void abandon_all();

  private:
    // Sessions that are looked at are kept alive until the mutex is free again: their end takes it.
    using Kept = std::vector<std::shared_ptr<Session>>;
    bool close_one_idle(const std::string* address, Kept& kept);

    int most_;
    int most_of_address_;
    std::mutex mutex_;
    std::unordered_set<Session*> sessions_;
    std::unordered_map<std::string, int> of_address_;
    int leaving_ = 0;  // were asked to close and have not yet
};

}  // namespace merels::server
