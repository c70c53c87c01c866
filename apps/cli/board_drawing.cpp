// SPDX-License-Identifier: MIT
// The lines between points are drawn from the board's own graph, so that the picture cannot disagree with the rules.
#include "board_drawing.h"

#include <array>

#include "output.h"
#include "rules/geometry.h"

namespace merels::cli {
namespace {

constexpr int kRows = 13;     // a line for each rank, and one between
constexpr int kColumns = 25;  // four places from file to file
constexpr int kRowStep = 2;
constexpr int kColumnStep = 4;

struct Place {
    int row;
    int column;
};

Place place_of(Point point) {
    const std::string name = point_name(point);
    return {(7 - (name[1] - '0')) * kRowStep, (name[0] - 'a') * kColumnStep};
}

using Canvas = std::array<std::array<char, kColumns>, kRows>;

void draw_line(Canvas& canvas, Place a, Place b) {
    const int rows = b.row - a.row;
    const int columns = b.column - a.column;
    if (rows == 0 || columns == 0) {
        const char line = rows == 0 ? '-' : '|';
        for (int row = std::min(a.row, b.row); row <= std::max(a.row, b.row); ++row) {
            for (int column = std::min(a.column, b.column); column <= std::max(a.column, b.column); ++column) {
                canvas[row][column] = line;
            }
        }
    } else {
        canvas[(a.row + b.row) / 2][(a.column + b.column) / 2] = (rows > 0) == (columns > 0) ? '\\' : '/';
    }
}

}  // namespace

std::string draw_board(Board board, const Position& position) {
    Canvas canvas;
    for (auto& row : canvas) row.fill(' ');
    for (Point a = 0; a < kPoints; ++a) {
        for (Mask others = geometry(board).neighbours[a]; others != 0; others &= others - 1) {
            draw_line(canvas, place_of(a), place_of(lowest(others)));
        }
    }
    for (Point point = 0; point < kPoints; ++point) {
        const Mask here = mask_of(point);
        const Place place = place_of(point);
        canvas[place.row][place.column] = (position.men[0] & here) != 0   ? 'O'
                                          : (position.men[1] & here) != 0 ? '@'
                                                                          : '.';
    }
    std::string text;
    for (int row = 0; row < kRows; ++row) {
        std::string line = row % kRowStep == 0 ? std::to_string(7 - row / kRowStep) + "  " : "   ";
        for (const char c : canvas[row]) {
            if (c == 'O') {
                line += paint("O", Colour::kWhiteMan);
            } else if (c == '@') {
                line += paint("@", Colour::kBlackMan);
            } else {
                line += c;
            }
        }
        text += line + '\n';
    }
    return text + "\n   a   b   c   d   e   f   g\n";
}

}  // namespace merels::cli
