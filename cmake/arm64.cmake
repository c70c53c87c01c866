# SPDX-License-Identifier: MIT
# cmake --toolchain cmake/arm64.cmake: for arm64, with Debian's cross compiler (g++-aarch64-linux-gnu). The libraries are those of the
# machine (multiarch), or of the folder -DMERELS_SYSROOT=DIR with an arm64 Debian, as tools/try_arm64.sh makes one.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MERELS_SYSROOT)
if(MERELS_SYSROOT)
  set(CMAKE_SYSROOT ${MERELS_SYSROOT})
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
