// SPDX-License-Identifier: MIT
// The built page (web/dist), from inside the binary. Where it was not built when the program was, "/" says so.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "server/http/http_message.h"

namespace merels::server {

struct PageAsset {
    std::string_view path;  // "/index.html", "/assets/index-1a2b3c.js"
    std::string_view content;
    std::string_view gzip;  // the same, compressed
};

// Made by cmake/EmbedPage.cmake from the files in web/dist.
std::span<const PageAsset> page_assets();

class Page {
  public:
    Page();

    // "/", "/embed" (the same page, only the board, for frames of others) or the path of a file of the page; status 404
    // for everything else. Paths are names in a list: nothing is read from disk.
    Response answer(std::string_view path, bool accepts_gzip) const;
    bool has(std::string_view path) const;

  private:
    struct Entry {
        PageAsset asset;
        std::string etag;
    };
    std::map<std::string_view, Entry> entries_;  // by path
};

}  // namespace merels::server
