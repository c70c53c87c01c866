# SPDX-License-Identifier: MIT
# The C interface, from a program in C11 that knows nothing of C++.
enable_language(C)
add_executable(c_interface_test ${CMAKE_CURRENT_LIST_DIR}/c_interface_test.c)
set_target_properties(c_interface_test PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
  LINKER_LANGUAGE CXX)
target_compile_options(c_interface_test PRIVATE -Wall -Wextra -Wshadow -Wpedantic -Wstrict-prototypes -Werror)
target_link_libraries(c_interface_test PRIVATE merels_archive)
if(MERELS_SANITIZE)
  target_link_options(c_interface_test PRIVATE -fsanitize=${MERELS_SANITIZE})
endif()
merels_script_test(CInterface.plain_c ${CMAKE_CURRENT_LIST_DIR}/c_interface_test.py $<TARGET_FILE:c_interface_test>)
