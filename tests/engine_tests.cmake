# SPDX-License-Identifier: MIT
# The engine from outside: a scripted host, and the fuzz target of the protocol over its corpus.
find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_test(NAME engine_host COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/engine_host.py $<TARGET_FILE:merels>)
set_tests_properties(engine_host PROPERTIES TIMEOUT 300)

add_executable(engine_corpus fuzz/engine_fuzz.cpp fuzz/corpus_main.cpp)
target_link_libraries(engine_corpus PRIVATE merels_engine merels_options)
add_test(NAME engine_corpus COMMAND engine_corpus ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/engine)
set_tests_properties(engine_corpus PROPERTIES TIMEOUT 300)

# By hand, with clang: engine_fuzz -max_total_time=60 /tmp/new tests/fuzz/corpus/engine. The engine and the rules are
# compiled into it, so that libFuzzer sees their branches.
if(MERELS_BUILD_FUZZERS)
  file(GLOB engine_sources ${PROJECT_SOURCE_DIR}/src/engine/*/*.cpp ${PROJECT_SOURCE_DIR}/src/rules/*.cpp)
  list(FILTER engine_sources EXCLUDE REGEX "_test\\.cpp$")
  add_executable(engine_fuzz ${CMAKE_CURRENT_LIST_DIR}/fuzz/engine_fuzz.cpp ${engine_sources})
  target_compile_options(engine_fuzz PRIVATE -O1 -fsanitize=fuzzer,address,undefined)
  target_link_options(engine_fuzz PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_libraries(engine_fuzz PRIVATE merels_probe merels_options)
endif()

# By hand: tools/make_search_corpus.sh
add_executable(search_corpus_maker EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/search_corpus_maker.cpp)
target_link_libraries(search_corpus_maker PRIVATE merels_engine merels_options)

# By hand: fit_evaluation DATABASE GAMES > src/engine/search/weights.cpp
add_executable(fit_evaluation EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tools/fit_evaluation.cpp)
target_link_libraries(fit_evaluation PRIVATE merels_engine merels_options)
