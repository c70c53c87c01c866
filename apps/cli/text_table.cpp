// SPDX-License-Identifier: MIT
#include "text_table.h"

#include <algorithm>

namespace merels::cli {
namespace {

std::size_t width(const std::string& text) {
    // Bytes 10xxxxxx continue a character.
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

std::string TextTable::text() const {
    std::vector<std::string> heading;
    std::vector<std::size_t> widths;
    for (const Column& column : columns_) {
        heading.push_back(column.heading);
        widths.push_back(width(column.heading));
    }
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string result;
    const auto add_line = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const std::string padding(widths[i] - width(cells[i]), ' ');
            if (i != 0) line += "  ";
            line += columns_[i].align == Align::kRight ? padding + cells[i] : cells[i] + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        result += line + '\n';
    };
    add_line(heading);
    for (const auto& row : rows_) add_line(row);
    return result;
}

}  // namespace merels::cli
