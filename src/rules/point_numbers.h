// SPDX-License-Identifier: MIT
// PlayOK's numbers of points: 1 to 24, row by row from the top left corner.
#pragma once

#include <optional>

#include "merels/position.h"

namespace merels {

std::optional<Point> point_of_number(int number);
int number_of_point(Point point);

}  // namespace merels
