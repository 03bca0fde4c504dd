# What WebAssembly needs beside the native build, included by engine/CMakeLists.txt: the system's libraries of headers,
# and what the page's modules bring of their own.

# Header-only libraries of the system. Never -I/usr/include: its C library would shadow Emscripten's.
set(HEED_WASM_INCLUDE ${CMAKE_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${HEED_WASM_INCLUDE})
foreach(header Eigen/Core nlohmann/json.hpp utf8.h utf8/core.h catch2/catch.hpp)
  string(MAKE_C_IDENTIFIER "HEED_HOST_${header}" place)
  find_path(${place} ${header} PATHS /usr/local/include /usr/include PATH_SUFFIXES eigen3 utf8cpp
    NO_CMAKE_FIND_ROOT_PATH)
  if(${place})
    string(REGEX REPLACE "/.*" "" top ${header})
    file(CREATE_LINK ${${place}}/${top} ${HEED_WASM_INCLUDE}/${top} SYMBOLIC)
  elseif(NOT header MATCHES "catch2")
    message(FATAL_ERROR "${header} was not found: install libeigen3-dev, nlohmann-json3-dev and libutfcpp-dev.")
  endif()
endforeach()
target_include_directories(heed_options SYSTEM INTERFACE ${HEED_WASM_INCLUDE})
add_library(heed_eigen INTERFACE)
target_include_directories(heed_eigen SYSTEM INTERFACE ${HEED_WASM_INCLUDE})
# The page downloads what is compiled here. Speed lies in the kernels: the rest is made small. Emscripten adds to -Oz that
# nothing is inlined before the link: four times the code to compile and to link, of functions as small as size(), and in
# the end a larger module.
set(HEED_SMALL -Oz -finline-functions)
heed_libraries(${HEED_SMALL})

# The kernels once more, in a library heed_cpu_NAME, with these options.
function(heed_wasm_kernels name)
  add_library(heed_cpu_${name} OBJECT EXCLUDE_FROM_ALL ${HEED_KERNEL_SOURCES})
  set_target_properties(heed_cpu_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 8)
  target_link_libraries(heed_cpu_${name} PRIVATE heed_options heed_eigen)
  target_compile_definitions(heed_cpu_${name} PRIVATE HEED_ISA=baseline Eigen=Eigen_baseline)
  target_compile_options(heed_cpu_${name} PRIVATE ${HEED_FLAGS_baseline} -fno-math-errno -fno-trapping-math ${ARGN})
endfunction()

# What is compiled for the page:
# - heed_engine, of which the modules link what they call, with all kernels for the tests;
# - heed_ops_look and heed_cpu_look, which stand before it there: the small library of ops and the kernels once more,
#   forwards and in float32 alone (HEED_FORWARD_ONLY). Functions that nobody calls are not linked, but the way back is noted
#   inside every op and the number type is chosen inside every kernel, where no linker can leave them out;
# - heed_cpu_page, the kernels of the other modules, in float32 alone (HEED_FLOAT32_ONLY), with relaxed SIMD: browsers that lack
#   it get the module without (web/src/engine/relaxed.ts);
# - heed_cpu_threads, the same kernels and the thread pool for browsers that share memory among threads. Only kernels run on
#   several threads, and they touch nothing but arrays of numbers. The module with threads therefore links the rest of the engine as
#   the other modules do, without atomic instructions;
# - heed_unwind, which catches exceptions in that module.
function(heed_wasm_engine)
  add_library(heed_ops_look OBJECT EXCLUDE_FROM_ALL ${HEED_SOURCES_autograd})
  target_compile_options(heed_ops_look PRIVATE ${HEED_SMALL})
  target_link_libraries(heed_ops_look PRIVATE heed_options)
  heed_wasm_kernels(look -O2)
  foreach(library heed_ops_look heed_cpu_look)
    target_compile_definitions(${library} PRIVATE HEED_FORWARD_ONLY)
    target_compile_options(${library} PRIVATE -fno-rtti)  # names of types, which nobody asks for
  endforeach()

  # -O3 made the kernels a hundredth larger and nothing quicker but products of 8 bits, by a twentieth.
  set(int8 ${HEED_KERNEL_SOURCES})
  list(FILTER int8 INCLUDE REGEX "/matmul_int8[.]cpp$")
  set_source_files_properties(${int8} PROPERTIES COMPILE_OPTIONS -O3 SKIP_UNITY_BUILD_INCLUSION ON)
  heed_wasm_kernels(page -O2 -mrelaxed-simd)
  heed_wasm_kernels(threads -O2 -mrelaxed-simd -pthread)
  target_compile_definitions(heed_cpu_page PRIVATE HEED_FLOAT32_ONLY)
  target_compile_definitions(heed_cpu_threads PRIVATE HEED_FLOAT32_ONLY)
  target_sources(heed_cpu_threads PRIVATE ${HEED_KERNEL_TABLE} ${CMAKE_CURRENT_SOURCE_DIR}/base/thread_pool.cpp)
  # In an object of its own, which a module that has the one of heed_cpu_threads leaves out.
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/base/thread_pool.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

  # Emscripten's own file, compiled as the engine is. This file and code that catches by type share a variable. The engine's objects
  # have it at one address. Emscripten's library for threads has it in thread-local storage, and with that library nothing would be
  # caught. One address is enough: a thread of the pool catches everything (thread_pool.cpp), which needs no variable, and all else
  # runs on the calling thread.
  set(unwind ${EMSCRIPTEN_ROOT_PATH}/system/lib/libunwind)
  add_library(heed_unwind OBJECT EXCLUDE_FROM_ALL ${unwind}/src/Unwind-wasm.c)
  target_include_directories(heed_unwind SYSTEM PRIVATE ${unwind}/include)
  target_compile_definitions(heed_unwind PRIVATE __USING_WASM_EXCEPTIONS__ _LIBUNWIND_DISABLE_VISIBILITY_ANNOTATIONS)
  target_compile_options(heed_unwind PRIVATE -Os -w)
endfunction()
