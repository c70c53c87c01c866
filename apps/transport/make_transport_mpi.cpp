// SPDX-License-Identifier: MIT
// The ranks of MPI. All calls come from the thread that made the transport. Counts of MPI are int, so what is longer
// goes in pieces.
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "base/stopwatch.h"
#include "transport/make_transport.h"

namespace merels {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 30;
constexpr int kTag = 0;

class MpiTransport final : public Transport {
  public:
    // All ranks, or a group of them.
    MpiTransport(MPI_Comm comm, int neighbours) : comm_(comm), neighbours_(neighbours) {
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size_);
    }
    ~MpiTransport() override { comm_ == MPI_COMM_WORLD ? MPI_Finalize() : MPI_Comm_free(&comm_); }

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    int neighbours() const override { return neighbours_; }

    std::vector<std::vector<std::byte>> all_gather(std::span<const std::byte> mine) override {
        const Timer timer(*this);
        std::vector<std::uint64_t> sizes(static_cast<std::size_t>(size_));
        const std::uint64_t own = mine.size();
        MPI_Allgather(&own, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, comm_);
        timer.others_have_come();
        std::vector<std::vector<std::byte>> all(sizes.size());
        for (std::size_t r = 0; r < sizes.size(); ++r) all[r].reserve(sizes[r]);
        const std::size_t round = kPiece / sizes.size();
        std::vector<std::byte> heard;
        std::vector<int> counts(sizes.size()), places(sizes.size());
        for (std::uint64_t done = 0; done < *std::max_element(sizes.begin(), sizes.end()); done += round) {
            int total = 0;
            for (std::size_t r = 0; r < sizes.size(); ++r) {
                counts[r] = static_cast<int>(std::min<std::uint64_t>(round, sizes[r] - std::min(done, sizes[r])));
                places[r] = total;
                total += counts[r];
            }
            heard.resize(static_cast<std::size_t>(total));
            const std::byte* const from = mine.data() + std::min<std::uint64_t>(done, own);
            MPI_Allgatherv(from, counts[static_cast<std::size_t>(rank_)], MPI_BYTE, heard.data(), counts.data(),
                           places.data(), MPI_BYTE, comm_);
            for (std::size_t r = 0; r < sizes.size(); ++r) {
                const auto begin = heard.begin() + places[r];
                all[r].insert(all[r].end(), begin, begin + counts[r]);
            }
        }
        count(own, std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}) - own);
        return all;
    }

    void broadcast(std::span<std::byte> bytes, int root) override {
        const Timer timer(*this);
        for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
            const auto part = static_cast<int>(std::min(kPiece, bytes.size() - at));
            MPI_Bcast(bytes.data() + at, part, MPI_BYTE, root, comm_);
        }
        rank_ == root ? count(bytes.size(), 0) : count(0, bytes.size());
    }

    void send(std::span<const std::byte> bytes, int to) override {
        const Timer timer(*this);
        const std::uint64_t size = bytes.size();
        MPI_Send(&size, 1, MPI_UINT64_T, to, kTag, comm_);
        for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
            MPI_Send(bytes.data() + at, static_cast<int>(std::min(kPiece, bytes.size() - at)), MPI_BYTE, to, kTag,
                     comm_);
        }
        count(size, 0);
    }

    std::vector<std::byte> receive(int from) override {
        const Timer timer(*this);
        std::uint64_t size = 0;
        MPI_Recv(&size, 1, MPI_UINT64_T, from, kTag, comm_, MPI_STATUS_IGNORE);
        timer.others_have_come();
        std::vector<std::byte> bytes(size);
        for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
            MPI_Recv(bytes.data() + at, static_cast<int>(std::min(kPiece, bytes.size() - at)), MPI_BYTE, from, kTag,
                     comm_, MPI_STATUS_IGNORE);
        }
        count(0, size);
        return bytes;
    }

    void barrier() override {
        const Timer timer(*this);
        MPI_Barrier(comm_);
        timer.others_have_come();
    }
    void sum(std::span<std::uint64_t> numbers) override { reduce(numbers, MPI_SUM); }
    void max(std::span<std::uint64_t> numbers) override { reduce(numbers, MPI_MAX); }

    std::unique_ptr<Transport> split(int group) override {
        MPI_Comm part = MPI_COMM_NULL;
        MPI_Comm_split(comm_, group, rank_, &part);
        return std::make_unique<MpiTransport>(part, neighbours_);
    }

    [[noreturn]] void end_all(int exit_code) override {
        MPI_Abort(MPI_COMM_WORLD, exit_code);
        std::_Exit(exit_code);
    }

    TransportUse use() const override { return use_; }

  private:
    // Adds the time of a call.
    class Timer {
      public:
        explicit Timer(MpiTransport& transport) : transport_(transport) {}
        ~Timer() {
            transport_.use_.seconds += watch_.seconds();
            transport_.use_.cpu_seconds += watch_.cpu_seconds();
        }
        Timer(const Timer&) = delete;
        Timer& operator=(const Timer&) = delete;
        // So far the call was a meeting: few bytes, and nobody gets them before all are there.
        void others_have_come() const { transport_.use_.waiting += watch_.seconds(); }

      private:
        MpiTransport& transport_;
        Stopwatch watch_;
    };

    void reduce(std::span<std::uint64_t> numbers, MPI_Op operation) {
        const Timer timer(*this);
        MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, operation, comm_);
        timer.others_have_come();
        count(numbers.size_bytes(), numbers.size_bytes() * static_cast<std::uint64_t>(size_ - 1));
    }

    void count(std::uint64_t sent, std::uint64_t received) {
        if (alone()) return;
        use_.sent += sent;
        use_.received += received;
    }

    MPI_Comm comm_;
    int rank_ = 0;
    int size_ = 1;
    int neighbours_;
    TransportUse use_;
};

}  // namespace

std::unique_ptr<Transport> make_transport() {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    int neighbours = 1;
    MPI_Comm_size(machine, &neighbours);
    MPI_Comm_free(&machine);
    return std::make_unique<MpiTransport>(MPI_COMM_WORLD, neighbours);
}

}  // namespace merels
