// SPDX-License-Identifier: MIT
#include "progress_sinks.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/stopwatch.h"
#include "number_format.h"
#include "output.h"

namespace merels::cli {
namespace {

// What all styles share: the stage, how far it is, and when to speak again.
class ThrottledProgress : public Progress {
  public:
    ThrottledProgress(std::FILE* stream, SecondsClock clock, double pause)
        : stream_(stream), clock_(std::move(clock)), pause_(pause) {
        if (!clock_) clock_ = [watch = Stopwatch()] { return watch.seconds(); };
    }

    void begin(std::string_view stage, std::uint64_t total) override {
        stage_ = one_line(stage);
        detail_.clear();
        total_ = total;
        done_ = 0;
        began_ = clock_();
        spoke_ = began_;
        started();
    }
    void advance_to(std::uint64_t done) override {
        done_ = done;
        const double now = clock_();
        if (now - spoke_ < pause_) return;
        spoke_ = now;
        report(now - began_);
    }
    void detail(std::string_view text) override { detail_ = one_line(text); }
    void end() override { finished(); }

  protected:
    virtual void started() {}
    virtual void report(double seconds) = 0;
    virtual void finished() {}

    void write(const std::string& text) const {
        std::fwrite(text.data(), 1, text.size(), stream_);
        std::fflush(stream_);
    }
    const std::string& stage() const { return stage_; }
    const std::string& detail() const { return detail_; }
    // The stage with its detail, for people.
    std::string title() const { return detail_.empty() ? stage_ : stage_ + ", " + detail_; }
    std::uint64_t done() const { return done_; }
    std::uint64_t total() const { return total_; }
    // 0..1, or a negative number where the total is not known.
    double fraction() const {
        if (total_ == 0) return -1;
        return done_ >= total_ ? 1.0 : static_cast<double>(done_) / static_cast<double>(total_);
    }

  private:
    std::FILE* stream_;
    SecondsClock clock_;
    double pause_;
    std::string stage_;
    std::string detail_;
    std::uint64_t total_ = 0;
    std::uint64_t done_ = 0;
    double began_ = 0;
    double spoke_ = 0;
};

// How long a stage will take. Many stages do not go evenly: what is left is told only when the time in which the stage
// would end by what was done agrees with what it was at half the time.
class RemainingTime {
  public:
    void begin() { samples_.clear(); }
    // Seconds, or nothing where it cannot be told yet.
    std::optional<double> after(double seconds, double part) {
        if (part <= 0) return std::nullopt;
        if (samples_.empty() || seconds - samples_.back().seconds >= kPause)
            samples_.push_back({seconds, seconds / part});
        if (seconds < kSoonest || part < kLeastPart || part >= 1) return std::nullopt;
        const auto half = std::upper_bound(samples_.begin(), samples_.end(), seconds / 2,
                                           [](double time, const Sample& sample) { return time < sample.seconds; });
        if (half == samples_.begin()) return std::nullopt;
        const double whole = seconds / part;
        const double before = std::prev(half)->whole;
        if (std::max(whole, before) > kAgree * std::min(whole, before)) return std::nullopt;
        return whole - seconds;
    }

  private:
    struct Sample {
        double seconds, whole;
    };
    static constexpr double kPause = 0.5;
    static constexpr double kSoonest = 4;
    static constexpr double kLeastPart = 0.05;
    static constexpr double kAgree = 1.25;
    std::vector<Sample> samples_;
};

// The places of a terminal's line; 80 where nobody tells.
int width_of(std::FILE* stream) {
    winsize size{};
    const bool known = ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

class BarProgress final : public ThrottledProgress {
  public:
    BarProgress(std::FILE* stream, SecondsClock clock, int width)
        : ThrottledProgress(stream, std::move(clock), 0.1), stream_(stream), width_(width) {}
    ~BarProgress() override { clear(); }

    void note(std::string_view line) override {
        clear();
        write(one_line(line) + '\n');
    }

  private:
    void started() override { remaining_.begin(); }

    // One line, whatever the width: first the bar gets shorter, then it goes, then the title is cut.
    void report(double seconds) override {
        const double part = fraction();
        std::string end = part < 0 ? with_commas(done()) : fmt::format("{:3.0f} %", part * 100);
        end += "  " + human_seconds(seconds);
        if (const auto left = remaining_.after(seconds, part)) end += fmt::format(", {} left", human_seconds(*left));
        // Asked anew each time: windows change. The last place stays empty, where some terminals begin a new line.
        const int places = (width_ > 0 ? width_ : width_of(stream_)) - 1;
        std::string name = title();
        const int bar = std::min(kWidestBar, places - static_cast<int>(name.size() + end.size()) - 5);
        if (part >= 0 && bar >= kNarrowestBar) {
            const int full = static_cast<int>(part * bar);
            end = fmt::format("[{}{}] {}", std::string(full, '#'), std::string(bar - full, '.'), end);
        } else if (const int most = std::max(0, places - static_cast<int>(end.size()) - 2);
                   static_cast<int>(name.size()) > most) {
            name.resize(most);
        }
        std::string line = name.empty() ? end : name + "  " + end;
        if (static_cast<int>(line.size()) > places) line.resize(std::max(0, places));
        write("\r\x1b[K" + line);
        drawn_ = true;
    }
    void finished() override { clear(); }
    void clear() {
        if (drawn_) write("\r\x1b[K");
        drawn_ = false;
    }

    static constexpr int kWidestBar = 30;
    static constexpr int kNarrowestBar = 8;
    std::FILE* stream_;
    int width_;  // 0: the terminal's
    RemainingTime remaining_;
    bool drawn_ = false;
};

class LineProgress final : public ThrottledProgress {
  public:
    LineProgress(std::FILE* stream, SecondsClock clock) : ThrottledProgress(stream, std::move(clock), 5.0) {}
    void note(std::string_view line) override { write(one_line(line) + '\n'); }

  private:
    void report(double seconds) override {
        const double part = fraction();
        const std::string amount = part < 0 ? with_commas(done()) : fmt::format("{:.0f} %", part * 100);
        write(fmt::format("{}: {} after {}\n", title(), amount, human_seconds(seconds)));
    }
};

class JsonLineProgress final : public ThrottledProgress {
  public:
    JsonLineProgress(std::FILE* stream, SecondsClock clock) : ThrottledProgress(stream, std::move(clock), 0.5) {}
    void note(std::string_view line) override { write_json({{"note", line}}); }

  private:
    void started() override { report(0); }
    void report(double seconds) override {
        write_json(
            {{"stage", stage()}, {"detail", detail()}, {"done", done()}, {"total", total()}, {"seconds", seconds}});
    }
    void write_json(const nlohmann::ordered_json& value) {
        write(value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
    }
};

}  // namespace

ProgressStyle natural_style(std::FILE* stream) {
    return is_terminal(stream) ? ProgressStyle::kBar : ProgressStyle::kLines;
}

std::unique_ptr<Progress> make_progress(ProgressStyle style, std::FILE* stream, SecondsClock clock, int width) {
    switch (style) {
        case ProgressStyle::kBar: return std::make_unique<BarProgress>(stream, std::move(clock), width);
        case ProgressStyle::kLines: return std::make_unique<LineProgress>(stream, std::move(clock));
        case ProgressStyle::kJsonLines: return std::make_unique<JsonLineProgress>(stream, std::move(clock));
        case ProgressStyle::kSilent: break;
    }
    return std::make_unique<SilentProgress>();
}

}  // namespace merels::cli
