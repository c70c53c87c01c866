// SPDX-License-Identifier: MIT
#include "solve/rows/row_axes.h"

namespace merels::solve {

RowAxes row_axes(const Geometry& board, Mask men) {
    RowAxes row;
    row.men = men;
    row.free = kBoardMask & ~men;
    row.axis_of.fill(-1);
    for (Mask rest = row.free; rest != 0; rest &= rest - 1) {
        const Point point = lowest(rest);
        row.axis_of[point] = static_cast<std::int8_t>(row.axes);
        row.point_of[row.axes++] = point;
    }
    for (int axis = 0; axis < row.axes; ++axis) {
        const Point point = row.point_of[axis];
        for (Mask rest = board.neighbours[point] & row.free; rest != 0; rest &= rest - 1) {
            row.neighbours[axis] |= AxisSet{1} << row.axis_of[lowest(rest)];
        }
        for (int i = 0; i < board.partner_count[point]; ++i) {
            const Mask pair = board.partners[point][i];
            if ((pair & men) != 0) continue;
            row.lines[axis][row.line_count[axis]++] = {
                static_cast<std::uint8_t>(row.axis_of[lowest(pair)]),
                static_cast<std::uint8_t>(row.axis_of[lowest(pair & (pair - 1))])};
        }
    }
    return row;
}

}  // namespace merels::solve
