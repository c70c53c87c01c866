// SPDX-License-Identifier: MIT
// Whose request it is. Limits and queues go by this name: an IPv4 address, or the first 64 bits of an IPv6 address,
// which is what one customer of a provider has.
#pragma once

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <string>
#include <string_view>

namespace merels::server {

inline std::string client_key(boost::asio::ip::address address) {
    if (address.is_v6() && address.to_v6().is_v4_mapped()) {
        address = boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6());
    }
    if (address.is_v4()) return address.to_string();
    auto bytes = address.to_v6().to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
    return boost::asio::ip::make_address_v6(bytes).to_string() + "/64";
}

// Behind a proxy: the last address of X-Forwarded-For, which the proxy wrote. `peer` where there is none.
inline std::string client_key_behind_proxy(std::string_view forwarded_for, const std::string& peer) {
    const std::size_t comma = forwarded_for.rfind(',');
    if (comma != std::string_view::npos) forwarded_for.remove_prefix(comma + 1);
    while (forwarded_for.starts_with(' ')) forwarded_for.remove_prefix(1);
    while (forwarded_for.ends_with(' ')) forwarded_for.remove_suffix(1);
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address(std::string(forwarded_for), error);
    return error ? peer : client_key(address);
}

}  // namespace merels::server
