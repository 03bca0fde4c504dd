# libheed_cuda.so, where there is a CUDA toolkit. Programs open it while they run (session/models/inside/cuda_module.cpp), so that
# they start on machines without CUDA, a driver or a GPU. Never linked to libcuda: the driver is found at run time.

set(HEED_CUDA ON CACHE STRING "Build the module for CUDA GPUs where the CUDA toolkit (12 or 13) is found; REQUIRED: or fail")
set(HEED_CUDA_MISSING STATUS)
if(HEED_CUDA STREQUAL "REQUIRED")
  set(HEED_CUDA_MISSING FATAL_ERROR)
endif()
if(NOT HEED_CUDA OR HEED_SANITIZE OR HEED_FUZZ)
  return()
endif()

# nvcc is often not on the PATH. One that does not take this g++ is to leave everything else to be built: check_language
# tries what is in CUDACXX, but nothing where CMAKE_CUDA_COMPILER is set.
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(HEED_NVCC nvcc PATHS /usr/local/cuda/bin /opt/cuda/bin)
  if(HEED_NVCC)
    set(ENV{CUDACXX} ${HEED_NVCC})
  endif()
endif()
# One kind of GPU for a build that only checks; a release names all: -DCMAKE_CUDA_ARCHITECTURES="75;80;86;89;90".
if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 90 CACHE STRING "Compute capabilities that the CUDA kernels are compiled for")
endif()
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  if(HEED_CUDA STREQUAL "REQUIRED")
    unset(CMAKE_CUDA_COMPILER CACHE)  # it is looked for again next time
  endif()
  message(${HEED_CUDA_MISSING} "No nvcc that works was found, so nothing is built for CUDA GPUs. CUDACXX=/path/to/nvcc names one; where one is "
    "there, the logs in ${CMAKE_BINARY_DIR}/CMakeFiles say why it does not compile (too new a g++: CUDAHOSTCXX names another)")
  return()
endif()
enable_language(CUDA)
find_package(CUDAToolkit QUIET)
if(NOT TARGET CUDA::cublasLt)
  message(${HEED_CUDA_MISSING} "The CUDA toolkit has no cuBLASLt: nothing is built for CUDA GPUs")
  return()
endif()

# CMake before 3.26 does not know C++20 for nvcc and would leave the flag out.
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)

set(HEED_CUDA_MODULE ${HEED_CUDA_KERNEL_SOURCES}
  ${CMAKE_CURRENT_LIST_DIR}/module.cu ${CMAKE_CURRENT_LIST_DIR}/products.cu
  ${CMAKE_CURRENT_LIST_DIR}/recording.cu ${CMAKE_CURRENT_LIST_DIR}/runtime.cu)
heed_joined(HEED_CUDA_MODULE cu ${HEED_CUDA_MODULE})
add_library(heed_cuda MODULE ${HEED_CUDA_MODULE}
  # What of the engine the kernels need.
  ${CMAKE_CURRENT_SOURCE_DIR}/base/error.cpp ${CMAKE_CURRENT_SOURCE_DIR}/kernels/attention.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/tensor/recycler.cpp ${CMAKE_CURRENT_SOURCE_DIR}/tensor/shape.cpp ${CMAKE_CURRENT_SOURCE_DIR}/tensor/spans.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/tensor/tensor.cpp)
target_include_directories(heed_cuda PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(heed_cuda PRIVATE CUDA::cublasLt)
target_compile_options(heed_cuda PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda --expt-relaxed-constexpr -Xcompiler=-Wall,-Wextra
    $<$<BOOL:${HEED_WERROR}>:-Werror=all-warnings>>)
set_target_properties(heed_cuda PROPERTIES
  CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}
  # CMake leaves out the folder that nvcc links from, where the loader of programs need not look.
  BUILD_RPATH "${CUDAToolkit_LIBRARY_DIR}" INSTALL_RPATH "${CUDAToolkit_LIBRARY_DIR}")
include(GNUInstallDirs)
install(TARGETS heed_cuda LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/heed)
