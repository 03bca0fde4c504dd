// A model on examples, dropout off.
#pragma once

#include <string>
#include <vector>

#include "engine/models/network.h"
#include "engine/tasks/examples.h"
#include "engine/tasks/metrics.h"

namespace heed {

// Class probabilities [texts][C], row by row.
std::vector<double> predict(const Network& model, const Device& device,
                            const std::vector<EncodedText>& texts);

Metrics evaluate(const Network& model, const Device& device, const Examples& examples,
                 const std::vector<std::string>& labels);

}  // namespace heed
