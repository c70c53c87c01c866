// SPDX-License-Identifier: MIT
// Runs a fuzz target over every file of a folder, and over cuts and one-byte changes of each, without libFuzzer.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run(const std::string& text) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::size_t runs = 0;
    for (const auto& path : files) {
        std::ifstream in(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        run(text);
        for (std::size_t at = 0; at < text.size() && at < 400; ++at, runs += 3) {
            run(text.substr(0, at));
            std::string changed = text;
            changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
            run(changed);
            changed[at] = "*O@/ _wb09xa1,-.\n\"["[at % 19];
            run(changed);
        }
        ++runs;
    }
    std::printf("%zu files, %zu inputs\n", files.size(), runs);
    return files.empty() ? 1 : 0;
}
