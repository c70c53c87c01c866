// SPDX-License-Identifier: MIT
#include "engine/match/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>

namespace merels::engine {
namespace {

constexpr std::size_t kMostLine = 65536;

Error system_error(const std::string& what) { return {ErrorCode::kIo, what + ": " + std::strerror(errno)}; }

// Waits up to a second for the process to end by itself.
bool ended_in_time(int process) {
    for (int i = 0; i < 100; ++i) {
        if (waitpid(process, nullptr, WNOHANG) != 0) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

}  // namespace

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const std::string& command) {
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0) return system_error("cannot make a pipe");
    if (pipe2(from, O_CLOEXEC) != 0) {
        close(to[0]);
        close(to[1]);
        return system_error("cannot make a pipe");
    }
    const pid_t process = fork();
    if (process == 0) {
        // Only calls that are safe between fork and exec. A group of its own, so that all of it can be ended.
        setpgid(0, 0);
        signal(SIGPIPE, SIG_DFL);
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    if (process < 0) {
        close(to[1]);
        close(from[0]);
        return system_error("cannot start '" + command + "'");
    }
    return std::unique_ptr<ChildProcess>(new ChildProcess(process, to[1], from[0]));
}

ChildProcess::~ChildProcess() {
    close(to_);
    close(from_);
    if (ended_in_time(process_)) return;
    kill(-process_, SIGKILL);
    waitpid(process_, nullptr, 0);
}

Status ChildProcess::write_line(std::string_view line) {
    std::string text(line);
    text += '\n';
    // A program that has gone must not end ours: its SIGPIPE is held back on this thread and thrown away.
    sigset_t pipe_signal, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    bool failed = false;
    std::size_t done = 0;
    while (done < text.size() && !failed) {
        const ssize_t n = write(to_, text.data() + done, text.size() - done);
        if (n > 0) done += static_cast<std::size_t>(n);
        failed = n < 0 && errno != EINTR;
    }
    if (failed) {
        const timespec now{0, 0};
        while (sigtimedwait(&pipe_signal, nullptr, &now) > 0) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (failed) return Error{ErrorCode::kIo, "the program does not read its input any more"};
    return ok_status();
}

Result<std::string> ChildProcess::read_line(std::chrono::steady_clock::time_point deadline) {
    while (true) {
        const std::size_t end = buffer_.find('\n');
        if (end != std::string::npos) {
            std::string line = buffer_.substr(0, end);
            buffer_.erase(0, end + 1);
            if (!line.empty() && line.back() == '\r') line.pop_back();
            return line;
        }
        if (buffer_.size() > kMostLine) return Error{ErrorCode::kBadInput, "the program wrote an endless line"};
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
        if (left <= 0) return Error{ErrorCode::kInterrupted, "the program did not answer in time"};
        pollfd waiting{from_, POLLIN, 0};
        const int ready = poll(&waiting, 1, static_cast<int>(left));
        if (ready < 0 && errno != EINTR) return system_error("cannot wait for the program");
        if (ready <= 0) continue;
        char chunk[4096];
        const ssize_t n = read(from_, chunk, sizeof chunk);
        if (n == 0) return Error{ErrorCode::kIo, "the program ended"};
        if (n < 0 && errno != EINTR) return system_error("cannot read from the program");
        if (n > 0) buffer_.append(chunk, static_cast<std::size_t>(n));
    }
}

}  // namespace merels::engine
