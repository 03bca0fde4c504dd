// What a model's files say of what it writes.
#include "engine/models/writing_rules.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;
using nlohmann::json;
using Ids = std::vector<int32_t>;

namespace {

// Ids that may not follow `text`, of which the first two were given, of 8.
Ids banned_ids(const json& generation, const Ids& text, int64_t most = 0, size_t given = 2) {
  const WritingRules rules = read_writing_rules(json::object(), generation.dump(), "folder");
  std::vector<double> scores(8, 0.5);
  rules.apply(scores, text, given, most);
  Ids ids;
  for (size_t id = 0; id < scores.size(); ++id)
    if (std::isinf(scores[id])) ids.push_back(static_cast<int32_t>(id));
  return ids;
}

}  // namespace

TEST_CASE("What ends and begins a text, and which file says so", "[models][writing]") {
  const json config = {{"eos_token_id", {2, 5}}, {"bos_token_id", 1}, {"suppress_tokens", {3}}};
  const WritingRules alone = read_writing_rules(config, std::nullopt, "folder");
  CHECK((alone.is_end(2) && alone.is_end(5) && !alone.is_end(7)));
  CHECK(alone.begins == 1);
  CHECK(alone.banned == std::vector<Ids>{{3}});
  const WritingRules both = read_writing_rules(config, R"({"eos_token_id": 7})", "folder");
  CHECK((both.ends == Ids{7} && both.begins == 1 && both.source_ends == 2));
  CHECK(both.banned.empty());  // that of config.json does not count beside the other file
  CHECK(read_writing_rules(config, "{}", "folder").ends == Ids{2, 5});
  CHECK(contains(message_of([&] { read_writing_rules(config, R"({"eos_token_id": 1.5})", "folder"); }),
                 "folder/generation_config.json] \"eos_token_id\""));
}

TEST_CASE("What may not be written", "[models][writing]") {
  CHECK(banned_ids({{"suppress_tokens", {1, 9}}, {"begin_suppress_tokens", {4}}}, {0, 0}) == Ids{1, 4});
  CHECK(banned_ids({{"suppress_tokens", {1}}, {"begin_suppress_tokens", {4}}}, {0, 0, 5}) == Ids{1});
  const json words = {{"eos_token_id", 7}, {"bad_words_ids", {{7}, {6}, {3, 4, 5}}}};
  CHECK(banned_ids(words, {0, 0}) == Ids{6});
  CHECK(banned_ids(words, {3, 4}) == Ids{5, 6});
  CHECK(banned_ids({{"no_repeat_ngram_size", 2}}, {3, 4, 1, 3}) == Ids{4});
  CHECK(banned_ids({{"no_repeat_ngram_size", 3}}, {3}) == Ids{});
  CHECK(banned_ids({{"eos_token_id", {6, 7}}, {"min_new_tokens", 2}}, {0, 0, 1}) == Ids{6, 7});
  CHECK(banned_ids({{"eos_token_id", 7}, {"min_length", 3}}, {0, 0, 1}) == Ids{});
  CHECK(banned_ids({{"forced_bos_token_id", 2}}, {0}, 0, 1) == Ids{0, 1, 3, 4, 5, 6, 7});
  CHECK(banned_ids({{"forced_eos_token_id", 7}}, {0, 1, 1}, 3, 1) == Ids{0, 1, 2, 3, 4, 5, 6});
  CHECK(banned_ids({{"forced_eos_token_id", 7}}, {0, 1}, 3, 1) == Ids{});
}

TEST_CASE("What is there already is less likely", "[models][writing]") {
  const WritingRules rules = read_writing_rules(json::object(), R"({"repetition_penalty": 2})", "folder");
  std::vector<double> scores = {1, -1, 3};
  rules.apply(scores, {0, 1, 1}, 1);
  CHECK(scores == std::vector<double>{0.5, -2, 3});
  CHECK(contains(
      message_of([] {
        read_writing_rules(json::object(), R"({"sequence_bias": [[[1], 2.0]]})", "f").check_done("m");
      }),
      "[m] its generation settings have sequence_bias"));
}
