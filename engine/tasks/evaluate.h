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

using MakeBatch = std::function<StepBatch(const Batch& chosen)>;
using UseAnswer =
    std::function<void(Context& ctx, const StepBatch& batch, const Variable& answer, const Batch& chosen)>;

// What a network answers to so many examples, of which `make` makes at most `at_once` at a time. An answer is
// gone when `use` has seen it.
void for_answers(const Network& network, const Device& device, size_t examples, size_t at_once,
                 const MakeBatch& make, const UseAnswer& use, Trace* trace = nullptr);

// Class probabilities [rows][C] (models/class_answers.h), row by row, of so many examples. Rows are those of
// the network's answer, or those of them that the batches name.
std::vector<double> predict(const Network& model, const Device& device, size_t examples,
                            const MakeBatch& make);

// The same of texts: [texts][C].
std::vector<double> predict(const Network& model, const Device& device,
                            const std::vector<EncodedText>& texts);

// What the last layer of a classifier reads of each: [texts][D].
std::vector<float> text_vectors(const Network& model, const Device& device,
                                const std::vector<EncodedText>& texts);

Metrics evaluate(const Network& model, const Device& device, const Examples& examples,
                 const std::vector<std::string>& labels);

}  // namespace heed
