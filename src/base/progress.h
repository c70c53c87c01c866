// SPDX-License-Identifier: MIT
#pragma once

#include "merels/progress.h"  // IWYU pragma: export
