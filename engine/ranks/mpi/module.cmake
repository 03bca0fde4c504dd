# libheed_ranks.so, where there is an MPI. Programs that mpirun or srun has started open it
# (session/training/inside/together.cpp); others start without.

set(HEED_MPI ON CACHE BOOL "Build the module for training in several processes where MPI is found")
if(NOT HEED_MPI OR HEED_SANITIZE OR HEED_FUZZ)
  return()
endif()
find_package(MPI QUIET COMPONENTS CXX)
if(NOT MPI_CXX_FOUND)
  message(STATUS "No MPI was found (Debian: libopenmpi-dev): training in several processes is not built")
  return()
endif()
add_library(heed_ranks_module MODULE ${CMAKE_CURRENT_LIST_DIR}/module.cpp)
target_include_directories(heed_ranks_module PRIVATE ${PROJECT_SOURCE_DIR})
target_include_directories(heed_ranks_module SYSTEM PRIVATE ${MPI_CXX_INCLUDE_DIRS})
target_compile_definitions(heed_ranks_module PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
target_link_libraries(heed_ranks_module PRIVATE heed_options MPI::MPI_CXX)
set_target_properties(heed_ranks_module PROPERTIES
  OUTPUT_NAME heed_ranks CXX_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
include(GNUInstallDirs)
install(TARGETS heed_ranks_module LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/heed)
