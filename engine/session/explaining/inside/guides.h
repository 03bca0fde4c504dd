// What a small network learns of the data under a model's attention, under even weights and under adversarial
// ones: engine/explain/guided.h.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "engine/explain/guided.h"
#include "engine/session/explaining/faithfulness.h"
#include "engine/tasks/metrics.h"

namespace heed::session {

struct LabelledTexts {
  std::vector<EncodedText> texts;
  std::vector<int> labels;
};

// {"learned", "even", "adversarial": {"accuracy", "macro_f1"}} on `test`, learned from `train`.
nlohmann::json guides_json(const explain::Subject& subject, const LabelledTexts& train,
                           const LabelledTexts& test, const std::vector<std::string>& classes, uint64_t seed,
                           const Progressing& progress);

}  // namespace heed::session
