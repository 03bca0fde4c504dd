#include "engine/tasks/question_data.h"

#include "engine/data/rows.h"
#include "engine/format/json.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

const nlohmann::json& list_in(const nlohmann::json& object, const char* key, const std::string& file) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  check(object.is_object() && found != object.end() && found->is_array(), "[", file, "] has no list \"", key,
        "\" where SQuAD's layout has one: expected {\"data\": [{\"paragraphs\": [{\"context\", \"qas\": "
        "…}]}]}.");
  return *found;
}

// The byte at which code point number `count` begins; npos behind the end.
size_t byte_of(std::string_view text, int64_t count) {
  size_t at = 0;
  for (; count > 0 && at < text.size(); --count) at += static_cast<size_t>(decode_utf8(text, at).length);
  return count == 0 ? at : std::string_view::npos;
}

// Takes questions whose first answer stands in the context, and remembers the others.
class QuestionTaker {
 public:
  QuestionTaker(QuestionData& data, const std::string& file) : data_(data), file_(file) {}

  size_t context(std::string text) {
    data_.contexts.push_back(std::move(text));
    return data_.contexts.size() - 1;
  }
  // `start`: where the first answer should stand; npos: nobody says.
  void add(Question question, size_t start, const std::string& place) {
    const std::string& context = data_.contexts[question.context];
    if (question.answers.empty() || question.answers[0].empty()) return leave_out(place + " has no answer");
    const std::string& answer = question.answers[0];
    const bool there = start < context.size() && context.compare(start, answer.size(), answer) == 0;
    question.start = there ? start : context.find(answer);
    if (question.start == std::string::npos)
      return leave_out("\"" + answer + "\" of " + place + " does not stand in its text");
    question.end = question.start + answer.size();
    data_.questions.push_back(std::move(question));
    ++taken_;
  }
  void finish() {
    check(taken_ > 0, "[", file_, "] holds no question that can be used", left_out_ > 0 ? ": " + first_ : "",
          ".");
    if (left_out_ > 0)
      data_.warnings.push_back("[" + file_ + "] " + std::to_string(left_out_) +
                               " questions are left out, the first since " + first_ + ".");
  }

 private:
  void leave_out(const std::string& reason) {
    if (left_out_++ == 0) first_ = reason;
  }

  QuestionData& data_;
  const std::string& file_;
  std::string first_;
  size_t taken_ = 0, left_out_ = 0;
};

void read_squad(const nlohmann::json& json, const std::string& file, QuestionData& data) {
  QuestionTaker questions(data, file);
  for (const nlohmann::json& article : list_in(json, "data", file))
    for (const nlohmann::json& paragraph : list_in(article, "paragraphs", file)) {
      const size_t context = questions.context(require<std::string>(paragraph, "context", file));
      for (const nlohmann::json& asked : list_in(paragraph, "qas", file)) {
        Question question;
        question.question = require<std::string>(asked, "question", file);
        question.context = context;
        size_t start = std::string::npos;
        for (const nlohmann::json& answer : list_in(asked, "answers", file)) {
          if (question.answers.empty())
            start = byte_of(data.contexts[context], require<int64_t>(answer, "answer_start", file));
          question.answers.push_back(require<std::string>(answer, "text", file));
        }
        const std::string place = "the question \"" + question.question + "\"";
        questions.add(std::move(question), start, place);
      }
    }
  questions.finish();
}

void read_rows(std::string_view text, const std::string& file, QuestionData& data) {
  QuestionTaker questions(data, file);
  for (const Row& row : split_fields(text, '\t')) {
    check(row.fields.size() == 3, "[", file, ":", row.line, "] has ", row.fields.size(),
          " columns: expected a question, the text it is about, and the answer, with tabs between them.");
    const bool same = !data.contexts.empty() && data.contexts.back() == row.fields[1];
    const size_t context = same ? data.contexts.size() - 1 : questions.context(row.fields[1]);
    questions.add({row.fields[0], context, {row.fields[2]}}, std::string::npos,
                  "line " + std::to_string(row.line));
  }
  questions.finish();
}

}  // namespace

void parse_questions(std::string_view text, const std::string& file, QuestionData& data) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '{')
    read_squad(parse_json_object(text, file), file, data);
  else
    read_rows(text, file, data);
}

void read_questions(const std::string& path, QuestionData& data) {
  parse_questions(read_text(path), path, data);
}

}  // namespace heed
