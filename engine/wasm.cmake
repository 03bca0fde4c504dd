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

function(heed_wasm_engine)
  # The page downloads what is compiled here. Speed lies in the kernels: the rest is made small, and the page's first
  # module links kernels without float64, gradients, GELU and mechanisms but one before the library's own.
  target_compile_options(heed_engine PRIVATE -Os)
  add_library(heed_kernels_page OBJECT ${HEED_KERNEL_SOURCES})
  target_link_libraries(heed_kernels_page PRIVATE heed_options heed_eigen)
  target_compile_definitions(heed_kernels_page PRIVATE
    HEED_ISA=baseline Eigen=Eigen_baseline HEED_INFERENCE_ONLY HEED_FIRST_MODULE)
  target_compile_options(heed_kernels_page PRIVATE ${HEED_FLAGS_baseline} -O2 -fno-math-errno -fno-trapping-math)
  # And ops that only go forwards, some of them without what only training gains by.
  set(HEED_PAGE_OPS ${HEED_SOURCES})
  list(FILTER HEED_PAGE_OPS INCLUDE REGEX "/autograd/")
  foreach(file feed_forward_page.cpp fused_attention_page.cpp residual_norm_page.cpp)
    string(REPLACE _page "" whole ${file})
    list(TRANSFORM HEED_PAGE_OPS REPLACE "/${whole}$" "/${file}")
  endforeach()
  add_library(heed_ops_page OBJECT ${HEED_PAGE_OPS})
  target_link_libraries(heed_ops_page PRIVATE heed_options)
  target_include_directories(heed_ops_page SYSTEM PRIVATE ${HEED_WASM_INCLUDE})
  target_compile_definitions(heed_ops_page PRIVATE HEED_INFERENCE_ONLY)
  target_compile_options(heed_ops_page PRIVATE -Os)

  # Products for browsers that multiply and add in one step, and of 8 bits for those that sum four at a time.
  set(HEED_RELAXED_SOURCES ${HEED_KERNEL_SOURCES})
  list(FILTER HEED_RELAXED_SOURCES INCLUDE REGEX "/(attention|matmul|matmul_int8|recurrent).cpp$") # what includes gemm.h or int8_gemm.h
  add_library(heed_kernels_relaxed OBJECT ${HEED_RELAXED_SOURCES})
  # And with threads, for those that have them: all that opening and looking need, compiled a second time.
  add_library(heed_kernels_threads OBJECT EXCLUDE_FROM_ALL ${HEED_KERNEL_SOURCES})
  foreach(kernels heed_kernels_relaxed heed_kernels_threads)
    target_link_libraries(${kernels} PRIVATE heed_options heed_eigen)
    target_compile_definitions(${kernels} PRIVATE HEED_ISA=baseline Eigen=Eigen_baseline)
    target_compile_options(${kernels} PRIVATE
      ${HEED_FLAGS_baseline} -mrelaxed-simd -ffp-contract=fast -fno-math-errno -fno-trapping-math)
  endforeach()
  set(HEED_THREAD_SOURCES ${HEED_SOURCES})
  list(FILTER HEED_THREAD_SOURCES EXCLUDE REGEX
    "/(optim|train)/|/data/(columns|cooc|dataset|download|fetch|gunzip|gzip|html|phrase_groups|public|readers|rows|sha|split|web)[^/]*$|/session/(training/|reading/(attend|learned|mech|vectors)|reading/inside/(attend|glove)|models/(info|quantize|save)).*$")
  add_library(heed_engine_threads STATIC EXCLUDE_FROM_ALL ${HEED_THREAD_SOURCES} $<TARGET_OBJECTS:heed_kernels_threads>)
  target_link_libraries(heed_engine_threads PUBLIC heed_options)
  target_include_directories(heed_engine_threads SYSTEM PUBLIC ${HEED_WASM_INCLUDE})
  target_compile_options(heed_engine_threads PRIVATE -Os)
  heed_threads(heed_kernels_threads heed_engine_threads)
endfunction()
