// attend(): the published lesson's weights, the steps it shows, and what it cannot take.
#include "engine/session/reading/attend.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::session;

namespace {

const NamedMatrix& matrix(const Attended& a, const std::string& name) {
  for (const NamedMatrix& m : a.matrices)
    if (m.name == name) return m;
  FAIL("no matrix is called " << name);
  return a.matrices.front();
}

AttendOptions with(const std::string& mechanism) {
  AttendOptions options;
  options.mechanism = mechanism;
  options.width = 8;
  return options;
}

}  // namespace

TEST_CASE("torch.manual_seed(42); q, k, v = randn(1, 3, 4): the weights a lesson prints", "[attend]") {
  const Attended a = attend(random_tensors(42, 3, 4));
  const std::vector<double> printed{0.3017341,  0.30983964, 0.3884262, 0.2450955, 0.3801395,
                                    0.37476498, 0.29378855, 0.2293217, 0.4768897};
  REQUIRE(a.weights.size() == printed.size());
  for (size_t i = 0; i < printed.size(); ++i)
    CHECK(std::fabs(static_cast<double>(a.weights[i]) - printed[i]) < 1e-7);
  CHECK(a.output[0] == Approx(0.12119784f).margin(1e-6));
}

TEST_CASE("Every mechanism: sizes, sums and entropies are right", "[attend]") {
  const WordVectors vectors = WordVectors::random(12, 3);
  for (const MechanismEntry* info : mechanisms()) {
    CAPTURE(info->name);
    const Attended a = attend(vectors, "one two three four", "five six seven eight", with(info->name));
    const bool one_row = std::string(info->name) == "additive-positionwise";
    CHECK(a.T == (one_row ? 1 : 4));
    CHECK(a.H == (std::string(info->name) == "multi-head" ? 4 : 1));
    REQUIRE(a.weights.size() == static_cast<size_t>(a.H * a.T * a.S));
    CHECK(a.scores.size() == a.weights.size());
    CHECK(a.output.size() == static_cast<size_t>(a.T * a.output_width));
    CHECK(a.normalised == (std::string(info->name) != "local-p"));
    CHECK(a.entropy.size() == static_cast<size_t>(a.H * a.T));
    for (double entropy : a.entropy) CHECK((entropy >= 0 && entropy <= std::log(4.0) + 1e-6));
    CHECK(matrix(a, "weights").values == a.weights);
    const nlohmann::json json = to_json(a, true);
    CHECK(json["weights"].size() == static_cast<size_t>(a.H));
    CHECK(json["matrices"].size() == a.matrices.size());
  }
}

TEST_CASE("How far an output is from that of soft attention over the same values", "[attend]") {
  const WordVectors vectors = WordVectors::random(12, 3);
  const std::string text = "one two three four";
  for (const MechanismEntry* info : mechanisms()) {
    CAPTURE(info->name);
    const Attended a = attend(vectors, text, "five six seven eight", with(info->name));
    if (std::string(info->name) == "additive-positionwise") {
      CHECK((a.distance.empty() && a.soft.empty()));
      continue;
    }
    REQUIRE(a.distance.size() == 4);
    const double furthest = *std::max_element(a.distance.begin(), a.distance.end());
    if (std::string(info->name) == "scaled-dot")
      CHECK(furthest < 1e-6);
    else
      CHECK(furthest > 1e-4);
  }
  // With W_v only: Σ α v against Σ softmax(x·y / √D) v, by hand from the matrices shown.
  const Attended a = attend(vectors, text, text, with("trainable"));
  const Attended plain = attend(vectors, text, text, with("scaled-dot"));
  const std::vector<float>& v = matrix(a, "v").values;
  for (int64_t t = 0; t < 4; ++t) {
    double squares = 0;
    for (int64_t k = 0; k < 8; ++k) {
      double soft = 0;
      for (int64_t s = 0; s < 4; ++s)
        soft += static_cast<double>(plain.weights[static_cast<size_t>(t * 4 + s)]) *
                static_cast<double>(v[static_cast<size_t>(s * 8 + k)]);
      squares += std::pow(static_cast<double>(a.output[static_cast<size_t>(t * 8 + k)]) - soft, 2);
    }
    CHECK(a.distance[static_cast<size_t>(t)] == Approx(std::sqrt(squares)).margin(1e-6));
  }
}

