// SPDX-License-Identifier: MIT
// Tables that are not files of ours, shown as if they were: collections with manifests, tables and the texts beside
// them. Database asks one of these instead of the disk where it was made with one (src/malom has one). They are only
// read. All members are thread-safe; errors are those of the members of Database with the same names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "merels/result.h"
#include "store/database/manifest.h"
#include "store/table/table.h"

namespace merels {

class TableSource {
  public:
    virtual ~TableSource() = default;

    virtual std::vector<std::string> collections() const = 0;  // ascending
    virtual Result<std::shared_ptr<const Manifest>> manifest(const std::string& collection) const = 0;
    virtual Result<std::shared_ptr<const Table>> table(const TableId& id) const = 0;
    // A census of these counts losses too, with men in hand as well. Cost: may read the whole table.
    virtual Result<std::shared_ptr<const std::string>> metadata(const TableId& id) const = 0;
    virtual Result<std::string> text(const std::string& collection, std::string_view name) const = 0;
};

}  // namespace merels
