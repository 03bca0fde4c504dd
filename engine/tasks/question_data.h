// Questions about texts, with the answers that stand there: SQuAD's JSON (version 1.1) or rows of
// tab-separated values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed {

struct Question {
  std::string question;
  size_t context = 0;                // in QuestionData::contexts
  std::vector<std::string> answers;  // any of them is right
  size_t start = 0, end = 0;         // bytes of the context where the first stands
};

struct QuestionData {
  std::vector<std::string> contexts;
  std::vector<Question> questions;
  std::vector<std::string> warnings;  // questions that were left out: their answer stands nowhere
};

// Adds what a file holds. JSON: {"data": [{"paragraphs": [{"context", "qas": [{"question", "answers":
// [{"text", "answer_start"}, …]}, …]}, …]}, …]}, answer_start in code points. Otherwise lines of question,
// context and answer, the answer where it first stands in the context. Gzipped or not. Error that names the
// file for what is neither, or holds no question that can be used.
void read_questions(const std::string& path, QuestionData& data);
// The same of a text; `file` is what messages call it.
void parse_questions(std::string_view text, const std::string& file, QuestionData& data);

}  // namespace heed
