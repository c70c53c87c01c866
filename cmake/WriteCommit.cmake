# SPDX-License-Identifier: MIT
# cmake -DSOURCE=DIR -DOUT=FILE -P WriteCommit.cmake: a header with the commit of the source tree, "+" behind it where
# files were changed since; empty where there is no git or no repository.
set(commit "")
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty=+ --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "")
endif()
set(text "// SPDX-License-Identifier: MIT\n#pragma once\n#define MERELS_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS ${OUT})
  file(READ ${OUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUT} "${text}")
endif()
