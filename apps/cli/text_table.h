// SPDX-License-Identifier: MIT
// A table of words for people: a heading, columns aligned, two spaces between them.
//
//   TextTable table({{"depth", Align::kRight}, {"turns", Align::kRight}});
//   table.add({"1", "24"});
//   print_text(table.text());
#pragma once

#include <string>
#include <vector>

namespace merels::cli {

enum class Align { kLeft, kRight };

struct Column {
    std::string heading;
    Align align = Align::kLeft;
};

class TextTable {
  public:
    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
    // One cell a column.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    // Lines without trailing spaces. Widths count characters of UTF-8 texts, one place each.
    std::string text() const;

  private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace merels::cli
