// Values held against the description of what the engine takes and answers.
#include <nlohmann/json.hpp>

#include "tests/engine/catch.h"
#include "tests/engine/session/descriptions.h"

using namespace heed;
using namespace heed::test;
using nlohmann::json;

TEST_CASE("a value that is not as described is named by its place", "[session][door]") {
  Descriptions description;
  const auto wrong = [&](const json& value, const char* type) {
    return description.wrong(value, type, "it", nullptr);
  };
  CHECK(wrong({{"label", "a"}, {"probability", 1}}, "ClassProbability | null") == "");
  CHECK(wrong(nullptr, "ClassProbability | null") == "");
  CHECK(wrong({{"label", "a"}}, "ClassProbability") == "it.probability is missing");
  CHECK(wrong(json::array({{{"error", "a"}, {"more", 1}}}), "Failure[]") == "it[0].more is not described");
  CHECK(wrong({1, 2}, "whole[3]") == "it has not three entries");
  CHECK(wrong(1.5, "whole") == "it is 1.5, not whole");
  CHECK(wrong("key", "\"query\" | \"one\"") == "it is not \"one\"");
  CHECK(wrong(json::array(), "[H, T]") == "it is no tensor of rank 2");
}
