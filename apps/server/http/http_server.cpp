// SPDX-License-Identifier: MIT
// Listening, the parts that all sessions share, and the end: after SIGTERM or SIGINT the server takes no new work
// (everything but /healthz is answered by 503), finishes what is under way, and stops.
#include "server/http/http_server.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <charconv>
#include <thread>

#include "base/worker_pool.h"
#include "server/http/client_key.h"
#include "server/http/session.h"

namespace merels::server {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;

namespace {

constexpr int kQuickThreads = 2;
constexpr int kWorkThreads = 2;
constexpr int kPlayThreads = 2;
constexpr int kAddressConnections = 64;                // where strangers can come and nothing else was said
constexpr std::chrono::milliseconds kAcceptPause{50};  // after the system refused a connection (no descriptors left)
constexpr std::chrono::milliseconds kLook{250};        // how often late connections are looked for

Result<tcp::endpoint> parse_listen(const std::string& text) {
    const Error bad{ErrorCode::kBadInput,
                    "cannot listen at '" + text + "': expected ADDRESS:PORT, as in 127.0.0.1:9000 or [::1]:9000"};
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos) return bad;
    std::string host = text.substr(0, colon);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    if (host == "localhost") host = "127.0.0.1";
    std::uint16_t port = 0;
    const char* end = text.data() + text.size();
    const auto [rest, number_error] = std::from_chars(text.data() + colon + 1, end, port);
    if (number_error != std::errc{} || rest != end) return bad;
    error_code error;
    const auto address = net::ip::make_address(host, error);
    if (error) return bad;
    return tcp::endpoint(address, port);
}

using Control = net::strand<net::io_context::executor_type>;

// A listener that is open.
struct Open {
    Open(Control& control, const Listener& about, int offset)
        : acceptor(control), pause(control), router(*about.router), label_offset(offset) {}
    tcp::acceptor acceptor;
    net::steady_timer pause;
    const Router& router;
    int label_offset;
};

}  // namespace

class HttpServer::State final : public SessionHost {
  public:
    State(const Options& options, std::vector<Listener> listeners, Metrics& metrics);

    Status listen();
    Status open(Listener& listener, int label_offset);
    void run();

    const Limits& limits() const override { return options_.limits; }
    Metrics& metrics() override { return metrics_; }
    Quotas& quotas() override { return quotas_; }
    WorkQueue& queue(Lane lane) override { return *queues_[static_cast<std::size_t>(lane)]; }
    Connections& connections() override { return connections_; }
    bool draining() const override { return draining_; }
    void request_began() override;
    void request_ended() override;

    const std::vector<Listener>& listeners() const { return listeners_; }

  private:
    void accept(Open& open);
    void take_in(Open& open, Socket socket);
    void refuse(const Open& open, Socket socket);
    void look_for_late_ones();
    void drain();
    void stop_if_drained();

    Options options_;
    std::vector<Listener> listeners_;
    Metrics& metrics_;
    Quotas quotas_;
    Connections connections_;
    std::atomic<bool> draining_{false};
    std::atomic<int> in_flight_{0};
    net::io_context io_;  // below what its handlers use: destroyed first
    Control control_;
    std::vector<std::unique_ptr<Open>> open_;
    net::steady_timer look_;
    net::steady_timer drain_deadline_;
    net::signal_set signals_;
    // Below the io context: their last jobs post answers to it. By lane; none for the connections' own.
    std::array<std::unique_ptr<WorkQueue>, kLanes> queues_;
};

HttpServer::State::State(const Options& options, std::vector<Listener> listeners, Metrics& metrics)
    : options_(options),
      listeners_(std::move(listeners)),
      metrics_(metrics),
      quotas_(options.limits.quotas),
      connections_(options.limits.connections, options.limits.address_connections),
      control_(net::make_strand(io_)),
      look_(control_),
      drain_deadline_(control_),
      signals_(control_) {
    const Limits& limits = options_.limits;
    const auto make = [&](Lane lane, const WorkQueue::Bounds& bounds) {
        queues_[static_cast<std::size_t>(lane)] = std::make_unique<WorkQueue>(bounds);
    };
    make(Lane::kQuick, {kQuickThreads, limits.quick_queue, limits.client_jobs, 0});
    make(Lane::kWork, {kWorkThreads, limits.work_queue, limits.client_jobs, 5});
    make(Lane::kPlay, {kPlayThreads, limits.play_queue, limits.client_searches, 10});
}

