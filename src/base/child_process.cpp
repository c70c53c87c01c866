// SPDX-License-Identifier: MIT
#include "base/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

extern char** environ;

namespace merels {
namespace {

constexpr std::size_t kMostLine = 65536;
constexpr std::chrono::seconds kGrace{1};  // for a program whose input was closed

Error system_error(const std::string& what, int error) { return {ErrorCode::kIo, what + ": " + std::strerror(error)}; }

struct Pipe {
    int ends[2] = {-1, -1};
    Pipe() = default;
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        for (const int end : ends) {
            if (end >= 0) close(end);
        }
    }
    int release(int which) { return std::exchange(ends[which], -1); }
};

struct SpawnSettings {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;

    SpawnSettings(const ChildOptions& options, const Pipe& input, const Pipe& output) {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        if (options.give_input) {
            posix_spawn_file_actions_adddup2(&actions, input.ends[0], STDIN_FILENO);
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        }
        if (options.read_errors) {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        }
        posix_spawn_file_actions_adddup2(&actions, output.ends[1], options.read_errors ? STDERR_FILENO : STDOUT_FILENO);
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
        sigset_t defaults;
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        short flags = POSIX_SPAWN_SETSIGDEF;
        if (options.own_group) flags |= POSIX_SPAWN_SETPGROUP;  // group 0: its own
        posix_spawnattr_setflags(&attributes, flags);
    }
    ~SpawnSettings() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
};

// A program that has gone must not end ours: its SIGPIPE is held back on this thread and thrown away.
class NoPipeSignal {
  public:
    NoPipeSignal() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~NoPipeSignal() {
        const timespec now{0, 0};
        while (sigtimedwait(&pipe_, nullptr, &now) > 0) {
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoPipeSignal(const NoPipeSignal&) = delete;
    NoPipeSignal& operator=(const NoPipeSignal&) = delete;

  private:
    sigset_t pipe_;
    sigset_t before_;
};

}  // namespace

std::vector<std::string> shell_command(const std::string& line) { return {"/bin/sh", "-c", line}; }

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const ChildOptions& options) {
    Pipe input, output;
    if ((options.give_input && pipe2(input.ends, O_CLOEXEC) != 0) || pipe2(output.ends, O_CLOEXEC) != 0) {
        return system_error("cannot make a pipe", errno);
    }
    const SpawnSettings settings(options, input, output);
    std::vector<char*> arguments;
    for (const std::string& argument : options.arguments) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    pid_t process = 0;
    const int error =
        posix_spawn(&process, arguments[0], &settings.actions, &settings.attributes, arguments.data(), environ);
    if (error != 0) return system_error("cannot start '" + options.arguments[0] + "'", error);
    return std::unique_ptr<ChildProcess>(
        new ChildProcess(process, input.release(1), output.release(0), options.own_group));
}

ChildProcess::~ChildProcess() {
    if (to_ >= 0) close(to_);
    close(from_);
    for (const auto deadline = std::chrono::steady_clock::now() + kGrace;
         !collect() && std::chrono::steady_clock::now() < deadline;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    kill();
    wait();
}

bool ChildProcess::collect() {
    const std::lock_guard lock(mutex_);
    if (!ended_) {
        const pid_t got = waitpid(process_, &status_, WNOHANG);
        ended_ = got == process_ || (got < 0 && errno == ECHILD);
    }
    return ended_;
}

int ChildProcess::wait() {
    // The wait leaves the process as it is, so that its id stays ours until the lock is held.
    siginfo_t info;
    while (running() && waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
    while (!collect()) std::this_thread::yield();
    return status_;
}

bool ChildProcess::running() { return !collect(); }

void ChildProcess::send(int signal, bool whole_group) {
    const std::lock_guard lock(mutex_);
    if (!ended_) ::kill(whole_group && own_group_ ? -process_ : process_, signal);
}

void ChildProcess::interrupt() { send(SIGINT, false); }
void ChildProcess::kill() { send(SIGKILL, true); }

Status ChildProcess::write_line(std::string_view line) {
    std::string text(line);
    text += '\n';
    const NoPipeSignal held;
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = write(to_, text.data() + done, text.size() - done);
        if (n > 0) done += static_cast<std::size_t>(n);
        if (n < 0 && errno != EINTR) return Error{ErrorCode::kIo, "the program does not read its input any more"};
    }
    return ok_status();
}

Result<std::string> ChildProcess::read_line(TimePoint deadline) {
    while (true) {
        const std::size_t end = buffer_.find('\n');
        if (end != std::string::npos) {
            std::string line = buffer_.substr(0, end);
            buffer_.erase(0, end + 1);
            if (!line.empty() && line.back() == '\r') line.pop_back();
            return line;
        }
        if (buffer_.size() > kMostLine) return Error{ErrorCode::kBadInput, "the program wrote an endless line"};
        constexpr std::chrono::milliseconds kSlice{60'000};
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline) return Error{ErrorCode::kInterrupted, "the program did not answer in time"};
        const auto left =
            deadline - now > kSlice ? kSlice : std::chrono::ceil<std::chrono::milliseconds>(deadline - now);
        pollfd waiting{from_, POLLIN, 0};
        const int ready = poll(&waiting, 1, static_cast<int>(left.count()));
        if (ready < 0 && errno != EINTR) return system_error("cannot wait for the program", errno);
        if (ready <= 0) continue;
        char chunk[4096];
        const ssize_t n = read(from_, chunk, sizeof chunk);
        if (n == 0) return Error{ErrorCode::kMissing, "the program ended"};
        if (n < 0 && errno != EINTR) return system_error("cannot read from the program", errno);
        if (n > 0) buffer_.append(chunk, static_cast<std::size_t>(n));
    }
}

}  // namespace merels
