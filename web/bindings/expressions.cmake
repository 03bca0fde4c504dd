# heed-expressions: regular expressions for tokenizers that ask for them, Oniguruma compiled for UTF-8 alone. A module of its
# own, which the page loads beside an engine's when one is wanted. Its source lies in .cache/oniguruma: ./dev gets it.

set(HEED_ONIGURUMA_SOURCE ${PROJECT_SOURCE_DIR}/.cache/oniguruma/src CACHE PATH "Oniguruma's folder src")
if(NOT EXISTS ${HEED_ONIGURUMA_SOURCE}/regexec.c)
  message(FATAL_ERROR "Oniguruma's source is not in ${HEED_ONIGURUMA_SOURCE}: ./dev build gets it, or -DHEED_ONIGURUMA_SOURCE names it.")
endif()

file(WRITE ${CMAKE_BINARY_DIR}/oniguruma/config.h "#define HAVE_ALLOCA_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_STDINT_H 1
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOIDP 4
")
set(sources regcomp regenc regerror regexec regparse regsyntax st ascii utf8 unicode unicode_fold1_key unicode_fold2_key
  unicode_fold3_key unicode_unfold_key)
list(TRANSFORM sources PREPEND ${HEED_ONIGURUMA_SOURCE}/)
list(TRANSFORM sources APPEND .c)
add_library(heed_oniguruma STATIC EXCLUDE_FROM_ALL ${sources})
set_target_properties(heed_oniguruma PROPERTIES UNITY_BUILD OFF)
target_include_directories(heed_oniguruma SYSTEM PUBLIC ${HEED_ONIGURUMA_SOURCE} PRIVATE ${CMAKE_BINARY_DIR}/oniguruma)
target_compile_definitions(heed_oniguruma PRIVATE ONIG_DISABLE_DIRECT_THREADING)
target_compile_options(heed_oniguruma PRIVATE -Os -w)

add_library(heed_expressions_interface OBJECT EXCLUDE_FROM_ALL ${HEED_EXPRESSIONS_INTERFACE} ${PROJECT_SOURCE_DIR}/engine/text/expression.cpp)
target_compile_definitions(heed_expressions_interface PRIVATE HEED_HAVE_ONIGURUMA)
target_compile_options(heed_expressions_interface PRIVATE -Os)
target_link_libraries(heed_expressions_interface PRIVATE heed_options heed_oniguruma)
heed_module(heed_expressions heed_expressions_interface)
target_link_libraries(heed_expressions PRIVATE heed_text heed_base heed_oniguruma)
target_link_options(heed_expressions PRIVATE -Os)
if(HEED_WASM_OPT)
  add_custom_command(TARGET heed_expressions POST_BUILD
    COMMAND ${HEED_WASM_OPT} ${HEED_WASM_FEATURES} -Os --converge --traps-never-happen --low-memory-unused
      ${CMAKE_BINARY_DIR}/heed-expressions.wasm -o ${CMAKE_BINARY_DIR}/heed-expressions.wasm)
endif()
