#include "engine/session/rows/class_answers.h"

#include <algorithm>
#include <string>

namespace heed::session {
namespace {

std::string remark_of(const Predictions& said, size_t row) {
  const int64_t left_out = said.left_out[row];
  if (left_out == 0) return "";
  return "the last " + std::to_string(left_out) + (left_out == 1 ? " token was" : " tokens were") +
         " not read";
}

}  // namespace

RowAnswers class_answers(const Predictor& predictor, const RowTable& table, bool all_classes,
                         const std::function<bool(int64_t)>& go_on) {
  const std::vector<std::string> texts = texts_of(table), &labels = predictor.labels();
  const size_t C = labels.size();
  const bool each = all_classes || C <= kFewClasses;
  RowAnswers answers{{"label", "probability", "margin"}, {}, {}};
  for (size_t c = 0; c < C && each; ++c) answers.names.push_back("p(" + labels[c] + ")");
  answers.names.emplace_back("remark");
  const Predictions said = predictor.predict(texts, go_on);
  answers.warnings = said.warnings;
  for (size_t row = 0; row < said.tokens.size(); ++row) {
    std::vector<nlohmann::json>& fields = answers.rows.emplace_back(answers.names.size());
    if (is_blank(texts[row]) || said.tokens[row] == 0) {
      fields.back() = kNoText;
      continue;
    }
    const Predictions::Answer answer = said.answer(row, C);
    fields[0] = labels[static_cast<size_t>(answer.predicted)];
    fields[1] = answer.probability;
    fields[2] = answer.margin;
    for (size_t c = 0; c < C && each; ++c) fields[3 + c] = said.probabilities[row * C + c];
    fields.back() = remark_of(said, row);
  }
  const auto count = [&](const auto& is) {
    return std::count_if(answers.rows.begin(), answers.rows.end(),
                         [&](const auto& fields) { return is(fields.back().template get<std::string>()); });
  };
  const auto empty = count([](const std::string& remark) { return remark == kNoText; });
  const auto cut = count([](const std::string& remark) { return !remark.empty() && remark != kNoText; });
  if (empty > 0)
    answers.warnings.push_back(std::to_string(empty) + (empty == 1 ? " row has" : " rows have") +
                               " no text: there is no answer for them.");
  if (cut > 0)
    answers.warnings.push_back("of " + std::to_string(cut) +
                               " texts the end was not read: the model or its tokenizer.json takes no more.");
  return answers;
}

}  // namespace heed::session
