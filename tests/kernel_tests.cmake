# SPDX-License-Identifier: MIT
# The kernels from outside: what their objects show to the linker, and AVX-512 without the CPU.

# Only of builds whose code is what is shipped: the sanitizers put functions of their own into every object.
if(NOT MERELS_SANITIZE)
  merels_script_test(Kernels.symbols ${CMAKE_CURRENT_LIST_DIR}/kernel_symbols_test.py ${CMAKE_NM}
    "$<FILTER:$<TARGET_OBJECTS:merels_solve>,INCLUDE,_(portable|avx2|avx512)\\.cpp>")
endif()

find_path(MERELS_SIMDE simde/x86/avx512.h REQUIRED)  # libsimde-dev
set(emulation ${CMAKE_CURRENT_LIST_DIR}/emulation)
merels_test(emulated_kernels_test DEPENDS merels_solve
  SOURCES ${emulation}/avx512_emulated_test.cpp ${emulation}/kernel_avx512_emulated.cpp
          ${emulation}/byte_kernels_avx512_emulated.cpp)
set_source_files_properties(${emulation}/kernel_avx512_emulated.cpp ${emulation}/byte_kernels_avx512_emulated.cpp
  PROPERTIES SKIP_PRECOMPILE_HEADERS TRUE
  COMPILE_OPTIONS "-O2;-Wno-psabi;-Wno-pedantic;-I${emulation}")
