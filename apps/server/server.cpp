// SPDX-License-Identifier: MIT
// Listening, the parts that all sessions share, and the end: after SIGTERM or SIGINT the server takes no new work
// (everything but /healthz is answered by 503), finishes what is under way, and stops.
#include "server/server.h"

#include <sys/resource.h>

#include <atomic>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <charconv>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "base/worker_pool.h"
#include "server/http/session.h"

namespace merels::server {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;

namespace {

constexpr int kWorkThreads = 2;
constexpr int kPlayThreads = 2;
constexpr std::chrono::milliseconds kAcceptPause{50};  // after the system refused a connection (no descriptors left)

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

// Open tables and connections both take file descriptors; ask for as many as the system grants.
void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

class Server final : public SessionHost {
  public:
    Server(const ServerOptions& options, std::shared_ptr<const Tablebase> tables);

    Status listen();
    void run();

    const Limits& limits() const override { return context_.limits; }
    const Router& router() const override { return router_; }
    Metrics& metrics() override { return metrics_; }
    BoundedWorkers& workers(Lane lane) override { return lane == Lane::kPlay ? *play_workers_ : *work_workers_; }
    bool draining() const override { return draining_; }
    void session_opened(Session& session) override;
    void session_closed(Session& session) override;
    void request_began() override;
    void request_ended() override;

  private:
    void accept();
    void refuse(Socket socket);
    void drain();
    void stop_if_drained();

    const ServerOptions& options_;
    Metrics metrics_;
    std::shared_ptr<const Tablebase> tables_;
    Statistics statistics_;
    Evaluator evaluator_;
    EnginePool players_;
    std::atomic<bool> draining_{false};
    std::atomic<int> connections_{0};
    std::atomic<int> in_flight_{0};
    Context context_;
    Router router_;
    std::mutex sessions_mutex_;
    std::unordered_set<Session*> sessions_;
    net::io_context io_;  // below what its handlers use: destroyed first
    net::strand<net::io_context::executor_type> control_;
    tcp::acceptor acceptor_;
    net::steady_timer pause_;
    net::steady_timer drain_deadline_;
    net::signal_set signals_;
    // Below the io context: their last jobs post answers to it.
    std::unique_ptr<BoundedWorkers> work_workers_;
    std::unique_ptr<BoundedWorkers> play_workers_;
};

Server::Server(const ServerOptions& options, std::shared_ptr<const Tablebase> tables)
    : options_(options),
      tables_(std::move(tables)),
      statistics_(tables_->database()),
      evaluator_(tables_, metrics_),
      players_(tables_, options.hash_mebibytes),
      context_{options.limits,       tables_, statistics_, evaluator_,  metrics_, players_,
               options.solver.get(), true,    draining_,   connections_},
      router_(context_),
      control_(net::make_strand(io_)),
      acceptor_(control_),
      pause_(control_),
      drain_deadline_(control_),
      signals_(control_),
      work_workers_(std::make_unique<BoundedWorkers>(kWorkThreads, options.limits.work_queue, false)),
      play_workers_(std::make_unique<BoundedWorkers>(kPlayThreads, options.limits.play_queue, true)) {}

Status Server::listen() {
    const auto endpoint = parse_listen(options_.listen);
    if (!endpoint) return endpoint.error();
    error_code error;
    const auto failed = [&](const char* what) {
        return Error{ErrorCode::kIo, std::string("cannot ") + what + " " + options_.listen + ": " + error.message()};
    };
    acceptor_.open(endpoint->protocol(), error);
    if (error) return failed("open a socket for");
    acceptor_.set_option(net::socket_base::reuse_address(true), error);
    acceptor_.bind(*endpoint, error);
    if (error == net::error::address_in_use) {
        return Error{ErrorCode::kBadInput, "cannot listen at " + options_.listen +
                                               ": the port is taken; name another, as in --listen 127.0.0.1:9001"};
    }
    if (error) return failed("listen at");
    acceptor_.listen(net::socket_base::max_listen_connections, error);
    if (error) return failed("listen at");
    signals_.add(SIGTERM, error);
    signals_.add(SIGINT, error);
    if (error) return failed("handle signals at");

    const tcp::endpoint local = acceptor_.local_endpoint();
    context_.loopback = local.address().is_loopback();
    const std::string host =
        local.address().is_v6() ? "[" + local.address().to_string() + "]" : local.address().to_string();
    if (options_.on_listening) {
        options_.on_listening({"http://" + host + ":" + std::to_string(local.port()) + "/", context_.loopback});
    }
    return ok_status();
}

void Server::run() {
    signals_.async_wait([this](error_code error, int) {
        if (!error) drain();
    });
    accept();
    const int wanted = options_.threads > 0 ? options_.threads : std::max(2, hardware_threads());
    std::atomic<bool> stop_filling{false};
    std::vector<std::thread> threads;
    if (options_.fill_bytes > 0) {
        threads.emplace_back([&] { tables_->fill_cache(options_.fill_bytes, stop_filling); });
    }
    for (int i = 1; i < wanted; ++i) threads.emplace_back([this] { io_.run(); });
    io_.run();
    stop_filling = true;
    for (std::thread& thread : threads) thread.join();
    players_.stop();
    work_workers_.reset();
    play_workers_.reset();
}

void Server::accept() {
    acceptor_.async_accept(net::make_strand(io_), [this](error_code error, Socket socket) {
        if (error == net::error::operation_aborted) return;
        if (error) {
            pause_.expires_after(kAcceptPause);
            pause_.async_wait([this](error_code stopped) {
                if (!stopped) accept();
            });
            return;
        }
        if (connections_ >= limits().connections) {
            refuse(std::move(socket));
        } else {
            error_code ignored;
            socket.set_option(tcp::no_delay(true), ignored);
            std::make_shared<Session>(std::move(socket), *this)->start();
        }
        accept();
    });
}

// One attempt to say why, without waiting for anything.
void Server::refuse(Socket socket) {
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
    metrics_.request_answered(Route::kNone, 503, std::chrono::nanoseconds(0));
}

void Server::session_opened(Session& session) {
    ++connections_;
    const std::lock_guard lock(sessions_mutex_);
    sessions_.insert(&session);
}

void Server::session_closed(Session& session) {
    {
        const std::lock_guard lock(sessions_mutex_);
        sessions_.erase(&session);
    }
    --connections_;
}

void Server::request_began() {
    metrics_.request_started();
    ++in_flight_;
}

void Server::request_ended() {
    metrics_.request_ended();
    if (--in_flight_ == 0 && draining_) net::post(control_, [this] { stop_if_drained(); });
}

void Server::drain() {
    draining_ = true;
    // A second signal is from somebody who does not want to wait.
    signals_.async_wait([this](error_code error, int) {
        if (!error) io_.stop();
    });
    drain_deadline_.expires_after(limits().drain_timeout);
    drain_deadline_.async_wait([this](error_code error) {
        if (!error) io_.stop();
    });
    {
        const std::lock_guard lock(sessions_mutex_);
        for (Session* session : sessions_) {
            if (const auto alive = session->weak_from_this().lock()) alive->close_if_idle();
        }
    }
    stop_if_drained();
}

void Server::stop_if_drained() {
    if (in_flight_ == 0) io_.stop();
}

}  // namespace

Status run_server(const ServerOptions& options) {
    raise_descriptor_limit();
    auto tables = Tablebase::open(options.database, options.cache_bytes);
    if (!tables) return tables.error();
    Server server(options, std::make_shared<const Tablebase>(std::move(*tables)));
    if (Status listening = server.listen(); !listening) return listening;
    server.run();
    return ok_status();
}

}  // namespace merels::server
