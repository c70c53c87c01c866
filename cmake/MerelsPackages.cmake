# SPDX-License-Identifier: MIT
# cpack -G DEB in a build folder: merels (program, page inside, man page, completions), libmerels-dev (archive, headers, CMake
# package, pkg-config), python3-merels (where the Python module is built). Configure with -DCMAKE_INSTALL_PREFIX=/usr, so that the
# archive goes where Debian's do. tools/try_packages.sh makes and tries them.
set(MERELS_MAINTAINER "Merels developers <merels@example.org>" CACHE STRING "Who answers for the Debian packages: Name <mail>")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "Merels")
set(CPACK_PACKAGE_CONTACT ${MERELS_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_COMPONENTS_ALL program dev)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME merels)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS libcurl4)  # loaded by `fetch` alone
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "nine men's morris and its family, solved
Solves the games of the morris family exactly, serves the tables and a page
to play on, analyses positions and games.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libmerels-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libfmt-dev, libxxhash-dev, libzstd-dev, libstdc++-12-dev | libstdc++-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "rules and tables of the morris family (development files)
The library behind the program merels, for C and C++: rules, tables, solving,
players.")

string(TIMESTAMP today "%a, %d %b %Y 12:00:00 +0000" UTC)
# documents(component package): what Debian wants beside every package.
function(documents component package)
  set(folder ${PROJECT_BINARY_DIR}/packages/${package})
  file(MAKE_DIRECTORY ${folder})
  file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
  file(WRITE ${folder}/copyright "Everything in this package was written for Merels and is under this license:\n\n${license}")
  file(WRITE ${folder}/changelog "merels (${PROJECT_VERSION}) bookworm; urgency=medium\n\n  * See CHANGELOG.md of the sources.\n\n\
 -- ${MERELS_MAINTAINER}  ${today}\n")
  execute_process(COMMAND gzip -9nf ${folder}/changelog)
  install(FILES ${folder}/copyright ${folder}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
    COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()
documents(program merels)
documents(dev libmerels-dev)

if(TARGET merels_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-merels)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3 (<< 3.12), python3-numpy")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "rules and tables of the morris family (Python)
Positions, tables as NumPy arrays, players and small solves of nine men's
morris and its family.")
  set(python_folder lib/python3/dist-packages/merels)
  install(TARGETS merels_python LIBRARY DESTINATION ${python_folder} COMPONENT python EXCLUDE_FROM_ALL)
  file(GLOB python_files ${PROJECT_SOURCE_DIR}/bindings/python/merels/*.py ${PROJECT_SOURCE_DIR}/bindings/python/merels/*.pyi
    ${PROJECT_SOURCE_DIR}/bindings/python/merels/py.typed)
  install(FILES ${python_files} DESTINATION ${python_folder} COMPONENT python EXCLUDE_FROM_ALL)
  documents(python python3-merels)
  # Compiled when it is installed, and clean when it is removed, as Debian's own.
  set(scripts ${PROJECT_BINARY_DIR}/packages/python3-merels)
  file(WRITE ${scripts}/postinst "#!/bin/sh\nset -e\npy3compile -p python3-merels\n")
  file(WRITE ${scripts}/prerm "#!/bin/sh\nset -e\npy3clean -p python3-merels\n")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${scripts}/postinst ${scripts}/prerm)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)
endif()
include(CPack)
