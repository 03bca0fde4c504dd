// The door of libheed_ranks.so, which a program opens when it was started by mpirun or srun: without MPI it
// starts all the same. Plain C: module and program may have been built apart.
#pragma once

#include <stddef.h>

namespace heed::mpi {

inline constexpr const char* kModule = "libheed_ranks.so";
inline constexpr const char* kEntry = "heed_open_ranks";
inline constexpr int kVersion = 1;

// What ranks/ranks.h asks for. A message is done once: then it is gone.
struct Door {
  int rank, size;
  void* (*send)(int to, int tag, const void* bytes, size_t count);
  void* (*receive)(int from, int tag, void* bytes, size_t count);
  int (*done)(void* message, int wait);
  void (*leave)();
};

// Null, with `problem` set, where there are no ranks.
using Open = const Door* (*)(int version, const char** problem);

}  // namespace heed::mpi
