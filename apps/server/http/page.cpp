// SPDX-License-Identifier: MIT
#include "server/http/page.h"

#include <array>
#include <utility>

#include "server/http/etag.h"
#include "server/http/problem.h"

namespace merels::server {
namespace {

constexpr std::string_view kIndex = "/index.html";
constexpr std::string_view kEmbed = "/embed";
constexpr std::string_view kNotBuilt =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Merels</title>"
    "<p>The page was not built when this program was: there was nothing in web/dist. "
    "The interface is there all the same, for instance <a href=\"/v1/variants\">/v1/variants</a>.</p></html>\n";

std::string_view content_type(std::string_view path) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kTypes = {{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
    }};
    for (const auto& [ending, type] : kTypes) {
        if (path.ends_with(ending)) return type;
    }
    return path.ends_with(".txt") ? "text/plain; charset=utf-8" : "application/octet-stream";
}

Response page_response(std::string_view path, std::string_view body) {
    Response response;
    response.content_type = content_type(path);
    response.body = body;
    response.policy = Policy::kPage;
    response.caching = path.starts_with("/assets/") ? Caching::kImmutable : Caching::kRevalidate;
    return response;
}

}  // namespace

Page::Page() {
    for (const PageAsset& asset : page_assets()) entries_[asset.path] = {asset, etag_of(asset.content)};
}

bool Page::has(std::string_view path) const { return path == "/" || path == kEmbed || entries_.contains(path); }

Response Page::answer(std::string_view path, bool accepts_gzip) const {
    const bool embed = path == kEmbed;
    if (path == "/" || embed) path = kIndex;
    const auto found = entries_.find(path);
    if (found == entries_.end()) {
        if (path == kIndex) return page_response(kIndex, kNotBuilt);
        return to_response({404, "no such address"});
    }
    const auto& [asset, etag] = found->second;
    const bool compress = accepts_gzip && asset.gzip.size() < asset.content.size() && asset.content.size() > 1024;
    Response response = page_response(path, compress ? asset.gzip : asset.content);
    if (embed) response.policy = Policy::kEmbed;
    response.gzip = compress;
    response.varies_by_encoding = true;
    // A strong tag names the bytes that are sent, and those differ by encoding.
    response.etag = compress ? etag.substr(0, etag.size() - 1) + "-gz\"" : etag;
    return response;
}

}  // namespace merels::server
