// libheed_ranks.so: ranks by MPI (MPI Forum, MPI 3.1).
#include <mpi.h>
#include <sched.h>
#include <time.h>

#include "engine/ranks/mpi/entry.h"

namespace heed::mpi {
namespace {

void* send(int to, int tag, const void* bytes, size_t count) {
  auto* message = new MPI_Request;
  MPI_Isend(bytes, static_cast<int>(count), MPI_BYTE, to, tag, MPI_COMM_WORLD, message);
  return message;
}

void* receive(int from, int tag, void* bytes, size_t count) {
  auto* message = new MPI_Request;
  MPI_Irecv(bytes, static_cast<int>(count), MPI_BYTE, from, tag, MPI_COMM_WORLD, message);
  return message;
}

// MPI's own waiting takes a whole processor. Gradients arrive soon; while rank 0 reads or measures, minutes
// pass.
void rest(int looked) {
  constexpr int kAtOnce = 5000, kSoon = 20000;
  if (looked < kAtOnce) return;
  if (looked < kSoon) {
    sched_yield();
    return;
  }
  const timespec a_moment{0, 100'000};
  nanosleep(&a_moment, nullptr);
}

int done(void* message, int wait) {
  int arrived = 0;
  for (int looked = 0;; ++looked) {
    MPI_Test(static_cast<MPI_Request*>(message), &arrived, MPI_STATUS_IGNORE);
    if (arrived || !wait) break;
    rest(looked);
  }
  if (arrived) delete static_cast<MPI_Request*>(message);
  return arrived;
}

void leave() {
  MPI_Finalize();
}

}  // namespace
}  // namespace heed::mpi

extern "C" __attribute__((visibility("default"))) const heed::mpi::Door* heed_open_ranks(
    int version, const char** problem) {
  static heed::mpi::Door door{};
  if (version != heed::mpi::kVersion) {
    *problem = "libheed_ranks.so was built for another version of this program";
    return nullptr;
  }
  int threads = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &threads) != MPI_SUCCESS) {
    *problem = "MPI does not begin";
    return nullptr;
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &door.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &door.size);
  door.send = heed::mpi::send;
  door.receive = heed::mpi::receive;
  door.done = heed::mpi::done;
  door.leave = heed::mpi::leave;
  return &door;
}
