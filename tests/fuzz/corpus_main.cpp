// SPDX-License-Identifier: MIT
// Runs a fuzz target over files, for machines without libFuzzer and for ctest: corpus_main FILE_OR_FOLDER...
// Each file is tried as it is, and with every one of its lines left out.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void try_text(const std::string& text) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

int try_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (!in) return 0;
    try_text(text);
    int tried = 1;
    for (std::size_t start = 0; start < text.size() && tried < 200; ++tried) {
        const std::size_t end = text.find('\n', start);
        const std::size_t next = end == std::string::npos ? text.size() : end + 1;
        try_text(text.substr(0, start) + text.substr(next));
        start = next;
    }
    return tried;
}

}  // namespace

int main(int argc, char** argv) {
    int tried = 0;
    for (int i = 1; i < argc; ++i) {
        if (!std::filesystem::is_directory(argv[i])) {
            tried += try_file(argv[i]);
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
            if (entry.is_regular_file()) tried += try_file(entry.path());
        }
    }
    std::printf("%d inputs\n", tried);
    return tried > 0 ? 0 : 1;
}
