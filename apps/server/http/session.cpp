// SPDX-License-Identifier: MIT
// Outline: wait_for_request -> parse_buffered (usually the whole request is there) or read_rest -> handle -> send ->
// written -> wait_for_request or linger.
#include "server/http/session.h"

#include <boost/asio/post.hpp>

#include "server/http/response_header.h"

namespace merels::server {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using net::ip::tcp;

namespace {

constexpr std::size_t kReadAhead = 4096;
constexpr std::size_t kMostDiscarded = 1 << 20;

Method method_of(http::verb verb) {
    switch (verb) {
        case http::verb::get: return Method::kGet;
        case http::verb::head: return Method::kHead;
        case http::verb::post: return Method::kPost;
        case http::verb::options: return Method::kOptions;
        default: return Method::kOther;
    }
}

std::string text(beast::string_view view) { return {view.data(), view.size()}; }

Request to_request(http::request<http::string_body>& message) {
    Request request;
    request.method = method_of(message.method());
    request.target = text(message.target());
    request.content_type = text(message[http::field::content_type]);
    request.origin = text(message[http::field::origin]);
    request.host = text(message[http::field::host]);
    request.if_none_match = text(message[http::field::if_none_match]);
    request.accepts_gzip = accepts_gzip(text(message[http::field::accept_encoding]));
    request.body = std::move(message.body());
    return request;
}

}  // namespace

Session::Session(Socket socket, SessionHost& host)
    : host_(host), stream_(std::move(socket)), buffer_(host.limits().header_bytes + kReadAhead) {
    host_.session_opened(*this);
}

Session::~Session() {
    finish_request();
    host_.session_closed(*this);
}

void Session::start() {
    net::dispatch(stream_.get_executor(), [self = shared_from_this()] { self->wait_for_request(); });
}

void Session::close_if_idle() {
    net::post(stream_.get_executor(), [self = shared_from_this()] {
        if (self->idle_ && self->served_) self->close();
    });
}

void Session::wait_for_request() {
    if (buffer_.size() > 0) return parse_buffered();  // the client did not wait for our answer
    if (host_.draining() && served_) return linger();
    idle_ = true;
    stream_.expires_after(host_.limits().idle_timeout);
    stream_.async_read_some(buffer_.prepare(kReadAhead),
                            [self = shared_from_this()](ErrorCode error, std::size_t bytes) {
                                if (error) return self->close();
                                self->buffer_.commit(bytes);
                                self->parse_buffered();
                            });
}

void Session::parse_buffered() {
    idle_ = false;
    began_ = std::chrono::steady_clock::now();
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(host_.limits().header_bytes));
    parser_->body_limit(host_.limits().body_bytes);
    parser_->eager(true);
    ErrorCode error;
    buffer_.consume(parser_->put(buffer_.data(), error));
    if (error == http::error::need_more) error = {};
    if (error) return reading_failed(error);
    if (parser_->is_done()) return handle();
    read_rest();
}

void Session::read_rest() {
    if (parser_->is_header_done()) return read_body();
    stream_.expires_after(host_.limits().header_timeout);
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](ErrorCode error, std::size_t) {
        if (error) return self->reading_failed(error);
        self->read_body();
    });
}

void Session::read_body() {
    if (parser_->is_done()) return handle();
    stream_.expires_after(host_.limits().body_timeout);
    const auto read = [self = shared_from_this()] {
        http::async_read(self->stream_, self->buffer_, *self->parser_, [self](ErrorCode error, std::size_t) {
            if (error) return self->reading_failed(error);
            self->handle();
        });
    };
    if (!beast::iequals(parser_->get()[http::field::expect], "100-continue")) return read();
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    net::async_write(stream_, net::buffer(kContinue), [self = shared_from_this(), read](ErrorCode error, std::size_t) {
        if (error) return self->close();
        read();
    });
}

void Session::reading_failed(ErrorCode error) {
    keep_alive_ = false;
    http_1_0_ = false;
    request_ = {};
    if (error == http::error::body_limit) {
        return send(refusal(413, "the body is too long"), Route::kNone);
    }
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        // The parser takes the request line only when it is complete.
        if (parser_->get().target().empty()) return send(refusal(414, "the address is too long"), Route::kNone);
        return send(refusal(431, "the headers are too long"), Route::kNone);
    }
    const bool unreadable = error.category() == ErrorCode(http::error::bad_method).category() &&
                            error != http::error::end_of_stream && error != http::error::partial_message;
    if (unreadable) return send(refusal(400, "the request is not HTTP: " + error.message()), Route::kNone);
    close();  // the client went away, or was too slow
}

void Session::handle() {
    began_ = std::chrono::steady_clock::now();
    http::request<http::string_body>& message = parser_->get();
    keep_alive_ = message.keep_alive();
    http_1_0_ = message.version() < 11;
    request_ = to_request(message);
    host_.request_began();
    in_flight_ = true;
    if (request_.target.size() > host_.limits().request_line_bytes) {
        return send(refusal(414, "the address is too long"), Route::kNone);
    }
    Match match = host_.router().match(request_);
    if (match.ready || match.lane == Lane::kConnection) {
        return send(host_.router().answer(match, request_), match.route);
    }
    BoundedWorkers& workers = host_.workers(match.lane);
    answer_on_worker(workers, std::move(match));
}

void Session::answer_on_worker(BoundedWorkers& workers, Match match) {
    stream_.expires_never();
    const Route route = match.route;
    const auto job = [self = shared_from_this(), match = std::move(match)] {
        auto response = std::make_shared<Response>(self->host_.router().answer(match, self->request_));
        net::post(self->stream_.get_executor(),
                  [self, response, route = match.route] { self->send(std::move(*response), route); });
    };
    if (workers.try_post(job)) return;
    Response busy = refusal(429, "too many requests at once; try again in a moment");
    busy.retry_after = host_.limits().retry_after_seconds;
    busy.cors = info(route).open_to_other_sites;
    send(busy, route);
}

void Session::send(Response response, Route route) {
    host_.metrics().request_answered(route, response.status, std::chrono::steady_clock::now() - began_);
    if (host_.draining()) keep_alive_ = false;
    message_ = to_message(std::move(response), request_.method == Method::kHead, http_1_0_, keep_alive_);
    write();
}

void Session::write() {
    stream_.expires_after(host_.limits().write_timeout);
    http::async_write(stream_, message_,
                      [self = shared_from_this()](ErrorCode error, std::size_t) { self->written(error); });
}

void Session::written(ErrorCode error) {
    served_ = true;
    finish_request();
    if (error) return close();
    if (!keep_alive_) return linger();
    wait_for_request();
}

void Session::finish_request() {
    if (!in_flight_) return;
    in_flight_ = false;
    host_.request_ended();
}

// Closing while the client still sends would make its system throw our answer away, so read on for a moment.
void Session::linger() {
    ErrorCode ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(host_.limits().linger_timeout);
    buffer_.clear();
    discard();
}

void Session::discard() {
    stream_.async_read_some(buffer_.prepare(kReadAhead),
                            [self = shared_from_this()](ErrorCode error, std::size_t bytes) {
                                self->discarded_ += bytes;
                                if (error || self->discarded_ > kMostDiscarded) return self->close();
                                self->discard();
                            });
}

void Session::close() {
    ErrorCode ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
    stream_.close();
}

}  // namespace merels::server
