// A model on examples, dropout off.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/models/network.h"
#include "engine/tasks/examples.h"
#include "engine/tasks/metrics.h"
#include "engine/tasks/task.h"

namespace heed {

// Class probabilities [rows][C], row by row, of so many examples, of which `batch` makes some at a time. Rows
// are those of the network's answer, or those of them that the batches name.
std::vector<double> predict(const Network& model, const Device& device, size_t examples,
                            const std::function<StepBatch(const Batch& chosen)>& batch);

// The same of texts: [texts][C].
std::vector<double> predict(const Network& model, const Device& device,
                            const std::vector<EncodedText>& texts);

Metrics evaluate(const Network& model, const Device& device, const Examples& examples,
                 const std::vector<std::string>& labels);

}  // namespace heed
