// How rotary positions are stretched: by hand from the definitions, and what is refused.
#include "engine/models/rope.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;
using nlohmann::json;

namespace {

// Cosines of place 1 over K/2 pairs, as the kernel has them.
std::vector<double> turned_cosines(const Rope& rope, int64_t K) {
  Bench bench(false);
  const Tensor table = rope.angles(bench.ctx, 2, 1, K, DType::kFloat64);
  return {table.data<double>(), table.data<double>() + K / 2};
}

Rope rope_of(const json& config, int64_t K = 8) {
  return read_rope(config, 100, K, 64, "config.json");
}

}  // namespace

TEST_CASE("Turns that are stretched, by their definitions", "[models][rope]") {
  constexpr int64_t K = 8;
  const auto inverse = [](int64_t j) { return std::pow(100., -2. * static_cast<double>(j) / K); };
  const std::vector<double> linear =
      turned_cosines(rope_of({{"rope_scaling", {{"type", "linear"}, {"factor", 4}}}}), K);
  for (int64_t j = 0; j < K / 2; ++j)
    CHECK(linear[static_cast<size_t>(j)] == Approx(std::cos(inverse(j) / 4)));

  // Within 16 places pair j turns 16 inverse(j) / 2π times: the first one 2.5 times, more than beta_fast, the
  // last one 0.08 times, less than beta_slow.
  const json yarn = {{"rope_type", "yarn"},
                     {"factor", 4.0},
                     {"original_max_position_embeddings", 16},
                     {"beta_fast", 2.0},
                     {"beta_slow", 0.25}};
  const std::vector<double> stretched = turned_cosines(rope_of({{"rope_parameters", yarn}}), K);
  const double scale = 0.1 * std::log(4.) + 1, theta = std::log(100.);
  const double first = std::floor(K * std::log(16 / (2 * M_PI * 2)) / (2 * theta));
  const double last = std::ceil(K * std::log(16 / (2 * M_PI * 0.25)) / (2 * theta));
  for (int64_t j = 0; j < K / 2; ++j) {
    const double by = std::clamp((static_cast<double>(j) - first) / (last - first), 0., 1.);
    const double f = inverse(j) * (1 - by) + inverse(j) / 4 * by;
    CHECK(stretched[static_cast<size_t>(j)] == Approx(scale * std::cos(f)));
  }
  json own = yarn;
  own["attention_factor"] = 1.35;
  CHECK(rope_of({{"rope_parameters", own}}).scale == 1.35);
  own.erase("attention_factor");
  own["mscale"] = 0.7, own["mscale_all_dim"] = 1.2;
  CHECK(rope_of({{"rope_parameters", own}}).scale ==
        Approx((0.07 * std::log(4.) + 1) / (0.12 * std::log(4.) + 1)));

  // θ grows with what is longer than 64.
  const Rope dynamic = rope_of({{"rope_scaling", {{"type", "dynamic"}, {"factor", 2}}}});
  CHECK(dynamic.of(64, K).theta == 100);
  CHECK(dynamic.of(96, K).theta == Approx(100 * std::pow(2 * 1.5 - 1, 8. / 6)));
}

TEST_CASE("Where turns are read from, and what is refused", "[models][rope]") {
  const json newer = {{"rope_type", "default"}, {"rope_theta", 500}};
  CHECK(rope_of({{"rope_scaling", nullptr}, {"rope_parameters", newer}}).turns.theta == 500);
  CHECK(rope_of({{"rope_scaling", json::object()}, {"rope_parameters", newer}}).turns.theta == 500);
  const json older = {{"type", "linear"}, {"factor", 2}};
  const RotaryTurns both = rope_of({{"rope_scaling", older}, {"rope_parameters", newer}}).turns;
  CHECK((both.theta == 100 && both.factor == 2));
  CHECK(rope_of({{"rope_parameters",
                  {{"rope_type", "llama3"}, {"factor", 8}, {"low_freq_factor", 1}, {"high_freq_factor", 4}}}})
            .turns.places == 64);
  const auto refused = [](const json& config) { return message_of([&] { rope_of(config); }); };
  CHECK(contains(refused({{"rope_scaling", {{"type", "longrope"}}}}), "is of the kind longrope"));
  CHECK(contains(refused({{"rope_scaling", {{"type", "linear"}}}}), "has factor missing"));
  CHECK(contains(refused({{"rope_scaling", "long"}}), "expected null or an object"));
  CHECK(contains(refused({{"rope_parameters", {{"full_attention", newer}}}}),
                 "other turns for full_attention"));
  CHECK(contains(refused({{"partial_rotary_factor", 0.5}}), "is not 1"));
  CHECK(contains(refused({{"rope_parameters", {{"partial_rotary_factor", 0.5}}}}),
                 "has partial_rotary_factor 0.5"));
}
