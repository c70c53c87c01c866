// SPDX-License-Identifier: MIT
#include "progress_sinks.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

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

class BarProgress final : public ThrottledProgress {
  public:
    BarProgress(std::FILE* stream, SecondsClock clock) : ThrottledProgress(stream, std::move(clock), 0.1) {}
    ~BarProgress() override { clear(); }

    void note(std::string_view line) override {
        clear();
        write(one_line(line) + '\n');
    }

  private:
    void report(double seconds) override {
        constexpr int kWidth = 30;
        const double part = fraction();
        std::string text = fmt::format("\r\x1b[K{}  ", title());
        if (part < 0) {
            text += with_commas(done());
        } else {
            const int full = static_cast<int>(part * kWidth);
            text +=
                fmt::format("[{}{}] {:3.0f} %", std::string(full, '#'), std::string(kWidth - full, '.'), part * 100);
        }
        text += "  " + human_seconds(seconds);
        if (part > 0.02 && part < 1) text += fmt::format(", {} left", human_seconds(seconds / part - seconds));
        write(text);
        drawn_ = true;
    }
    void finished() override { clear(); }
    void clear() {
        if (drawn_) write("\r\x1b[K");
        drawn_ = false;
    }

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

std::unique_ptr<Progress> make_progress(ProgressStyle style, std::FILE* stream, SecondsClock clock) {
    switch (style) {
        case ProgressStyle::kBar: return std::make_unique<BarProgress>(stream, std::move(clock));
        case ProgressStyle::kLines: return std::make_unique<LineProgress>(stream, std::move(clock));
        case ProgressStyle::kJsonLines: return std::make_unique<JsonLineProgress>(stream, std::move(clock));
        case ProgressStyle::kSilent: break;
    }
    return std::make_unique<SilentProgress>();
}

}  // namespace merels::cli
