# bert_rate.cpp for the page, build/wasm/bench/NAME.mjs and NAME.wasm: with relaxed SIMD, and with several threads as well. Both
# link the objects of the page's modules in the same way (web/bindings/CMakeLists.txt).

add_library(heed_bert_rate OBJECT EXCLUDE_FROM_ALL bert_rate.cpp)
target_compile_options(heed_bert_rate PRIVATE -O2)
target_link_libraries(heed_bert_rate PRIVATE heed_options)

function(heed_bench_module name) # OBJECT_OR_SOURCE…
  set(target heed_bench_${name})
  add_executable(${target} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:heed_bert_rate> ${ARGN})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name} SUFFIX .mjs RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench
    RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
  target_link_libraries(${target} PRIVATE heed_models)
  # The compiler has made the kernels fast. A link with -O2 takes ten seconds longer, and no forward pass was faster.
  target_link_options(${target} PRIVATE
    -O1 --no-entry -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker -sFORCE_FILESYSTEM=1 -sALLOW_MEMORY_GROWTH=1
    -sMAXIMUM_MEMORY=4GB -sEXPORTED_FUNCTIONS=_heed_answer -sEXPORTED_RUNTIME_METHODS=ccall,FS)
  heed_relaxed_simd(${target})
endfunction()
heed_bench_module(relaxed $<TARGET_OBJECTS:heed_cpu_page> ${HEED_KERNEL_TABLE})
heed_bench_module(threads $<TARGET_OBJECTS:heed_cpu_threads> $<TARGET_OBJECTS:heed_unwind>)
target_link_options(heed_bench_threads PRIVATE -pthread -Wl,--no-check-features -sPTHREAD_POOL_SIZE=1)

add_custom_target(heed_bench_page)
add_dependencies(heed_bench_page heed_bench_relaxed heed_bench_threads)
