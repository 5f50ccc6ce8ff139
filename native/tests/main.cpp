// native/tests/main.cpp: native_tests [FOLDER] [OP...]: the conformance vectors, or those of the named ops; and, where
// no op is named, the tile ops on lanes
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

#include "lanes.hpp"
#include "vectors.hpp"

namespace {

std::string default_folder() {
    if (const char* folder = std::getenv("ARCLOOM_TEST_DATA")) return folder;
#ifdef ARCLOOM_TEST_DATA
    return ARCLOOM_TEST_DATA;
#else
    return "vectors";
#endif
}

constexpr int kRounds = 6;  // calls of each tile op with each argument

}  // namespace

int main(int argc, char** argv) try {
    arcloom::test::VectorOptions options{default_folder(), {}};
    int k = 1;
    if (k < argc && std::filesystem::is_directory(argv[k])) options.folder = argv[k++];
    options.ops.insert(argv + k, argv + argc);
    const arcloom::test::VectorCount count = arcloom::test::run_vectors(options);
    std::printf("%zu passed, %zu failed\n", count.passed, count.failed);
    const size_t differ = options.ops.empty() ? arcloom::test::compare_lanes(kRounds) : 0;
    if (options.ops.empty()) std::printf("%zu calls differ on lanes\n", differ);
    return count.failed == 0 && count.passed > 0 && differ == 0 ? 0 : 1;
} catch (const std::exception& e) {
    std::fprintf(stderr, "native_tests: %s\n", e.what());
    return 1;
}
