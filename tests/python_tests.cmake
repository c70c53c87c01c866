# SPDX-License-Identifier: MIT
# The Python package, with the Python that it was built for.
if(MERELS_PYTHON AND NOT MERELS_SANITIZE)  # an interpreter cannot load a module with sanitizers
  if(MERELS_NO_PYTHON)
    add_test(NAME Python.package COMMAND ${CMAKE_COMMAND} -E echo "not built: ${MERELS_NO_PYTHON}")
    set_tests_properties(Python.package PROPERTIES FAIL_REGULAR_EXPRESSION "not built")
  else()
    set(environment "PYTHONPATH=${PROJECT_BINARY_DIR}/bindings/python;PYTHONDONTWRITEBYTECODE=1")
    add_test(NAME Python.package COMMAND ${MERELS_MODULE_PYTHON} -m pytest -q -p no:cacheprovider
      ${CMAKE_CURRENT_LIST_DIR}/python/test_package.py)
    set_tests_properties(Python.package PROPERTIES TIMEOUT 600 ENVIRONMENT "${environment}")
    foreach(name IN ITEMS naive_arrays check_many)
      add_test(NAME Oracle.${name} COMMAND ${MERELS_MODULE_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/oracle/${name}_test.py)
      set_tests_properties(Oracle.${name} PROPERTIES TIMEOUT 600 ENVIRONMENT "${environment}")
    endforeach()
    add_test(NAME Python.pip COMMAND ${MERELS_MODULE_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/python/install_test.py)
    set_tests_properties(Python.pip PROPERTIES TIMEOUT 600
      ENVIRONMENT "MERELS_BUILD=${PROJECT_BINARY_DIR};PYTHONDONTWRITEBYTECODE=1")
  endif()
endif()
