// Questions about texts: what is read, in which windows a network sees it, and which span it answers with.
#include "engine/data/piece_encoder.h"
#include "engine/tasks/question_windows.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr const char* kSquad = R"({"version": "1.1", "data": [{"title": "Rivers", "paragraphs": [
  {"context": "Die Spree fließt nach Berlin, die Elbe nach Hamburg.", "qas": [
    {"id": "1", "question": "Wohin fließt die Elbe?",
     "answers": [{"text": "Hamburg", "answer_start": 44}, {"text": "nach Hamburg", "answer_start": 39}]},
    {"id": "2", "question": "Was fließt?", "answers": [{"text": "Elbe", "answer_start": 34}]},
    {"id": "3", "question": "Wann?", "answers": [{"text": "gestern", "answer_start": 3}]}]},
  {"context": "river river", "qas": [
    {"id": "4", "question": "Which?", "answers": [{"text": "river", "answer_start": 6}]},
    {"id": "5", "question": "Why?", "answers": []}]}]}]})";

std::string answer_of(const QuestionData& data, size_t q) {
  const Question& question = data.questions[q];
  return data.contexts[question.context].substr(question.start, question.end - question.start);
}

std::unique_ptr<TextToIds> letters() {
  std::string pieces = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (char c = 'a'; c <= 'z'; ++c) pieces += std::string(1, c) + "\n";
  return read_piece_encoder("here", "bert", [&](const char* name) {
    return std::string(name) == "vocab.txt" ? std::optional(pieces) : std::nullopt;
  });
}

// "a b c … z", and a question of one word about `answer`.
const std::string kAlphabet = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
std::vector<QuestionWindow> windows_of(const std::string& answer, const WindowSizes& sizes) {
  Question question{"z", 0, {answer}};
  question.start = kAlphabet.find(answer);
  question.end = question.start + answer.size();
  return question_windows(*letters(), question, kAlphabet, sizes);
}

}  // namespace

TEST_CASE("SQuAD's layout is read, with places in code points, and what cannot be used is named",
          "[tasks][questions]") {
  QuestionData data;
  parse_questions(kSquad, "s.json", data);
  REQUIRE(data.questions.size() == 3);
  CHECK(data.contexts.size() == 2);
  CHECK(data.questions[0].answers == std::vector<std::string>{"Hamburg", "nach Hamburg"});
  CHECK(answer_of(data, 0) == "Hamburg");
  CHECK(answer_of(data, 1) == "Elbe");
  CHECK(data.questions[2].start == 6);  // the second river
  REQUIRE(data.warnings.size() == 1);
  CHECK(contains(data.warnings[0], "[s.json] 2 questions are left out, the first since \"gestern\""));
}

TEST_CASE("Rows of question, text and answer are read", "[tasks][questions]") {
  QuestionData data;
  parse_questions("Who?\tthe old man walks\told man\nWhat?\tthe old man walks\twalks\nWhere?\tto sea\tsea\n",
                  "q.tsv", data);
  REQUIRE(data.questions.size() == 3);
  CHECK(data.contexts.size() == 2);
  CHECK(data.questions[1].context == 0);
  CHECK(answer_of(data, 0) == "old man");
  CHECK(answer_of(data, 2) == "sea");
}

TEST_CASE("Files that hold no questions are refused by name", "[tasks][questions]") {
  auto message = [](const char* text) {
    return message_of([&] {
      QuestionData data;
      parse_questions(text, "q", data);
    });
  };
  CHECK(contains(message("Who?\tthe old man\n"), "[q:1] has 2 columns: expected a question"));
  CHECK(contains(message("Who?\tthe old man\triver\n"), "no question that can be used: \"river\" of line 1"));
  CHECK(contains(message("{\"data\": 3}"), "[q] has no list \"data\""));
  CHECK(contains(message("{\"data\": [{\"paragraphs\": [{\"qas\": []}]}]}"), "context"));
  CHECK(contains(message("{\"data\": []}"), "[q] holds no question"));
}

TEST_CASE("A text that fits is read in one window", "[tasks][questions]") {
  for (const WindowSizes& sizes : {WindowSizes{}, WindowSizes{30, 5}}) {
    const auto windows = windows_of("c d", sizes);
    REQUIRE(windows.size() == 1);
    const QuestionWindow& window = windows[0];
    CHECK(window.text.ids.size() == 30);  // [CLS] z [SEP], 26 letters, [SEP]
    CHECK(window.text.types == [] {
      std::vector<int32_t> types(30, 1);
      types[0] = types[1] = types[2] = 0;
      return types;
    }());
    CHECK(window.first == 3);
    CHECK(window.last == 29);
    CHECK(window.answer[0] == 5);
    CHECK(window.answer[1] == 6);
  }
}

TEST_CASE("A longer text is read in windows that overlap, and only whole answers count",
          "[tasks][questions]") {
  const auto windows = windows_of("h i", {12, 3});  // 8 letters in each, 5 on
  REQUIRE(windows.size() == 5);
  const int32_t starts[] = {5, 10, 15, 20, 25};
  for (size_t w = 0; w < windows.size(); ++w) {
    CAPTURE(w);
    const QuestionWindow& window = windows[w];
    CHECK(window.text.ids.front() == 2);
    CHECK(window.text.ids.back() == 3);
    CHECK(window.text.ids[3] == starts[w]);
    CHECK(window.begin.size() == static_cast<size_t>(window.last - window.first));
    CHECK(window.begin[0] == 2 * (starts[w] - 5));
    const bool holds = w == 1;  // "a … h", "f … m"
    CHECK(window.answer[0] == (holds ? 5 : 0));
    CHECK(window.answer[1] == (holds ? 6 : 0));
  }
  CHECK(windows.back().last - windows.back().first == 6);
  CHECK(windows_of("g h", {12, 3})[0].answer[0] == 9);  // in two of them
  CHECK(windows_of("g h", {12, 3})[1].answer[0] == 4);
  CHECK(windows_of("a", {5, 100}).size() == 26);  // one letter each: neighbours share what they can
  CHECK(contains(message_of([] { windows_of("a", {4, 0}); }), "has 4 tokens: nothing of its text fits"));
}

TEST_CASE("The answer is the best span of the text, not of the question, and not too long",
          "[tasks][questions]") {
  const QuestionWindow window = windows_of("a", {})[0];
  std::vector<float> scores(60, 0.0f);
  auto set = [&](int token, float begins, float ends) {
    scores[static_cast<size_t>(2 * token)] = begins;
    scores[static_cast<size_t>(2 * token + 1)] = ends;
  };
  set(1, 100, 100);  // the question
  set(29, 100, 100);
  set(6, 5, 0);
  set(8, 0, 7);
  set(4, 1, 20);  // ends before anything begins but b
  AnswerSpan best = best_span(window, scores.data());
  CHECK(kAlphabet.substr(best.start, best.end - best.start) == "b");
  CHECK(best.score == 21);
  set(4, 1, 0);
  best = best_span(window, scores.data());
  CHECK(kAlphabet.substr(best.start, best.end - best.start) == "d e f");
  CHECK(best.score == 12);
}
