// SPDX-License-Identifier: MIT
// One connection: reads a request, has it answered, writes the answer, and again. Everything happens on the strand of
// its stream except answers that a worker makes. Slow clients cost a buffer and a timer, never a thread.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <memory>
#include <optional>

#include "server/http/bounded_workers.h"
#include "server/http/http_message.h"
#include "server/http/metrics.h"
#include "server/http/router.h"
#include "server/http/server_limits.h"

namespace merels::server {

using Strand = boost::asio::strand<boost::asio::io_context::executor_type>;
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Strand>;

class Session;

// What all sessions share. Lives longer than they do.
class SessionHost {
  public:
    virtual ~SessionHost() = default;
    virtual const Limits& limits() const = 0;
    virtual const Router& router() const = 0;
    virtual Metrics& metrics() = 0;
    virtual BoundedWorkers& workers(Lane lane) = 0;
    virtual bool draining() const = 0;
    virtual void session_opened(Session& session) = 0;
    virtual void session_closed(Session& session) = 0;
    virtual void request_began() = 0;  // it has been read
    virtual void request_ended() = 0;  // its answer is written, or never will be
};

class Session : public std::enable_shared_from_this<Session> {
  public:
    Session(Socket socket, SessionHost& host);
    ~Session();

    void start();
    // Closes the connection if it waits for another request; one that has not sent any yet may still do so and gets an
    // answer. From any thread.
    void close_if_idle();

  private:
    using Stream = boost::beast::basic_stream<boost::asio::ip::tcp, Strand>;
    using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
    using Message = boost::beast::http::response<boost::beast::http::string_body>;
    using ErrorCode = boost::beast::error_code;

    void wait_for_request();
    void parse_buffered();
    void read_rest();
    void read_body();
    void reading_failed(ErrorCode error);
    void handle();
    void answer_on_worker(BoundedWorkers& workers, Match match);
    void send(Response response, Route route);
    void write();
    void written(ErrorCode error);
    void finish_request();
    void linger();
    void discard();
    void close();

    SessionHost& host_;
    Stream stream_;
    boost::beast::flat_buffer buffer_;
    std::optional<Parser> parser_;
    Request request_;
    Message message_;
    bool idle_ = true;        // between requests
    bool in_flight_ = false;  // a request is counted as under way
    bool served_ = false;     // has had an answer
    bool keep_alive_ = false;
    bool http_1_0_ = false;
    std::size_t discarded_ = 0;
    std::chrono::steady_clock::time_point began_;
};

}  // namespace merels::server
