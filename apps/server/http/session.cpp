// SPDX-License-Identifier: MIT
// Outline: wait_for_request -> begin_request -> parse (as often as bytes come) -> handle -> send -> written ->
// wait_for_request or linger. There is at most one read under way; what it brings is used by the phase it comes in.
#include "server/http/session.h"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/write.hpp>

#include "server/http/client_key.h"
#include "server/http/response_header.h"

namespace merels::server {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using net::ip::tcp;

namespace {

constexpr std::size_t kReadAhead = 8192;  // of a client that does not wait for its answer
constexpr std::size_t kMostDiscarded = 1 << 20;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

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
    request.fetch_site = text(message["Sec-Fetch-Site"]);
    if (message.count(http::field::host) > 0) request.host = text(message[http::field::host]);
    request.if_none_match = text(message[http::field::if_none_match]);
    request.accepts_gzip = accepts_gzip(text(message[http::field::accept_encoding]));
    request.body = std::move(message.body());
    return request;
}

}  // namespace

Session::Session(Socket socket, const Router& router, int label_offset, SessionHost& host)
    : host_(host),
      router_(router),
      label_offset_(label_offset),
      socket_(std::move(socket)),
      buffer_(host.limits().header_bytes + 2 * kReadAhead) {
    ErrorCode error;
    const auto peer = socket_.remote_endpoint(error);
    address_ = error ? "" : client_key(peer.address());
    from_loopback_ = !error && peer.address().is_loopback();
    enter(Phase::kIdle, host_.limits().idle_timeout);
    host_.connections().opened(*this);
    host_.metrics().connection_opened();
}

Session::~Session() {
    finish_request();
    host_.metrics().connection_closed();
    host_.connections().closed(*this);
}

void Session::start() {
    net::dispatch(socket_.get_executor(), [self = shared_from_this()] { self->wait_for_request(); });
}

void Session::enter(Phase phase, std::chrono::seconds time) {
    const auto now = Clock::now();
    phase_ = phase;
    since_ = now.time_since_epoch().count();
    deadline_ = (now + time).time_since_epoch().count();
    idle_ = phase == Phase::kIdle || (phase == Phase::kReading && !(parser_ && parser_->is_header_done()));
}

void Session::leave() {
    leaving_ = true;
    net::post(socket_.get_executor(), [self = shared_from_this()] {
        if (self->idle_) self->close();
    });
}

void Session::close_if_late() {
    net::post(socket_.get_executor(), [self = shared_from_this()] {
        if (self->is_late(Clock::now())) self->close();
    });
}

void Session::close_if_served() {
    net::post(socket_.get_executor(), [self = shared_from_this()] {
        if (self->phase_ == Phase::kIdle && self->served_) self->close();
    });
}

void Session::abandon() {
    if (exchange_) exchange_->call.abandoned = true;
}

void Session::read_more() {
    if (reading_) return;
    if (ended_) {  // Asio tells an end once: a second read would wait for ever
        if (phase_ != Phase::kAnswering && phase_ != Phase::kWriting) close();
        return;
    }
    reading_ = true;
    socket_.async_read_some(net::buffer(incoming_), [self = shared_from_this()](ErrorCode error, std::size_t bytes) {
        self->reading_ = false;
        self->ended_ = static_cast<bool>(error);
        self->has_read(error, bytes);
    });
}

void Session::has_read(ErrorCode error, std::size_t bytes) {
    buffer_.commit(net::buffer_copy(buffer_.prepare(bytes), net::buffer(incoming_, bytes)));
    switch (phase_) {
        case Phase::kIdle: return error ? close() : begin_request();
        case Phase::kReading: return error ? close() : parse();  // the client went away, or was too slow
        case Phase::kAnswering:
            if (error) {
                // Quick answers are made all the same, for clients that close their half of the connection early.
                exchange_->call.abandoned = exchange_->match.lane != Lane::kQuick || error != net::error::eof;
            } else if (buffer_.size() < kReadAhead) {
                read_more();
            }
            return;
        case Phase::kWriting: return;  // what came is looked at after the answer, an end as well
        case Phase::kLingering:
            discarded_ += bytes;
            buffer_.clear();
            if (error || discarded_ > kMostDiscarded) return close();
            return read_more();
    }
}

