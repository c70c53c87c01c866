// SPDX-License-Identifier: MIT
#include "server/http/own_site.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <cctype>
#include <string>

namespace merels::server {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

bool is_port(std::string_view text) {
    return !text.empty() && text.size() <= 5 &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

bool says_json(std::string_view content_type) {
    std::string_view type = content_type.substr(0, content_type.find(';'));
    while (type.ends_with(' ')) type.remove_suffix(1);
    return lower(type) == "application/json";
}

bool names_loopback(std::string_view host) {
    boost::system::error_code error;
    if (host.starts_with('[')) {
        const std::size_t end = host.find(']');
        if (end == std::string_view::npos) return false;
        const std::string_view rest = host.substr(end + 1);
        if (!rest.empty() && !(rest.front() == ':' && is_port(rest.substr(1)))) return false;
        const auto address = boost::asio::ip::make_address_v6(std::string(host.substr(1, end - 1)), error);
        return !error && address.is_loopback();
    }
    const std::size_t colon = host.find(':');
    if (colon != std::string_view::npos && !is_port(host.substr(colon + 1))) return false;
    const std::string name = lower(host.substr(0, colon));
    if (name == "localhost") return true;
    const auto address = boost::asio::ip::make_address_v4(name, error);
    return !error && address.is_loopback();
}

bool names_loopback_only(const Request& request) {
    if (request.host && !names_loopback(*request.host)) return false;
    constexpr std::string_view kScheme = "http://";
    const std::string_view target = request.target;
    if (!target.starts_with(kScheme)) return true;
    const std::string_view rest = target.substr(kScheme.size());
    return names_loopback(rest.substr(0, rest.find_first_of("/?#")));
}

bool from_own_site(const Request& request) {
    if (!request.host) return false;
    if (!request.origin.empty() && lower(request.origin) != "http://" + lower(*request.host)) return false;
    const std::string_view site = request.fetch_site;
    return site.empty() || site == "same-origin" || site == "none";
}

}  // namespace merels::server
