# SPDX-License-Identifier: MIT
# The page: its modules (Vitest), its types, its style (ESLint, Prettier), that web/dist is what the sources
# build, and browser tests in Chromium against the real server. The packages in web/node_modules are installed by ./test.
if(NOT MERELS_SANITIZE)
  find_program(NODE node REQUIRED)
  set(web ${PROJECT_SOURCE_DIR}/web)
  add_test(NAME web_modules COMMAND ${NODE} node_modules/vitest/vitest.mjs run WORKING_DIRECTORY ${web})
  add_test(NAME web_types COMMAND ${NODE} node_modules/svelte-check/bin/svelte-check --tsconfig ./tsconfig.json
    --fail-on-warnings WORKING_DIRECTORY ${web})
  add_test(NAME web_lint COMMAND ${NODE} node_modules/eslint/bin/eslint.js --max-warnings 0 . WORKING_DIRECTORY ${web})
  add_test(NAME web_format COMMAND ${NODE} node_modules/prettier/bin/prettier.cjs --check --log-level warn .
    WORKING_DIRECTORY ${web})
  add_test(NAME web_api_types COMMAND ${NODE} make-api-types.mjs --check WORKING_DIRECTORY ${web})
  add_test(NAME web_dist COMMAND ${web}/check-dist.sh)
  add_test(NAME web_browser COMMAND ${NODE} --test-reporter=spec tests/run.mjs WORKING_DIRECTORY ${web})
  set_tests_properties(web_modules web_types web_lint web_format web_api_types web_dist PROPERTIES TIMEOUT 600
    ENVIRONMENT "MERELS_BIN=$<TARGET_FILE:merels>")
  set_tests_properties(web_browser PROPERTIES COST 80 TIMEOUT 1500 ENVIRONMENT "MERELS_BIN=$<TARGET_FILE:merels>")
endif()
