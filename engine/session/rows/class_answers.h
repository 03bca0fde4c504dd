// What a classifier says of the rows of a table: columns beside theirs.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/session/rows/answers.h"
#include "engine/session/rows/predictions.h"

namespace heed::session {

// With more classes than these the probability of each is written only where it is asked for.
inline constexpr size_t kFewClasses = 10;

// "label", "probability", "margin"; of few classes, or with `all_classes`, "p(LABEL)" for each; "remark". A
// row without text, or of which the model reads no token, has a remark and nothing else.
RowAnswers class_answers(const Predictor& predictor, const RowTable& table, bool all_classes,
                         const std::function<bool(int64_t)>& go_on);

}  // namespace heed::session
