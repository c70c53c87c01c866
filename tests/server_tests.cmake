# SPDX-License-Identifier: MIT
# The tests of `merels serve`: each starts the program on a free port of loopback.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(name IN ITEMS api lifetime malformed document guard fairness openapi exercise ultra)
  add_test(NAME server_${name} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/server_${name}_test.py)
  set_tests_properties(server_${name} PROPERTIES COST 30 TIMEOUT 600
    ENVIRONMENT "MERELS=$<TARGET_FILE:merels>;MERELS_SOURCE=${PROJECT_SOURCE_DIR}")
endforeach()

# ./merels without arguments, from the first table to Ctrl-C.
add_test(NAME start COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/start_test.py)
set_tests_properties(start PROPERTIES TIMEOUT 600 ENVIRONMENT "MERELS=$<TARGET_FILE:merels>;MERELS_SOURCE=${PROJECT_SOURCE_DIR}")
