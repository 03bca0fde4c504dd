// Opens libheed_ranks.so, or says what is missing.
#include "engine/session/training/ranks.h"

#ifndef __EMSCRIPTEN__

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/ranks/mpi/entry.h"
#include "engine/ranks/ranks.h"
#include "engine/session/models/module_places.h"
#include "engine/session/training/inside/lifeline.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;

int number_in(std::initializer_list<const char*> variables, int otherwise) {
  for (const char* variable : variables)
    if (const char* value = std::getenv(variable)) return std::atoi(value);
  return otherwise;
}

const mpi::Door& open_door(const Started& started) {
  const std::string one = "[ranks] this program was started as one of " + std::to_string(started.size) +
                          " processes (mpirun, srun), but ";
  for (const fs::path& place : module_places("HEED_RANKS_MODULE", mpi::kModule)) {
    std::error_code error;
    if (!fs::exists(place, error)) continue;
    // MPI opens modules of its own, which look for its names.
    void* module = dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    check(module != nullptr, one, "its module for MPI cannot be loaded: ", module ? "" : dlerror());
    const auto open = reinterpret_cast<mpi::Open>(dlsym(module, mpi::kEntry));
    const char* problem = "is no module of this program";
    const mpi::Door* door = open ? open(mpi::kVersion, &problem) : nullptr;
    check(door != nullptr, one, place.string(), ": ", problem, ".");
    check(door->size == started.size, one, "MPI finds ", door->size,
          ": start it with the mpirun of the MPI that it was built with, or srun --mpi=pmix.");
    return *door;
  }
  fail(one, "the module for MPI, ", mpi::kModule,
       ", is not beside it: it is built where CMake finds MPI (Debian: libopenmpi-dev). Start one process "
       "alone, or build it.");
}

}  // namespace

class MpiRanks final : public Ranks {
 public:
  explicit MpiRanks(const mpi::Door& door) : door_(door) {}
  int rank() const override { return door_.rank; }
  int size() const override { return door_.size; }
  std::unique_ptr<Message> send(int to, int tag, const void* bytes, size_t count) override {
    return std::make_unique<MpiMessage>(door_, door_.send(to, tag, bytes, count));
  }
  std::unique_ptr<Message> receive(int from, int tag, void* bytes, size_t count) override {
    return std::make_unique<MpiMessage>(door_, door_.receive(from, tag, bytes, count));
  }

 private:
  struct MpiMessage final : Message {
    MpiMessage(const mpi::Door& by, void* which) : door(by), message(which) {}
    bool done(bool wait) override {
      if (message != nullptr && door.done(message, wait ? 1 : 0) != 0) message = nullptr;
      return message == nullptr;
    }
    const mpi::Door& door;
    void* message;
  };
  const mpi::Door& door_;
};

// srun sets its own for all that it starts; sbatch's are those of a script, which is one process.
Started started() {
  return {number_in({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"}, 0),
          number_in({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}, 1)};
}

struct Together::Impl {
  explicit Impl(Lifeline::Lost lost) : door(open_door(started())), ranks(door) {
    if (ranks.rank() == 0) {
      lifeline = std::make_unique<Lifeline>(std::move(lost));
      ranks.from_first(lifeline->address());
    } else {
      lifeline = std::make_unique<Lifeline>(ranks.hear(0), ranks.rank(), std::move(lost));
    }
  }
  const mpi::Door& door;
  MpiRanks ranks;
  std::unique_ptr<Lifeline> lifeline;
};

Together::Together(std::function<void(const std::string&)> lost)
    : impl_(std::make_unique<Impl>(std::move(lost))) {}
Together::~Together() = default;

Ranks& Together::ranks() {
  return impl_->ranks;
}

void Together::give_up(const std::string& why) {
  impl_->lifeline->give_up(why);
}

void Together::leave() {
  impl_->lifeline->leave();
  impl_->door.leave();
}

}  // namespace heed::session

#endif
