// Training in several processes, which mpirun or srun has started: rank 0 is the run, the others do its steps
// with it.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace heed {
class Ranks;
}

namespace heed::session {

struct TrainOptions;

// As whoever started this process has it.
struct Started {
  int rank = 0, size = 1;
};
Started started();

// The processes that were started with this one, by MPI, which libheed_ranks.so opens.
class Together {
 public:
  // `lost` is told, by another thread, that a rank is not there any more, or why it has failed: it is to end
  // the program. Error where MPI is not there, or finds other processes than those that were started.
  explicit Together(std::function<void(const std::string& message)> lost);
  ~Together();  // without leave(): something went wrong, and the others end

  Ranks& ranks();
  // A rank other than 0 tells why it has failed. Rank 0 says so and ends.
  void give_up(const std::string& why);
  // All have done what they were asked for.
  void leave();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Does the steps of rank 0's run until that ends; of the options the device and the threads.
void follow(Ranks& ranks, const TrainOptions& options);

}  // namespace heed::session
