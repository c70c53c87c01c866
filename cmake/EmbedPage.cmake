# SPDX-License-Identifier: MIT
# merels_embed_page(target dist): the files of the built page become part of the target, as they are and compressed.
# A generated source names each file to the assembler (.incbin), so that nothing has to be turned into text. Works when
# there is no page yet.
function(merels_embed_page target dist)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${dist} ${dist}/*)
  list(SORT files)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/page_assets.cpp)
  set(symbols "")
  set(entries "")
  set(depends "")
  set(number 0)
  foreach(file IN LISTS files)
    if(file MATCHES "\\.map$|(^|/)\\.")
      continue()
    endif()
    # A cache of compiled files does not see what .incbin reads: the digest makes the source another one.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dist}/${file})
    file(SHA256 ${dist}/${file} digest)
    string(APPEND symbols "// ${file} ${digest}\n")
    set(gzip ${CMAKE_CURRENT_BINARY_DIR}/page/${number}.gz)
    add_custom_command(OUTPUT ${gzip}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/page
      COMMAND gzip -9 -n -c ${dist}/${file} > ${gzip}
      DEPENDS ${dist}/${file})
    foreach(part IN ITEMS raw gz)
      if(part STREQUAL "raw")
        set(path ${dist}/${file})
      else()
        set(path ${gzip})
      endif()
      set(symbol merels_page_${number}_${part})
      string(APPEND symbols "asm(\".section .rodata\\n.global ${symbol}, ${symbol}_end\\n${symbol}:\\n"
        ".incbin \\\"${path}\\\"\\n${symbol}_end:\\n.byte 0\\n.text\\n\");\n"
        "extern \"C\" const char ${symbol}[];\nextern \"C\" const char ${symbol}_end[];\n")
    endforeach()
    set(symbol merels_page_${number})
    string(APPEND entries "        {\"/${file}\", bytes(${symbol}_raw, ${symbol}_raw_end), bytes(${symbol}_gz, ${symbol}_gz_end)},\n")
    list(APPEND depends ${dist}/${file} ${gzip})
    math(EXPR number "${number} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${out} @ONLY CONTENT
"// SPDX-License-Identifier: MIT
// Made by cmake/EmbedPage.cmake.
#include <array>

#include \"server/http/page.h\"

@symbols@
namespace merels::server {

std::span<const PageAsset> page_assets() {
    [[maybe_unused]] const auto bytes = [](const char* begin, const char* end) {
        return std::string_view(begin, static_cast<std::size_t>(end - begin));
    };
    static const std::array<PageAsset, @number@> kAssets = {{
@entries@    }};
    return kAssets;
}

}  // namespace merels::server
")
  target_sources(${target} PRIVATE ${out})
  if(depends)
    set_source_files_properties(${out} PROPERTIES OBJECT_DEPENDS "${depends}")
  endif()
endfunction()
