// SPDX-License-Identifier: MIT
// Any text as a manifest: one that is accepted is exactly the text that we would write for it, and lists what it lists.
#include <string>

#include "fuzz_check.h"
#include "store/database/manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace merels;
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto manifest = decode_manifest(text);
    if (!manifest) {
        FUZZ_CHECK(manifest.error().code == ErrorCode::kCorrupt || manifest.error().code == ErrorCode::kNewerVersion);
        return 0;
    }
    FUZZ_CHECK(encode_manifest(*manifest) == text);
    for (const ManifestEntry& entry : manifest->entries) FUZZ_CHECK(*manifest->find(entry.counts) == entry);
    return 0;
}
