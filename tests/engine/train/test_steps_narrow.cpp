// Runs that keep activations in bfloat16, as bf16 runs on a GPU do.
#ifndef __EMSCRIPTEN__

#include "engine/session/models/devices.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/played_gpu.h"
#include "tests/engine/train/small_run.h"

using namespace heed;
using namespace heed::test;

namespace {

// As wide as units of matrices take.
RequestClassifier wide_model() {
  RequestClassifier::Config config;
  config.embedding = 64;
  config.attention = 64;
  config.heads = 2;
  config.feed_forward = 128;
  return RequestClassifier(config, {kVocabulary, 0, 0, 2}, uint64_t{5});
}

TrainingOptions short_run() {
  TrainingOptions o = options(4);
  o.rate = 1e-3;
  o.batch_size = 32;
  o.bucketed = false;  // batches of short sentences alone are too small, but not with fillers behind them
  return o;
}

}  // namespace

TEST_CASE("A bf16 run ends near a float32 one", "[train][gpu][narrow]") {
  const Examples train = sentences(320, 1);
  const Device exact = played_gpu(), narrow = played_gpu(size_t{1} << 30, true);
  const Ended in_float32 = run_on(exact, short_run(), train, wide_model()),
              in_bfloat16 = run_on(narrow, short_run(), train, wide_model());
  CHECK(asked_of(narrow).narrow_sums > 50);
  CHECK(in_float32.loss < 0.6);
  CHECK(in_bfloat16.loss == Approx(in_float32.loss).margin(0.02));
  CHECK(in_bfloat16.weights != in_float32.weights);
}

TEST_CASE("A bf16 run whose steps are repeated ends with the bits of one whose steps are not",
          "[train][gpu][narrow]") {
  const Examples train = sentences(320, 1);
  Device launching = played_gpu(size_t{1} << 30, true);
  launching.make_replay = nullptr;
  const Ended repeated = run_on(played_gpu(size_t{1} << 30, true), short_run(), train, wide_model()),
              launched = run_on(launching, short_run(), train, wide_model());
  CHECK(repeated.problem.empty());
  CHECK(repeated.repeated > 20);
  CHECK(repeated.weights == launched.weights);
  CHECK(repeated.loss == launched.loss);
}

TEST_CASE("A bf16 run on a real GPU ends near a float32 one on a GPU that is played",
          "[train][gpu][narrow]") {
  const session::OpenedGpu gpu = session::open_gpu("bf16");
  if (!gpu.problem.empty()) {
    WARN("not run on a real GPU: " + gpu.problem);
    return;
  }
  const Examples train = sentences(320, 1);
  const Ended in_float32 = run_on(played_gpu(), short_run(), train, wide_model()),
              in_bfloat16 = run_on(gpu.device, short_run(), train, wide_model());
  CHECK(in_bfloat16.problem.empty());
  CHECK(in_bfloat16.repeated > 20);
  CHECK(in_bfloat16.loss == Approx(in_float32.loss).margin(0.02));
}

#endif
