// SPDX-License-Identifier: MIT
// Coordinates: the board is 6 wide and high, a1 at (0, 6), with a margin of 1 for names and 1 below for the hands.
#include "server/api/board_picture.h"

#include <fmt/format.h>

#include <iterator>

namespace merels::server {
namespace {

struct Place {
    int x;
    int y;
};

Place place_of(Point point) {
    const std::string name = point_name(point);
    return {name[0] - 'a', '7' - name[1]};
}

class Picture {
  public:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    }
    void line(double x1, double y1, double x2, double y2) {
        add("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", x1, y1, x2, y2);
    }
    std::string text() && { return std::move(text_); }

  private:
    std::string text_;
};

void draw_lines(Picture& picture, Board board) {
    picture.add("<g fill=\"none\" stroke=\"#3b2f20\" stroke-width=\".06\" stroke-linecap=\"round\">");
    for (const int ring : {0, 1, 2}) {
        picture.add("<rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\"/>", ring, 6 - 2 * ring);
    }
    picture.line(3, 0, 3, 2);
    picture.line(3, 4, 3, 6);
    picture.line(0, 3, 2, 3);
    picture.line(4, 3, 6, 3);
    if (board != Board::kNine) {
        picture.line(0, 0, 2, 2);
        picture.line(6, 0, 4, 2);
        picture.line(0, 6, 2, 4);
        picture.line(6, 6, 4, 4);
    }
    picture.add("</g>");
}

void draw_names(Picture& picture) {
    picture.add("<g font-family=\"sans-serif\" font-size=\".34\" fill=\"#6b5b45\" text-anchor=\"middle\">");
    for (int i = 0; i < 7; ++i) {
        picture.add("<text x=\"{}\" y=\"6.85\">{}</text>", i, static_cast<char>('a' + i));
        picture.add("<text x=\"-.7\" y=\"{}\">{}</text>", i + 0.12, 7 - i);
    }
    picture.add("</g>");
}

void draw_man(Picture& picture, double x, double y, double radius, Side side) {
    picture.add("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"#1d1710\" stroke-width=\".05\"/>", x, y,
                radius, side == Side::kWhite ? "#fbf7ee" : "#2a241d");
}

void draw_men(Picture& picture, const Position& position) {
    for (int p = 0; p < kPoints; ++p) {
        const auto point = static_cast<Point>(p);
        const Place at = place_of(point);
        if ((position.empty() & mask_of(point)) != 0) {
            picture.add("<circle cx=\"{}\" cy=\"{}\" r=\".09\" fill=\"#3b2f20\"/>", at.x, at.y);
        } else {
            const bool white = (position.men[index_of(Side::kWhite)] & mask_of(point)) != 0;
            draw_man(picture, at.x, at.y, 0.36, white ? Side::kWhite : Side::kBlack);
        }
    }
    for (const Side side : {Side::kWhite, Side::kBlack}) {
        const double first = side == Side::kWhite ? -0.7 : 6.7;
        const double step = side == Side::kWhite ? 0.27 : -0.27;
        for (int i = 0; i < position.hand[index_of(side)]; ++i) draw_man(picture, first + i * step, 7.45, 0.18, side);
    }
}

void draw_turn(Picture& picture, const Turn& turn) {
    const Place to = place_of(turn.to);
    picture.add("<g fill=\"none\" stroke=\"#1769aa\" stroke-width=\".12\" stroke-linecap=\"round\">");
    if (turn.from != kNoPoint) {
        const Place from = place_of(turn.from);
        picture.line(from.x, from.y, to.x, to.y);
    }
    picture.add("<circle cx=\"{}\" cy=\"{}\" r=\".44\"/></g>", to.x, to.y);
    picture.add("<g stroke=\"#b3261e\" stroke-width=\".12\" stroke-linecap=\"round\">");
    for (const Point point : turn.take) {
        if (point == kNoPoint) continue;
        const Place at = place_of(point);
        picture.line(at.x - 0.3, at.y - 0.3, at.x + 0.3, at.y + 0.3);
        picture.line(at.x - 0.3, at.y + 0.3, at.x + 0.3, at.y - 0.3);
    }
    picture.add("</g>");
}

}  // namespace

std::string board_picture(const Variant& variant, const Position& position, const std::optional<Turn>& turn, int size) {
    Picture picture;
    const std::string text = format_position(position);
    picture.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{0}\" viewBox=\"-1.2 -1 8.8 8.8\" "
        "role=\"img\"><title>{1} {2}</title><rect x=\"-1.2\" y=\"-1\" width=\"8.8\" height=\"8.8\" fill=\"#ead9b7\"/>",
        size, variant.id(), text);
    draw_lines(picture, variant.board);
    draw_names(picture);
    draw_men(picture, position);
    if (turn) draw_turn(picture, *turn);
    // Whose turn it is.
    picture.add(
        "<circle cx=\"3\" cy=\"3\" r=\".3\" fill=\"{}\" stroke=\"#6b5b45\" stroke-width=\".03\" "
        "opacity=\".5\"/></svg>\n",
        position.to_move == Side::kWhite ? "#fbf7ee" : "#2a241d");
    return std::move(picture).text();
}

}  // namespace merels::server
