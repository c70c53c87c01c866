# SPDX-License-Identifier: MIT
# Calls to the system that go wrong while tables are written, one in each run; every call by hand:
#   MERELS=build/release/apps/cli/merels FAULT_SHIM=build/release/tests/libfault_shim.so tests/faults/fault_sweep.py --faults 0
# Power cuts: every state that one can leave, by hand (RECORD_SHIM=build/release/tests/librecord_shim.so)
#   tests/faults/crash_replay.py --states 0
# Not in sanitizer builds: the shim would have to stand before their own functions.
if(NOT MERELS_SANITIZE)
  enable_language(C)
  add_library(fault_shim SHARED ${CMAKE_CURRENT_LIST_DIR}/faults/fault_shim.c)
  target_compile_options(fault_shim PRIVATE -Wall -Wextra -O1)
  target_link_libraries(fault_shim PRIVATE ${CMAKE_DL_LIBS})
  add_library(record_shim SHARED ${CMAKE_CURRENT_LIST_DIR}/faults/record_shim.c)
  target_compile_options(record_shim PRIVATE -Wall -Wextra -O1)
  target_link_libraries(record_shim PRIVATE ${CMAKE_DL_LIBS})
  merels_script_test(Faults.crash_replay_sees ${CMAKE_CURRENT_LIST_DIR}/faults/crash_replay.py --no-flushes --states 0 --job depths)
  merels_script_test(Faults.crash_replay ${CMAKE_CURRENT_LIST_DIR}/faults/crash_replay.py)
  set_tests_properties(Faults.crash_replay_sees Faults.crash_replay PROPERTIES COST 40
    ENVIRONMENT "MERELS=$<TARGET_FILE:merels>;RECORD_SHIM=$<TARGET_FILE:record_shim>;PYTHONDONTWRITEBYTECODE=1")
  foreach(name IN ITEMS shim_test fault_sweep)
    merels_script_test(Faults.${name} ${CMAKE_CURRENT_LIST_DIR}/faults/${name}.py)
    set_tests_properties(Faults.${name} PROPERTIES COST 40
      ENVIRONMENT "MERELS=$<TARGET_FILE:merels>;FAULT_SHIM=$<TARGET_FILE:fault_shim>;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
endif()