void Session::wait_for_request() {
    enter(Phase::kIdle, host_.limits().idle_timeout);
    if (buffer_.size() > 0) return begin_request();  // the client did not wait for our answer
    if (host_.draining() && served_) return linger();
    read_more();
}

void Session::begin_request() {
    parser_.emplace();
    parser_->header_limit(
        static_cast<std::uint32_t>(2 * host_.limits().header_bytes));  // counted exactly in parse_some
    parser_->body_limit(host_.limits().body_bytes);
    header_bytes_ = 0;
    line_begins_ = folded_ = false;
    exchange_ = std::make_shared<Exchange>();
    http_1_0_ = head_ = false;
    enter(Phase::kReading, host_.limits().header_timeout);
    parse();
}

void Session::parse() {
    while (parse_some()) {
    }
}

// Gives the parser what is there. True: it may take more of it.
bool Session::parse_some() {
    const Limits& limits = host_.limits();
    const bool in_header = !parser_->is_header_done();
    ErrorCode error;
    const std::size_t used = buffer_.size() == 0 ? 0 : parser_->put(buffer_.data(), error);
    if (in_header) {
        const auto* bytes = static_cast<const char*>(buffer_.data().data());
        for (std::size_t i = 0; i < used; ++i) {
            folded_ = folded_ || (line_begins_ && (bytes[i] == ' ' || bytes[i] == '\t'));
            line_begins_ = bytes[i] == '\n';
        }
        header_bytes_ += used;
        const bool ends_here = parser_->is_header_done();
        if (header_bytes_ + (ends_here ? 0 : buffer_.size() - used) > limits.header_bytes ||
            error == http::error::header_limit) {
            // The parser takes the request line only when it is complete.
            const bool has_line = !parser_->get().target().empty();
            refuse(has_line ? 431 : 414, has_line ? "the headers are too long" : "the address is too long");
            return false;
        }
    }
    buffer_.consume(used);
    if (error == http::error::body_limit) {
        refuse(413, "the body is too long");
        return false;
    }
    if (error && error != http::error::need_more) {
        refuse(400, "the request is not HTTP: " + error.message());
        return false;
    }
    if (in_header && parser_->is_header_done() && !accept_header()) return false;
    if (parser_->is_done()) {
        handle();
        return false;
    }
    if (used > 0 && buffer_.size() > 0) return true;
    read_more();
    return false;
}

// The header is complete: what Beast lets pass and we do not, and the client that waits for leave to send its body.
bool Session::accept_header() {
    auto& message = parser_->get();
    const char* wrong = nullptr;
    if (folded_) wrong = "a header field goes on in a second line";
    if (message.version() != 10 && message.version() != 11) wrong = "only HTTP/1.1 and HTTP/1.0 are spoken here";
    const auto hosts = message.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && message.version() == 11)) wrong = "there must be one Host";
    if (message.count(http::field::transfer_encoding) > 0 &&
        (message.version() == 10 || message.count(http::field::transfer_encoding) > 1 ||
         !beast::iequals(message[http::field::transfer_encoding], "chunked"))) {
        wrong = "the only Transfer-Encoding is chunked";
    }
    if (wrong != nullptr) {
        refuse(400, wrong);
        return false;
    }
    parser_->eager(true);
    enter(Phase::kReading, host_.limits().body_timeout);
    if (!parser_->is_done() && buffer_.size() == 0 && beast::iequals(message[http::field::expect], "100-continue")) {
        ErrorCode ignored;  // 25 bytes into an empty send buffer; whoever has none left does not wait for them either
        socket_.non_blocking(true, ignored);
        socket_.write_some(net::buffer(kContinue), ignored);
    }
    return true;
}

