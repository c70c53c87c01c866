# SPDX-License-Identifier: MIT
# The table format from outside: the two readers on golden and broken files, and the fuzz target over the golden files.
find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_executable(store_dump ${CMAKE_CURRENT_LIST_DIR}/store_dump.cpp)
target_link_libraries(store_dump PRIVATE merels_store merels_options)
add_test(NAME Store.readers_agree COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/store_readers_test.py
  $<TARGET_FILE:store_dump>)
set_tests_properties(Store.readers_agree PROPERTIES TIMEOUT 600 ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1")

add_executable(table_replay ${CMAKE_CURRENT_LIST_DIR}/fuzz/table_fuzz.cpp ${CMAKE_CURRENT_LIST_DIR}/fuzz/replay.cpp)
target_link_libraries(table_replay PRIVATE merels_store merels_options)
add_test(NAME Fuzz.replay_table COMMAND table_replay ${CMAKE_CURRENT_LIST_DIR}/fuzz/corpus/table)
set_tests_properties(Fuzz.replay_table PROPERTIES TIMEOUT 300)

if(MERELS_BUILD_FUZZERS)  # by hand, with clang: table_fuzz -max_total_time=60 -max_len=65536 tests/fuzz/corpus/table
  file(GLOB_RECURSE store_sources ${PROJECT_SOURCE_DIR}/src/store/*.cpp)
  list(FILTER store_sources EXCLUDE REGEX "_test\\.cpp$")
  add_executable(table_fuzz ${CMAKE_CURRENT_LIST_DIR}/fuzz/table_fuzz.cpp ${store_sources})
  target_compile_options(table_fuzz PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_options(table_fuzz PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_libraries(table_fuzz PRIVATE merels_options merels_base zstd xxhash nlohmann_json::nlohmann_json)
endif()