TEST_CASE("A causal mask hides what comes later, and shows where", "[attend]") {
  const WordVectors vectors = WordVectors::random(12, 3);
  for (const MechanismEntry* info : mechanisms()) {
    if (std::string(info->name) == "additive-positionwise") continue;
    CAPTURE(info->name);
    AttendOptions options = with(info->name);
    options.causal = true;
    const Attended a = attend(vectors, "a b c", "d e f", options);
    for (int64_t h = 0; h < a.H; ++h) {
      CHECK(a.weights[static_cast<size_t>(h * 9 + 1)] == 0);
      CHECK(a.weights[static_cast<size_t>(h * 9 + 5)] == 0);
    }
    CHECK(std::isinf(matrix(a, "masked").values[1]));
    CHECK(to_json(a, true)["matrices"].dump().find("null") != std::string::npos);
  }
}

TEST_CASE("Hard attention draws: the seed decides, and other draws differ", "[attend]") {
  const WordVectors vectors = WordVectors::random(4, 1);
  AttendOptions options = with("hard");
  std::set<std::vector<int64_t>> seen;
  for (uint64_t draw = 0; draw < 20; ++draw) {
    options.draw = draw;
    const Attended a = attend(vectors, "a b c d", "e f g h", options);
    CHECK(a.sampled == attend(vectors, "a b c d", "e f g h", options).sampled);
    for (int64_t t = 0; t < 4; ++t)
      CHECK(a.weights[static_cast<size_t>(t * 4 + a.sampled[static_cast<size_t>(t)])] == 1);
    seen.insert(a.sampled);
  }
  CHECK(seen.size() > 3);
}

TEST_CASE("Temperature, window and centre do what they say", "[attend]") {
  const WordVectors vectors = WordVectors::random(12, 3);
  AttendOptions cold = with("scaled-dot"), hot = cold, local = with("local-m");
  cold.temperature = 0.1;
  hot.temperature = 100;
  CHECK(attend(vectors, "a", "b c d", cold).entropy[0] < attend(vectors, "a", "b c d").entropy[0]);
  CHECK(attend(vectors, "a", "b c d", hot).entropy[0] == Approx(std::log(3.0)).margin(1e-2));
  local.window = 1;
  CHECK(attend(vectors, "a b", "c d e f", local).weights[2] == 0);
  local.centre = 3;
  const Attended moved = attend(vectors, "a b", "c d e f", local);
  CHECK((moved.weights[0] == 0 && moved.weights[1] == 0 && moved.weights[2] > 0 && moved.weights[3] > 0));
  CHECK(moved.centres == std::vector<double>{3, 3});
}

TEST_CASE("What attention cannot take is said, and why", "[attend]") {
  const WordVectors vectors = WordVectors::random(4, 1);
  auto message = [&](const AttendOptions& options, const char* key) {
    return test::message_of([&] { attend(vectors, "a b", key, options); });
  };
  CHECK(test::contains(message(with("additive-positionwise"), "c"), "2 query tokens and 1 key tokens"));
  CHECK(test::contains(message(with("dot"), " \n"), "the key has no token"));
  AttendOptions heads = with("multi-head");
  heads.heads = 3;
  CHECK(test::contains(message(heads, "c"), "width 8 cannot be shared by 3 heads"));
  heads.mechanism = "dot";
  CHECK(test::contains(message(heads, "c"), "only multi-head"));
  AttendOptions cold = with("dot");
  cold.temperature = 0;
  CHECK(test::contains(message(cold, "c"), "\"temperature\" is 0"));
  CHECK_THROWS_AS(attend(vectors, "a", "b", with("bogus")), UsageError);
  CHECK(test::contains(test::message_of([&] { attend(AttendTensors{1, 1, 2, 2, {1}, {1, 2}, {}}); }), "T·D"));
}
