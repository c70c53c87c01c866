// SPDX-License-Identifier: MIT
#include "arguments.h"

#include "base/worker_pool.h"

namespace merels::cli {

Option* add_database_option(Command& command, std::string& folder) {
    return command.add_option("--db", folder, "The folder of the tables")->envname("MERELS_DB");
}

void add_threads_option(Command& command, int& threads) {
    command.add_option("--threads", threads, "Threads; all of the machine's if left out")->check(Range(1, 256));
}

int thread_count(int threads) { return threads == 0 ? hardware_threads() : threads; }

void add_table_memory_option(Command& command, std::string& memory) {
    command.add_option("--memory", memory, "Memory for tables that are needed again")->capture_default_str();
}

Result<VariantAndPosition> read_variant_and_position(const std::string& variant, const std::string& position) {
    const auto game = parse_variant(variant);
    if (!game) return game.error();
    if (position.empty()) return VariantAndPosition{*game, start_position(*game)};
    const auto place = parse_position(*game, position);
    if (!place) return Error{place.error().code, "position, " + place.error().message};
    return VariantAndPosition{*game, *place};
}

}  // namespace merels::cli
