# What WebAssembly needs beside the native build, included by engine/CMakeLists.txt: the system's libraries of headers,
# and the engine once more for the page's modules.

# With threads, exceptions of WebAssembly itself are never caught (Emscripten 3.1.6): there the older kind, which goes
# through JavaScript.
function(heed_threads)
  foreach(target IN LISTS ARGN)
    foreach(options COMPILE_OPTIONS LINK_OPTIONS)
      get_target_property(kept ${target} ${options})
      list(REMOVE_ITEM kept -fwasm-exceptions)
      set_target_properties(${target} PROPERTIES ${options} "${kept};-fexceptions;-pthread")
    endforeach()
  endforeach()
endfunction()

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
heed_libraries("" ${HEED_SMALL})

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
# - heed_engine_threads, for those that share memory among threads as well: all of it, since code with threads takes
#   another kind of exceptions.
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
  heed_wasm_kernels(threads -O2 -mrelaxed-simd)
  target_compile_definitions(heed_cpu_page PRIVATE HEED_FLOAT32_ONLY)
  target_compile_definitions(heed_cpu_threads PRIVATE HEED_FLOAT32_ONLY)
  target_sources(heed_cpu_threads PRIVATE ${HEED_KERNEL_TABLE})
  heed_libraries(_threads ${HEED_SMALL})
  target_sources(heed_kernels_threads PRIVATE $<TARGET_OBJECTS:heed_cpu_threads>)
  heed_threads(heed_cpu_threads heed_everything_threads heed_page_full_threads heed_page_all_threads)
  foreach(folder IN LISTS HEED_FOLDERS)
    heed_threads(heed_${folder}_threads)
  endforeach()
endfunction()
