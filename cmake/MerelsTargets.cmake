# SPDX-License-Identifier: MIT
# One library and one test program for each folder with its rooms (sub-folders). Sources are found by name: foo.cpp belongs to the library,
# foo_test.cpp to the folder's test program, so a test file that nobody runs cannot exist. A main.cpp belongs to neither.

add_library(merels_options INTERFACE)
target_compile_options(merels_options INTERFACE -Wall -Wextra -Wshadow -Wpedantic
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # g++ 12 sees overlaps in std::string that are not there
# popcount in one instruction, on every x86 processor since 2009; wider kernels are chosen at run time.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  target_compile_options(merels_options INTERFACE -march=x86-64-v2)
endif()
if(MERELS_SANITIZE)
  # Without the second option undefined behaviour is only printed, and tests pass.
  target_compile_options(merels_options INTERFACE -fsanitize=${MERELS_SANITIZE} -fno-sanitize-recover=all
                         -fno-omit-frame-pointer)
  target_link_options(merels_options INTERFACE -fsanitize=${MERELS_SANITIZE})
endif()
target_include_directories(merels_options INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)

# merels_shareable(target): its code may become part of a shared library too (the Python module), without being compiled
# again. Hidden names keep the compiler as free as in a program.
function(merels_shareable target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# ccache looks at the compiler's list of headers instead of running the preprocessor before every compile: a first build
# pays nothing for it. The other setting lets it keep what was compiled with precompiled headers.
find_program(MERELS_CCACHE ccache)
if(MERELS_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${MERELS_CCACHE})
endif()

# Headers of others that most files include, read once for all (docs/results/building.md). Only of others: a change of ours
# must not compile everything again. No JSON: it costs more in every file than it gains in some. clang-tidy reads the
# sources without them, so that a forgotten include is found.
option(MERELS_PRECOMPILED_HEADERS "Read the standard library and fmt once for all files" ON)
if(MERELS_PRECOMPILED_HEADERS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT MERELS_SANITIZE)
  file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "")
  add_library(merels_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  merels_shareable(merels_precompiled)
  target_link_libraries(merels_precompiled PRIVATE merels_options fmt::fmt)
  target_compile_options(merels_precompiled PRIVATE -fpch-preprocess)
  target_precompile_headers(merels_precompiled PRIVATE <algorithm> <array> <atomic> <cstdint> <filesystem> <fstream>
    <functional> <map> <memory> <mutex> <optional> <span> <sstream> <string> <string_view> <thread> <vector> <fmt/format.h>)
endif()

# The same for test programs, with GoogleTest.
if(TARGET merels_precompiled AND MERELS_BUILD_TESTS)
  add_library(merels_precompiled_tests OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(merels_precompiled_tests PRIVATE merels_options fmt::fmt GTest::gtest)
  target_compile_options(merels_precompiled_tests PRIVATE -fpch-preprocess)
  target_precompile_headers(merels_precompiled_tests PRIVATE <algorithm> <filesystem> <fstream> <functional> <map> <string>
    <vector> <fmt/format.h> <gtest/gtest.h>)
endif()

# merels_precompile(target headers): the target's files start from those headers.
function(merels_precompile target headers)
  if(TARGET ${headers})
    target_precompile_headers(${target} REUSE_FROM ${headers})
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()

# merels_cold(files...): files where nothing is hot are compiled for half the time at -O1, in release builds.
function(merels_cold)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O1>")
endfunction()

# merels_library(name DEPENDS libs...): the folder's library merels_<name>, and its tests.
function(merels_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "(_test|/main)\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(sources)
    add_library(merels_${name} STATIC ${sources})
    merels_shareable(merels_${name})
    target_link_libraries(merels_${name} PUBLIC merels_options ${ARG_DEPENDS})
    merels_precompile(merels_${name} merels_precompiled)
  else()
    add_library(merels_${name} INTERFACE)
    target_link_libraries(merels_${name} INTERFACE merels_options ${ARG_DEPENDS})
  endif()
  if(MERELS_BUILD_TESTS AND tests)
    merels_test(${name}_test SOURCES ${tests} DEPENDS merels_${name})
  endif()
endfunction()

# merels_test(name SOURCES ... DEPENDS ... COST seconds): a GoogleTest program; every case is a ctest test, started early
# where it takes long.
function(merels_test name)
  cmake_parse_arguments(ARG "" "COST" "SOURCES;DEPENDS" ${ARGN})
  if(NOT DEFINED ARG_COST)
    set(ARG_COST 0)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} merels_options rapidcheck GTest::gtest GTest::gtest_main)
  merels_precompile(${name} merels_precompiled_tests)
  if(MERELS_SANITIZE)
    target_compile_options(${name} PRIVATE -O0)  # optimising what the checks make of GoogleTest takes most of the build
  endif()
  target_compile_definitions(${name} PRIVATE MERELS_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  include(GoogleTest)
  # Property tests draw the same cases every time; by hand RC_PARAMS="max_success=100000" draws others.
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 120
    PROPERTIES COST ${ARG_COST} TIMEOUT 600 ENVIRONMENT "RC_PARAMS=max_success=500 seed=20")
endfunction()
