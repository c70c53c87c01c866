# SPDX-License-Identifier: MIT
# cmake --install BUILD --prefix DIR: the program, and the library with its public headers as a CMake package
# (find_package(merels), target merels::merels) and for pkg-config. One archive holds the folders behind include/merels.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(objects "")
foreach(folder IN ITEMS base rules index store malom tables solve probe engine)
  list(APPEND objects $<TARGET_OBJECTS:merels_${folder}>)
endforeach()
add_library(merels_archive STATIC ${objects})
add_library(merels::merels ALIAS merels_archive)
set_target_properties(merels_archive PROPERTIES OUTPUT_NAME merels EXPORT_NAME merels LINKER_LANGUAGE CXX)
target_compile_features(merels_archive INTERFACE cxx_std_20)
target_include_directories(merels_archive INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(merels_archive INTERFACE fmt::fmt Threads::Threads zstd xxhash)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/merels)
install(TARGETS merels_archive EXPORT merels ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(TARGETS merels RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/merels DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(EXPORT merels NAMESPACE merels:: FILE merels-targets.cmake DESTINATION ${package} COMPONENT dev)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/merels-config.cmake.in merels-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(merels-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/merels-config.cmake ${PROJECT_BINARY_DIR}/merels-config-version.cmake
  DESTINATION ${package} COMPONENT dev)
file(RELATIVE_PATH MERELS_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_CURRENT_LIST_DIR}/merels.pc.in merels.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/merels.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

# The man page and the completions are made from what the program says by --help, so not where it cannot be run.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND AND NOT CMAKE_CROSSCOMPILING)
  set(help ${PROJECT_BINARY_DIR}/help)
  add_custom_command(OUTPUT ${help}/merels.1 BYPRODUCTS ${help}/merels.1.gz ${help}/merels.bash ${help}/_merels ${help}/merels.fish
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/make_help.py $<TARGET_FILE:merels> ${help}
    COMMAND gzip -9nkf ${help}/merels.1
    DEPENDS merels ${PROJECT_SOURCE_DIR}/tools/make_help.py VERBATIM)
  add_custom_target(merels_help ALL DEPENDS ${help}/merels.1)
  install(FILES ${help}/merels.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program OPTIONAL)
  install(FILES ${help}/merels.bash RENAME merels DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    COMPONENT program OPTIONAL)
  install(FILES ${help}/_merels DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program OPTIONAL)
  install(FILES ${help}/merels.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program OPTIONAL)
endif()
