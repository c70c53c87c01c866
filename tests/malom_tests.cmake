# SPDX-License-Identifier: MIT
# Malom's files, by a reader that was written apart.
merels_script_test(Malom.export ${CMAKE_CURRENT_LIST_DIR}/malom/export_test.py)
set_tests_properties(Malom.export PROPERTIES COST 60)
# A folder of such files instead of tables.
merels_script_test(Malom.folder ${CMAKE_CURRENT_LIST_DIR}/malom/folder_test.py)
set_tests_properties(Malom.folder PROPERTIES COST 60)