// A request that cannot be read: nothing after it can be either.
void Session::refuse(int status, std::string detail) {
    keep_alive_ = false;
    http_1_0_ = head_ = false;
    began_ = Clock::now();
    send(refusal(status, std::move(detail)), 0);
}

void Session::handle() {
    began_ = Clock::now();
    http::request<http::string_body>& message = parser_->get();
    keep_alive_ = message.keep_alive();
    http_1_0_ = message.version() < 11;
    head_ = message.method() == http::verb::head;
    Call& call = exchange_->call;
    call.request = to_request(message);
    call.request.client = host_.limits().behind_proxy && from_loopback_
                              ? client_key_behind_proxy(text(message["X-Forwarded-For"]), address_)
                              : address_;
    host_.request_began();
    in_flight_ = true;
    if (call.request.target.size() > host_.limits().request_line_bytes) {
        return send(refusal(414, "the address is too long"), 0);
    }
    Match& match = exchange_->match;
    match = router_.match(call, host_.draining());
    const int label = match.label + label_offset_;
    const bool work = !match.ready && match.lane != Lane::kConnection;
    if (const auto wait = host_.quotas().admit(call.request.client, work)) {
        Response busy = refusal(429, "you ask too much; try again later");
        busy.retry_after = *wait;
        return send(router_.finish(match, call, std::move(busy)), label);
    }
    if (match.ready) return send(router_.finish(match, call, std::move(*match.ready)), label);
    exchange_->work = router_.begin(match, call);
    if (!work) {
        std::optional<Response> response;
        while (!response) response = exchange_->work();
        return send(std::move(*response), label);
    }
    answer_on_worker();
}

void Session::answer_on_worker() {
    enter(Phase::kAnswering, std::chrono::hours(1));
    auto job = [self = shared_from_this(), exchange = exchange_, &host = host_] {
        std::optional<Response> response;
        if (!exchange->call.abandoned) {
            const auto began = Clock::now();
            response = exchange->work();
            host.quotas().charge(exchange->call.request.client, Clock::now() - began);
            if (!response) return false;
        }
        auto made = std::make_shared<std::optional<Response>>(std::move(response));
        net::post(self->socket_.get_executor(), [self, made, exchange] {
            if (exchange->call.abandoned) {
                self->host_.metrics().count_abandoned();
                return self->close();
            }
            self->send(std::move(**made), exchange->match.label + self->label_offset_);
        });
        return true;
    };
    auto refused = [self = shared_from_this(), exchange = exchange_] {
        net::post(self->socket_.get_executor(), [self, exchange] {
            if (exchange->call.abandoned) return self->close();
            self->send_busy(*exchange);
        });
    };
    const std::string& client = exchange_->call.request.client;
    if (host_.queue(exchange_->match.lane).try_post(client, std::move(job), std::move(refused))) return read_more();
    send_busy(*exchange_);
}

void Session::send_busy(const Exchange& exchange) {
    Response busy = refusal(429, "too many requests at once; try again in a moment");
    busy.retry_after = host_.limits().retry_after_seconds;
    send(router_.finish(exchange.match, exchange.call, std::move(busy)), exchange.match.label + label_offset_);
}

void Session::send(Response response, int label) {
    host_.metrics().request_answered(label, response.status, Clock::now() - began_);
    if (host_.draining() || leaving_) keep_alive_ = false;
    enter(Phase::kWriting, host_.limits().write_timeout);
    message_ = to_message(std::move(response), head_, http_1_0_, keep_alive_);
    http::async_write(socket_, message_,
                      [self = shared_from_this()](ErrorCode error, std::size_t) { self->written(error); });
}

void Session::written(ErrorCode error) {
    served_ = true;
    finish_request();
    exchange_.reset();
    message_ = {};
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
    enter(Phase::kLingering, host_.limits().linger_timeout);
    ErrorCode ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    buffer_.clear();
    read_more();
}

void Session::close() {
    ErrorCode ignored;
    socket_.shutdown(tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
}

}  // namespace merels::server
