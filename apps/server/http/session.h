// SPDX-License-Identifier: MIT
// One connection: reads a request, has it answered, writes the answer, and again. Everything happens on the strand of
// its socket except answers that a worker makes. Slow clients cost a buffer, never a thread; Connections closes those
// that are late. While a worker makes an answer the connection is read on, so that a client who hangs up is noticed.
#pragma once

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "server/http/connections.h"
#include "server/http/metrics.h"
#include "server/http/quotas.h"
#include "server/http/router.h"
#include "server/http/server_limits.h"
#include "server/http/work_queue.h"

namespace merels::server {

using Strand = boost::asio::strand<boost::asio::io_context::executor_type>;
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Strand>;

// What all sessions share. Lives longer than they do.
class SessionHost {
  public:
    virtual ~SessionHost() = default;
    virtual const Limits& limits() const = 0;
    virtual Metrics& metrics() = 0;
    virtual Quotas& quotas() = 0;
    virtual WorkQueue& queue(Lane lane) = 0;
    virtual Connections& connections() = 0;
    virtual bool draining() const = 0;
    virtual void request_began() = 0;  // it has been read
    virtual void request_ended() = 0;  // its answer is written, or never will be
};

class Session : public std::enable_shared_from_this<Session> {
  public:
    using Clock = std::chrono::steady_clock;

    // `label_offset`: of the router's addresses among those of the metrics.
    Session(Socket socket, const Router& router, int label_offset, SessionHost& host);
    ~Session();

    void start();

    // From any thread.
    const std::string& address() const { return address_; }
    bool is_idle() const { return idle_; }  // waits for a request, or for the rest of its header
    Clock::time_point since() const { return Clock::time_point(Clock::duration(since_.load())); }
    bool is_late(Clock::time_point now) const { return now.time_since_epoch().count() > deadline_; }
    bool is_leaving() const { return leaving_; }
    // Closes the connection now if it is idle, else after the answer.
    void leave();
    void close_if_late();
    // Closes the connection if it waits for another request; one that has not sent any yet may still do so.
    void close_if_served();
    // No answer of this connection will be read. Only while nothing else uses the session.
    void abandon();

  private:
    using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
    using Message = boost::beast::http::response<boost::beast::http::string_body>;
    using ErrorCode = boost::beast::error_code;

    enum class Phase : std::uint8_t {
        kIdle,       // before the first byte of a request
        kReading,    // header or body
        kAnswering,  // a worker is at it
        kWriting,
        kLingering,  // the last answer is written; what still comes is thrown away
    };
    // A request under way; the worker and the connection both hold it.
    struct Exchange {
        Call call;
        Match match;
        Work work;
    };

    void enter(Phase phase, std::chrono::seconds time);
    void read_more();
    void has_read(ErrorCode error, std::size_t bytes);
    void wait_for_request();
    void begin_request();
    void parse();
    bool parse_some();
    bool accept_header();
    void refuse(int status, std::string detail);
    void handle();
    void answer_on_worker();
    void send_busy(const Exchange& exchange);
    void send(Response response, int label);
    void written(ErrorCode error);
    void finish_request();
    void linger();
    void close();

    SessionHost& host_;
    const Router& router_;
    int label_offset_;
    Socket socket_;
    std::string address_;  // client_key of the other end
    bool from_loopback_ = false;
    std::array<char, 4096> incoming_;   // of the read under way
    boost::beast::flat_buffer buffer_;  // has been read and not been looked at
    std::optional<Parser> parser_;
    std::size_t header_bytes_ = 0;  // of this request, so far
    bool line_begins_ = false;      // the next byte of the header begins a line
    bool folded_ = false;           // a line of the header began with a space
    std::shared_ptr<Exchange> exchange_;
    Message message_;
    Phase phase_ = Phase::kIdle;
    bool reading_ = false;    // a read is under way
    bool ended_ = false;      // nothing more will come
    bool in_flight_ = false;  // a request is counted as under way
    bool served_ = false;     // has had an answer
    bool keep_alive_ = false;
    bool http_1_0_ = false;
    bool head_ = false;
    std::size_t discarded_ = 0;
    Clock::time_point began_;
    // Read by Connections.
    std::atomic<bool> idle_{true};
    std::atomic<bool> leaving_{false};
    std::atomic<Clock::rep> since_{0};
    std::atomic<Clock::rep> deadline_{0};
};

}  // namespace merels::server
