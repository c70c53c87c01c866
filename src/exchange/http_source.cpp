// SPDX-License-Identifier: MIT
#include "exchange/http_source.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <charconv>
#include <type_traits>
#include <utility>

namespace merels {
namespace {

constexpr long kConnectSeconds = 30;
constexpr long kSilentSeconds = 60;
constexpr long kMostRedirects = 5;

// libcurl is loaded when something is fetched: it brings some twenty libraries, which no other command should wait or
// find the memory for.
struct Curl {
    decltype(&curl_global_init) global_init = nullptr;
    decltype(&curl_easy_init) init = nullptr;
    decltype(&curl_easy_cleanup) cleanup = nullptr;
    decltype(&curl_easy_reset) reset = nullptr;
    decltype(&curl_easy_setopt) setopt = nullptr;
    decltype(&curl_easy_perform) perform = nullptr;
    decltype(&curl_easy_getinfo) getinfo = nullptr;
    decltype(&curl_easy_strerror) strerror = nullptr;
    decltype(&curl_easy_escape) escape = nullptr;
    decltype(&curl_free) free = nullptr;

    // Never closed: libraries below it do not like that.
    static const Curl* load() {
        static const std::optional<Curl> loaded = [] {
            void* const library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
            Curl c;
            bool found = library != nullptr;
            const auto find = [&](auto& function, const char* name) {
                function = found ? reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name)) : nullptr;
                found = function != nullptr;
            };
            find(c.global_init, "curl_global_init");
            find(c.init, "curl_easy_init");
            find(c.cleanup, "curl_easy_cleanup");
            find(c.reset, "curl_easy_reset");
            find(c.setopt, "curl_easy_setopt");
            find(c.perform, "curl_easy_perform");
            find(c.getinfo, "curl_easy_getinfo");
            find(c.strerror, "curl_easy_strerror");
            find(c.escape, "curl_easy_escape");
            find(c.free, "curl_free");
            return found ? std::optional(c) : std::nullopt;
        }();
        return loaded ? &*loaded : nullptr;
    }
};

// One answer: where its body begins, and the body on its way to the sink.
struct Answer {
    const Curl& curl;
    CURL* handle;
    const ByteSink& sink;
    const StopFlag* stop;
    std::uint64_t asked;                                 // offset
    std::optional<std::uint64_t> begins = std::nullopt;  // by Content-Range
    std::uint64_t at = 0;
    bool started = false;
    std::optional<Error> failed = std::nullopt;
};

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

// libcurl hands over one line of a header after the other; a new answer (after a redirect) begins with its status.
std::size_t on_header(char* data, std::size_t size, std::size_t count, void* to) {
    Answer& answer = *static_cast<Answer*>(to);
    const std::string line = lower({data, size * count});
    if (line.starts_with("http/")) answer.begins.reset();
    constexpr std::string_view kRange = "content-range: bytes ";
    if (line.starts_with(kRange)) {
        std::uint64_t first = 0;
        const char* const from = line.data() + kRange.size();
        if (std::from_chars(from, line.data() + line.size(), first).ec == std::errc{}) answer.begins = first;
    }
    return size * count;
}

std::size_t on_body(char* data, std::size_t size, std::size_t count, void* to) {
    Answer& answer = *static_cast<Answer*>(to);
    const std::size_t bytes = size * count;
    long status = 0;
    answer.curl.getinfo(answer.handle, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200 && status != 206) return bytes;  // a page about the error
    if (!answer.started) {
        answer.started = true;
        if (status == 206 && answer.begins != answer.asked) {
            answer.failed = Error{ErrorCode::kIo, "answers with another part of the file than was asked for"};
            return 0;
        }
        answer.at = status == 206 ? answer.asked : 0;
    }
    const Status taken = answer.sink(answer.at, {reinterpret_cast<const std::uint8_t*>(data), bytes});
    if (!taken) {
        answer.failed = taken.error();
        return 0;
    }
    answer.at += bytes;
    return bytes;
}

int on_progress(void* to, curl_off_t /*total*/, curl_off_t /*now*/, curl_off_t /*up*/, curl_off_t /*up_now*/) {
    const Answer& answer = *static_cast<Answer*>(to);
    return answer.stop != nullptr && *answer.stop ? 1 : 0;
}

