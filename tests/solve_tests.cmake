# SPDX-License-Identifier: MIT
# The solver from outside: kills and resumes, equal bytes, damaged tables, published counts.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(name IN ITEMS kill_resume same_bytes placing starts lasker table_digests database digest)
  add_test(NAME solve_${name} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/solve/${name}_test.py)
  set_tests_properties(solve_${name} PROPERTIES COST 100 TIMEOUT 900 ENVIRONMENT "MERELS=$<TARGET_FILE:merels>")
endforeach()
# Several ranks (docs/cluster.md), more than the machine has processors.
if(TARGET merels-mpi)
  set(environment "MERELS=$<TARGET_FILE:merels>;MERELS_MPI=$<TARGET_FILE:merels-mpi>;MPIRUN=${MPIEXEC_EXECUTABLE}")
  if(TARGET fault_shim)
    list(APPEND environment "FAULT_SHIM=$<TARGET_FILE:fault_shim>")
  endif()
  add_test(NAME solve_ranks COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/solve/ranks_test.py)
  set_tests_properties(solve_ranks PROPERTIES COST 200 TIMEOUT 1800 PROCESSORS 2 ENVIRONMENT "${environment}")
endif()
