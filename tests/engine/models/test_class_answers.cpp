#include "engine/models/class_answers.h"

#include <nlohmann/json.hpp>

#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("what logits say goes by the problem's type and the number of labels", "[models]") {
  const std::vector<double> z{-1.5, 0, 2};
  const auto one = answers_to(z.data(), 3, AnswerKind::kOneClass),
             each = answers_to(z.data(), 3, AnswerKind::kEachClass);
  CHECK(answers_to(z.data(), 3, AnswerKind::kValues) == z);
  CHECK(one[0] == Approx(0.0259087));  // e^-1.5 / (e^-1.5 + 1 + e^2)
  CHECK(one[2] == Approx(0.8579768));
  CHECK(each[0] == Approx(0.1824255));
  CHECK(each[1] == 0.5);
  const auto kind = [](const char* type, size_t C) {
    return read_answers(type ? nlohmann::json{{"problem_type", type}} : nlohmann::json::object(), C,
                        "config.json");
  };
  CHECK(kind(nullptr, 3) == AnswerKind::kOneClass);
  CHECK(kind("single_label_classification", 2) == AnswerKind::kOneClass);
  CHECK(kind("multi_label_classification", 3) == AnswerKind::kEachClass);
  for (const char* type : {static_cast<const char*>(nullptr), "single_label_classification"})
    CHECK(kind(type, 1) == AnswerKind::kEachClass);
  for (const size_t C : {1, 3}) CHECK(kind("regression", C) == AnswerKind::kValues);
}
