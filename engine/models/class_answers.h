// What a classifier of texts says, worked out from its logits: here alone, in double precision, so that it is
// the same wherever it is asked.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heed {

enum class AnswerKind {
  kOneClass,   // which of the classes a text is of: softmax
  kEachClass,  // of each class whether the text has it: the logistic function
  kValues,     // a number for each label, any number: the logits themselves
};

// What C labels mean by "problem_type" of the library's config.json, which messages call `file`. A single
// label is there or not, whatever "problem_type" says, unless it is a value.
AnswerKind read_answers(const nlohmann::json& config, size_t C, const std::string& file);

// [C], of logits [C].
std::vector<double> answers_to(const double* logits, int64_t C, AnswerKind answers);

}  // namespace heed