class HttpSource final : public FileSource {
  public:
    HttpSource(std::string address, const Curl& curl, CURL* handle, const StopFlag* stop)
        : address_(std::move(address)), curl_(curl), handle_(handle), stop_(stop) {}
    HttpSource(const HttpSource&) = delete;
    HttpSource& operator=(const HttpSource&) = delete;
    ~HttpSource() override { curl_.cleanup(handle_); }

    std::optional<std::vector<std::string>> folders() const override { return std::nullopt; }
    std::string name(const std::string& path) const override { return address_ + path; }

    Status read(const std::string& path, std::uint64_t offset, const ByteSink& sink) override {
        Answer answer{.curl = curl_, .handle = handle_, .sink = sink, .stop = stop_, .asked = offset};
        curl_.reset(handle_);  // keeps the connection
        const std::string address = address_ + escaped(path);
        const std::string range = fmt::format("{}-", offset);
        const auto set = [&](CURLoption option, auto value) { curl_.setopt(handle_, option, value); };
        set(CURLOPT_URL, address.c_str());
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
        set(CURLOPT_FOLLOWLOCATION, 1L);
        set(CURLOPT_MAXREDIRS, kMostRedirects);
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_USERAGENT, "merels");
        set(CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
        set(CURLOPT_LOW_SPEED_LIMIT, 1L);
        set(CURLOPT_LOW_SPEED_TIME, kSilentSeconds);
        if (offset > 0) set(CURLOPT_RANGE, range.c_str());
        set(CURLOPT_HEADERFUNCTION, &on_header);
        set(CURLOPT_HEADERDATA, static_cast<void*>(&answer));
        set(CURLOPT_WRITEFUNCTION, &on_body);
        set(CURLOPT_WRITEDATA, static_cast<void*>(&answer));
        set(CURLOPT_NOPROGRESS, 0L);
        set(CURLOPT_XFERINFOFUNCTION, &on_progress);
        set(CURLOPT_XFERINFODATA, static_cast<void*>(&answer));
        const CURLcode code = curl_.perform(handle_);
        if (answer.failed) return Error{answer.failed->code, name(path) + ": " + answer.failed->message};
        if (stop_ != nullptr && *stop_) return Error{ErrorCode::kInterrupted, "stopped while reading " + name(path)};
        if (code != CURLE_OK) return Error{ErrorCode::kIo, name(path) + ": " + curl_.strerror(code)};
        long status = 0;
        curl_.getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
        if (status == 200 || status == 206) return ok_status();
        if (status == 416) return ok_status();  // nothing behind `offset`
        return Error{status == 404 || status == 410 ? ErrorCode::kMissing : ErrorCode::kIo,
                     fmt::format("{}: the server answers {}", name(path), status)};
    }

  private:
    // A path as part of an address; '/' stays.
    std::string escaped(const std::string& path) const {
        std::string result;
        for (std::size_t from = 0; from <= path.size();) {
            const std::size_t end = std::min(path.find('/', from), path.size());
            char* const part = curl_.escape(handle_, path.data() + from, static_cast<int>(end - from));
            result += (from > 0 ? "/" : "") + std::string(part != nullptr ? part : "");
            curl_.free(part);
            from = end + 1;
        }
        return result;
    }

    std::string address_;  // ends with '/'
    const Curl& curl_;
    CURL* handle_;
    const StopFlag* stop_;
};

}  // namespace

Result<std::unique_ptr<FileSource>> open_http_source(const std::string& address, const StopFlag* stop) {
    const Curl* const curl = Curl::load();
    if (curl == nullptr)
        return Error{ErrorCode::kIo, "libcurl (libcurl.so.4) is not installed: nothing can be fetched by HTTP"};
    curl->global_init(CURL_GLOBAL_DEFAULT);  // counts its callers, thread-safe since 7.84
    CURL* const handle = curl->init();
    if (handle == nullptr) return Error{ErrorCode::kInternal, "libcurl cannot be started"};
    const std::string folder = address.ends_with('/') ? address : address + '/';
    return std::unique_ptr<FileSource>(std::make_unique<HttpSource>(folder, *curl, handle, stop));
}

}  // namespace merels
