# SPDX-License-Identifier: MIT
# The installed package: built against, and run.
enable_language(C)
add_test(NAME Install.examples COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/install_test.py)
set_tests_properties(Install.examples PROPERTIES TIMEOUT 600 ENVIRONMENT
  "MERELS_BUILD=${PROJECT_BINARY_DIR};MERELS_COMPILER=${CMAKE_CXX_COMPILER};MERELS_C_COMPILER=${CMAKE_C_COMPILER};MERELS_SANITIZE=${MERELS_SANITIZE}")
