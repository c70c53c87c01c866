# SPDX-License-Identifier: MIT
# The solver from outside: kills and resumes, equal bytes, damaged tables, published counts.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(name IN ITEMS kill_resume same_bytes placing starts lasker table_digests database digest)
  add_test(NAME solve_${name} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/solve/${name}_test.py)
  set_tests_properties(solve_${name} PROPERTIES COST 100 TIMEOUT 900 ENVIRONMENT "MERELS=$<TARGET_FILE:merels>")
endforeach()