Status HttpServer::State::open(Listener& listener, int label_offset) {
    const auto endpoint = parse_listen(listener.address);
    if (!endpoint) return endpoint.error();
    error_code error;
    const auto failed = [&](const char* what) {
        return Error{ErrorCode::kIo, std::string("cannot ") + what + " " + listener.address + ": " + error.message()};
    };
    open_.push_back(std::make_unique<Open>(control_, listener, label_offset));
    tcp::acceptor& acceptor = open_.back()->acceptor;
    acceptor.open(endpoint->protocol(), error);
    if (error) return failed("open a socket for");
    acceptor.set_option(net::socket_base::reuse_address(true), error);
    acceptor.bind(*endpoint, error);
    if (error == net::error::address_in_use) {
        return Error{ErrorCode::kBadInput, "cannot listen at " + listener.address +
                                               ": the port is taken; name another, as in --listen 127.0.0.1:9001"};
    }
    if (error) return failed("listen at");
    acceptor.listen(net::socket_base::max_listen_connections, error);
    if (error) return failed("listen at");

    const tcp::endpoint local = acceptor.local_endpoint();
    const std::string address = local.address().to_string();
    listener.loopback = local.address().is_loopback();
    listener.url = "http://" + (local.address().is_v6() ? "[" + address + "]" : address) + ":" +
                   std::to_string(local.port()) + "/";
    if (!listener.loopback && options_.limits.address_connections == 0) {
        connections_.set_most_of_address(kAddressConnections);
    }
    listener.router->set_loopback_names(listener.loopback && !options_.limits.any_host);
    return ok_status();
}

Status HttpServer::State::listen() {
    int offset = 0;
    for (Listener& listener : listeners_) {
        if (Status status = open(listener, offset); !status) return status;
        offset += static_cast<int>(listener.router->labels().size());
    }
    error_code error;
    signals_.add(SIGTERM, error);
    signals_.add(SIGINT, error);
    if (error) return Error{ErrorCode::kIo, "cannot handle signals: " + error.message()};
    return ok_status();
}

void HttpServer::State::run() {
    signals_.async_wait([this](error_code error, int) {
        if (!error) drain();
    });
    for (const auto& open : open_) accept(*open);
    look_for_late_ones();
    const int wanted = options_.threads > 0 ? options_.threads : std::max(2, hardware_threads());
    std::vector<std::thread> threads;
    for (int i = 1; i < wanted; ++i) threads.emplace_back([this] { io_.run(); });
    io_.run();
    for (std::thread& thread : threads) thread.join();
    connections_.abandon_all();
    for (auto& queue : queues_) queue.reset();
}

void HttpServer::State::accept(Open& open) {
    open.acceptor.async_accept(net::make_strand(io_), [this, &open](error_code error, Socket socket) {
        if (error == net::error::operation_aborted) return;
        if (error) {
            open.pause.expires_after(kAcceptPause);
            open.pause.async_wait([this, &open](error_code stopped) {
                if (!stopped) accept(open);
            });
            return;
        }
        take_in(open, std::move(socket));
        accept(open);
    });
}

void HttpServer::State::take_in(Open& open, Socket socket) {
    error_code error;
    const auto peer = socket.remote_endpoint(error);
    if (error) return;  // gone already
    const bool proxy = limits().behind_proxy && peer.address().is_loopback();
    if (!connections_.make_room(client_key(peer.address()), !proxy)) return refuse(open, std::move(socket));
    socket.set_option(tcp::no_delay(true), error);
    std::make_shared<Session>(std::move(socket), open.router, open.label_offset, *this)->start();
}

// One attempt to say why, without waiting for anything.
void HttpServer::State::refuse(const Open& open, Socket socket) {
    static constexpr std::string_view kBody =
        R"({"type":"about:blank","title":"Service Unavailable","status":503,"detail":"too many connections"})";
    const std::string text =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\n"
        "Access-Control-Allow-Origin: *\r\nRetry-After: 1\r\nConnection: close\r\n"
        "Content-Length: " +
        std::to_string(kBody.size()) + "\r\n\r\n" + std::string(kBody);
    error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(net::buffer(text), ignored);
    socket.shutdown(tcp::socket::shutdown_send, ignored);
    socket.close(ignored);
    metrics_.request_answered(open.label_offset, 503, std::chrono::nanoseconds(0));
}

void HttpServer::State::look_for_late_ones() {
    look_.expires_after(kLook);
    look_.async_wait([this](error_code error) {
        if (error) return;
        connections_.close_late();
        look_for_late_ones();
    });
}

void HttpServer::State::request_began() {
    metrics_.request_started();
    ++in_flight_;
}

void HttpServer::State::request_ended() {
    metrics_.request_ended();
    if (--in_flight_ == 0 && draining_) net::post(control_, [this] { stop_if_drained(); });
}

void HttpServer::State::drain() {
    draining_ = true;
    // A second signal is from somebody who does not want to wait.
    signals_.async_wait([this](error_code error, int) {
        if (!error) io_.stop();
    });
    drain_deadline_.expires_after(limits().drain_timeout);
    drain_deadline_.async_wait([this](error_code error) {
        if (!error) io_.stop();
    });
    connections_.close_idle();
    stop_if_drained();
}

void HttpServer::State::stop_if_drained() {
    if (in_flight_ == 0) io_.stop();
}

HttpServer::HttpServer(const Options& options, std::vector<Listener> listeners, Metrics& metrics)
    : state_(std::make_unique<State>(options, std::move(listeners), metrics)) {}
HttpServer::~HttpServer() = default;
Status HttpServer::listen() { return state_->listen(); }
const std::vector<Listener>& HttpServer::listeners() const { return state_->listeners(); }
void HttpServer::run() { state_->run(); }
bool HttpServer::draining() const { return state_->draining(); }

}  // namespace merels::server
