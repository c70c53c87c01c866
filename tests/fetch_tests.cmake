# SPDX-License-Identifier: MIT
# Tables from other machines, over loopback.
merels_script_test(Fetch.tables ${CMAKE_CURRENT_LIST_DIR}/fetch/fetch_test.py)
set_tests_properties(Fetch.tables PROPERTIES COST 60)
