// SPDX-License-Identifier: MIT
#include "transport/make_transport.h"

namespace merels {

std::unique_ptr<Transport> make_transport() { return nullptr; }

}  // namespace merels
