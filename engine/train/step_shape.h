// Batches brought to few shapes, so that a step that a device has recorded can stand for others
// (device/step_replay.h). Sentences stay as they are: behind them come some more, the fillers, which nobody
// reads and no loss depends on. Pieces and phrases of words come in any number: the fillers' words take what
// is missing to one of few. So do words that have a label: those that are missing to one of few are asked
// for, but have none.
#pragma once

#include <string>

#include "engine/autograd/context.h"
#include "engine/tasks/task.h"

namespace heed {

struct ShapedBatch {
  TextBatch batch;
  std::string shape;     // of all batches that ask a device for the same work; empty: there may be none
  bool uniform = false;  // all sentences are as long as one may be: no fillers, unless words have pieces
};

// `most` is the length of the longest sentence that the model may be given. `of_words`: labels are words' and
// not sentences', so that there may be fillers in any number.
ShapedBatch shaped(TextBatch batch, int64_t most, bool of_words = false);

// The same of a step of a network that gives such an output; true where it is uniform. It has no shape where
// answers of fillers could not be told from others.
bool shape_step(StepBatch& step, int64_t most, Output output);

// The first `count` rows of x [N, D].
Variable first_rows(Context& ctx, const Variable& x, int64_t count);

}  // namespace heed
