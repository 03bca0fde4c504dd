// Parts of a score against independent forward passes in float64, of pairs of folders that are one function:
// the second has constants in its weights that the next LayerNorm removes (shared/oracle/hub/ENCODERS.md).
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/session/explaining/explain.h"
#include "engine/session/writing/direct_logits.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"

using namespace heed;
using namespace heed::session;

namespace {

constexpr double kNear = 1e-4;

// Calls check_one(model, expected.json) for each folder that is there.
template <class Check>
void for_folders(std::initializer_list<const char*> names, const Check& check_one) {
  for (const std::string name : names) {
    CAPTURE(name);
    const std::string folder = test::shared_path("oracle/hub/encoders/" + name);
    if (!std::filesystem::exists(folder)) {
      WARN("skipped: there is no " + folder);
      continue;
    }
    check_one(Model::open(folder, 1), nlohmann::json::parse(read_file(folder + "/expected.json")));
  }
}

void check_near(double got, const nlohmann::json& want, const std::string& name) {
  CAPTURE(name, got, want.get<double>());
  CHECK(std::abs(got - want.get<double>()) <= kNear);
}

void check_class(const ClassContributions& got, const nlohmann::json& want) {
  CHECK_FALSE(got.remainder.has_value());
  check_near(got.sum, want["sum"], "sum");
  check_near(got.bias, want["bias"], "bias");
  REQUIRE(got.terms.size() == want["terms"].size());
  for (size_t n = 0; n < got.terms.size(); ++n)
    check_near(got.terms[n], want["terms"][n], "term " + std::to_string(n));
  REQUIRE(got.components.size() == want["components"].size());
  for (const ContributionPart& part : got.components)
    check_near(part.value, want["components"].at(part.name), part.name);
}

// Calls check_part(name, value) for the parts of a DirectLogits, as expected.json names them.
template <class Check>
void for_parts(const DirectAttribution& all, const DirectLogits& one, const Check& check_part) {
  check_part("word", one.word);
  check_part("position", one.position);
  const size_t N = all.tokens.size();
  for (size_t l = 0; l < one.feed_forward.size(); ++l) {
    const std::string layer = "layer." + std::to_string(l);
    check_part(layer + ".feed_forward", one.feed_forward[l]);
    for (size_t h = 0; h < static_cast<size_t>(all.heads); ++h) {
      const auto first =
          one.heads.begin() + static_cast<std::ptrdiff_t>((l * static_cast<size_t>(all.heads) + h) * N);
      double sum = 0;
      for (size_t s = 0; s < N; ++s) sum += static_cast<double>(first[static_cast<std::ptrdiff_t>(s)]);
      check_part(layer + ".head." + std::to_string(h), sum);
    }
  }
}

}  // namespace

TEST_CASE("A constant that LayerNorm removes moves no part of a next token's score", "[session][writing]") {
  for_folders({"ln-gpt2-base", "ln-gpt2-shifted"}, [](const Model& model, const nlohmann::json& expected) {
    const nlohmann::json& candidates = expected["candidates"];
    const DirectAttribution all =
        direct_attribution(model, expected["text"], static_cast<int64_t>(candidates.size()));
    REQUIRE(all.candidates.size() == candidates.size());
    for (size_t k = 0; k < candidates.size(); ++k) {
      const DirectLogits& one = all.candidates[k];
      const nlohmann::json& want = candidates[k];
      CAPTURE(k);
      CHECK(one.token.id == want["id"]);
      check_near(one.score, want["logit"], "score");
      check_near(one.constant, want["constant"], "constant");
      CHECK(std::abs(one.rest) <= kNear);
      for_parts(all, one, [&](const std::string& name, double value) {
        check_near(value, want["parts"].at(name), name);
      });
      size_t i = 0;
      for (const nlohmann::json& layer : want["heads_by_source"])
        for (const nlohmann::json& head : layer)
          for (const nlohmann::json& value : head)
            check_near(static_cast<double>(one.heads.at(i++)), value, "heads_by_source");
      CHECK(i == one.heads.size());
    }
  });
}

TEST_CASE("A constant that LayerNorm removes moves no contribution, and poolers leave nothing over",
          "[session][explain]") {
  for_folders({"ln-bert-base", "ln-bert-shifted", "bert-pooler-shares"},
              [](const Model& model, const nlohmann::json& expected) {
                ExplainOptions options;
                options.methods = {"contribution"};
                const Explanation found = session::explain(model, expected["text"], options);
                const nlohmann::json& wanted = expected["contributions"];
                REQUIRE(found.contributions.size() == wanted.size());
                for (size_t c = 0; c < wanted.size(); ++c) check_class(found.contributions[c], wanted[c]);
                CHECK(std::abs(*found.attributions.front().gap) <= kNear);
              });
}
