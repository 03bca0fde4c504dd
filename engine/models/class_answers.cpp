#include "engine/models/class_answers.h"

#include <algorithm>

#include "engine/base/portable_math.h"
#include "engine/format/json.h"

namespace heed {

AnswerKind read_answers(const nlohmann::json& config, size_t C, const std::string& file) {
  const std::string problem = value_or<std::string>(config, "problem_type", "", file);
  if (problem == "regression") return AnswerKind::kValues;
  return problem == "multi_label_classification" || C == 1 ? AnswerKind::kEachClass : AnswerKind::kOneClass;
}

std::vector<double> answers_to(const double* logits, int64_t C, AnswerKind answers) {
  for (int64_t c = 0; c < C; ++c)
    check(std::isfinite(logits[c]), "[model] the score of class ", c, " is ", logits[c],
          ": expected a finite number. The model's weights are too large for its type, or damaged.");
  std::vector<double> p(logits, logits + C);
  if (answers == AnswerKind::kValues) return p;
  if (answers == AnswerKind::kEachClass) {
    for (double& z : p) z = 1 / (1 + portable_exp(-z));
    return p;
  }
  const double most = *std::max_element(p.begin(), p.end());
  double sum = 0;
  for (double& z : p) sum += z = portable_exp(z - most);
  for (double& z : p) z /= sum;
  return p;
}

}  // namespace heed
