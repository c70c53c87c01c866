# SPDX-License-Identifier: MIT
# The engine from outside: a scripted host, and the fuzz target of the protocol over its corpus.
find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_test(NAME engine_host COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/engine_host.py $<TARGET_FILE:merels>)
set_tests_properties(engine_host PROPERTIES TIMEOUT 300)

add_executable(engine_corpus fuzz/engine_fuzz.cpp fuzz/corpus_main.cpp)
target_link_libraries(engine_corpus PRIVATE merels_engine merels_options)
add_test(NAME engine_corpus COMMAND engine_corpus ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/engine)
set_tests_properties(engine_corpus PROPERTIES TIMEOUT 300)

if(MERELS_BUILD_FUZZERS)  # by hand, with clang: build/.../engine_fuzz -max_total_time=60 tests/fuzz/corpus/engine
  add_executable(engine_fuzz fuzz/engine_fuzz.cpp)
  target_link_libraries(engine_fuzz PRIVATE merels_engine merels_options)
  target_compile_options(engine_fuzz PRIVATE -fsanitize=fuzzer)
  target_link_options(engine_fuzz PRIVATE -fsanitize=fuzzer)
endif()
