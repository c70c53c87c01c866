// SPDX-License-Identifier: MIT
#include "verify/verifier.h"

#include <new>

#include "base/stopwatch.h"
#include "verify/complete_check.h"
#include "verify/sample_check.h"
#include "verify/ultra_check.h"

namespace merels::verify {

Result<VerifyReport> verify_tables(const Variant& variant, const std::filesystem::path& database,
                                   const VerifyOptions& options) {
    try {
        const Stopwatch watch;
        const Database files(database);
        const auto tables = DecodedTables::open(variant, files, options.moving_only);
        if (!tables.ok()) return tables.error();
        VerifyReport report;
        report.missing = tables->missing();
        const Status status = options.sample > 0 ? check_sample(variant, *tables, options, report)
                                                 : CompleteCheck(variant, *tables, options).run(report);
        if (!status.ok()) return status.error();
        report.seconds = watch.seconds();
        report.cpu_seconds = watch.cpu_seconds();
        return report;
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::kNoMemory, "the check needs more memory than there is"};
    }
}

Result<VerifyReport> verify_ultra_tables(const Variant& variant, const std::filesystem::path& database,
                                         const std::string& subspace_values, const VerifyOptions& options) {
    try {
        const Stopwatch watch;
        const Database files(database);
        const auto set = UltraCollection::open(files, variant, subspace_values);
        if (!set.ok()) return set.error();
        VerifyReport report;
        if (Status status = UltraCheck(variant, files, *set, options).run(report); !status.ok()) return status.error();
        report.seconds = watch.seconds();
        report.cpu_seconds = watch.cpu_seconds();
        return report;
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::kNoMemory, "the check needs more memory than there is"};
    }
}

}  // namespace merels::verify
