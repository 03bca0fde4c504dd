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
target_include_directories(heed_engine SYSTEM PUBLIC ${HEED_WASM_INCLUDE})
add_library(heed_eigen INTERFACE)
target_include_directories(heed_eigen SYSTEM INTERFACE ${HEED_WASM_INCLUDE})

# The kernels once more, in a library heed_kernels_NAME, with these options.
function(heed_wasm_kernels name)
  add_library(heed_kernels_${name} OBJECT EXCLUDE_FROM_ALL ${HEED_KERNEL_SOURCES})
  target_link_libraries(heed_kernels_${name} PRIVATE heed_options heed_eigen)
  target_compile_definitions(heed_kernels_${name} PRIVATE HEED_ISA=baseline Eigen=Eigen_baseline)
  target_compile_options(heed_kernels_${name} PRIVATE ${HEED_FLAGS_baseline} -fno-math-errno -fno-trapping-math ${ARGN})
  set_target_properties(heed_kernels_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# What is compiled for the page:
# - heed_engine, with the kernels of any browser, for the module *full* (and the tests); *look*, the module of a first visit,
#   links of it what it calls;
# - heed_ops_look and heed_kernels_look, which stand before it there: the small library of ops and the kernels once more,
#   forwards and in float32 alone (HEED_FORWARD_ONLY). Functions that nobody calls are not linked, but the way back is noted
#   inside every op and the number type is chosen inside every kernel, where no linker can leave them out;
# - heed_kernels_relaxed, for browsers that multiply and add in one step;
# - heed_engine_threads, for those that share memory among threads as well: all of it, since code with threads takes
#   another kind of exceptions.
# Every folder is compiled in one go.
function(heed_wasm_engine)
  foreach(source IN LISTS HEED_SOURCES)
    file(RELATIVE_PATH folder ${CMAKE_CURRENT_SOURCE_DIR} ${source})
    string(REGEX REPLACE "/[^/]*$" "" folder ${folder})
    string(MAKE_C_IDENTIFIER ${folder} folder)
    if(NOT folder MATCHES "^session_(models|training)_inside$")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
    endif()
  endforeach()

  # The page downloads what is compiled here. Speed lies in the kernels: the rest is made small.
  target_compile_options(heed_engine PRIVATE -Os)
  set_target_properties(heed_kernels_baseline PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)

  add_library(heed_ops_look OBJECT EXCLUDE_FROM_ALL ${HEED_SOURCES_autograd})
  target_compile_options(heed_ops_look PRIVATE -Os)
  target_link_libraries(heed_ops_look PRIVATE heed_options)
  target_include_directories(heed_ops_look SYSTEM PRIVATE ${HEED_WASM_INCLUDE})
  heed_wasm_kernels(look -O2)
  foreach(library heed_ops_look heed_kernels_look)
    target_compile_definitions(${library} PRIVATE HEED_FORWARD_ONLY)
  endforeach()

  foreach(variant relaxed threads)
    heed_wasm_kernels(${variant} -ffp-contract=fast -mrelaxed-simd)
    target_sources(heed_kernels_${variant} PRIVATE ${HEED_KERNEL_TABLE})
  endforeach()
  add_library(heed_engine_threads STATIC EXCLUDE_FROM_ALL ${HEED_SOURCES} ${HEED_CONTENTS} $<TARGET_OBJECTS:heed_kernels_threads>)
  target_link_libraries(heed_engine_threads PUBLIC heed_options)
  target_include_directories(heed_engine_threads SYSTEM PUBLIC ${HEED_WASM_INCLUDE})
  target_compile_options(heed_engine_threads PRIVATE -Os)
  target_precompile_headers(heed_engine_threads PRIVATE ${HEED_PRECOMPILED})
  heed_threads(heed_kernels_threads heed_engine_threads)

  set_target_properties(heed_engine heed_ops_look heed_engine_threads PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
