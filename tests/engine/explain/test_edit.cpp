// Edits as they are written, and what they make of a map.
#include "engine/explain/edit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/explain/edited_map.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

namespace {

// One head of two queries and three keys.
EditedMap small_map(bool normalised = true,
                    const std::vector<double>& weights = {0.2, 0.3, 0.5, 0.6, 0.3, 0.1}) {
  AttentionPoint point;
  point.normalised = normalised;
  return EditedMap(point, Map{1, 2, 3, weights});
}

std::vector<double> after(const std::vector<std::string>& edits, bool normalised = true) {
  EditedMap map = small_map(normalised);
  for (const std::string& edit : edits) map.apply(parse_edit(edit));
  std::vector<double> rounded = map.weights();
  for (double& weight : rounded) weight = std::round(weight * 1e6) / 1e6;
  return rounded;
}

using Weights = std::vector<double>;

}  // namespace

TEST_CASE("Edits are read and written alike", "[explain]") {
  for (const char* text :
       {"0.1.even", "2.0.off", "*.*.off", "0.*.even", "0.0.permuted=7", "1.0.other", "0.0.3.even",
        "0.0.3.only=2", "0.0.1=0.25,0.75", "0.0.*.2=0", "0.0.1.2=0.125", "token.3=please", "token.0=a=b.c",
        "token.0.hide", "token.12.remove", "state.1.4.other", "state.*.0.other"})
    CHECK(text_of(parse_edit(text)) == text);
  CHECK(parse_edit("0.0.1.2=0.1").weight == 0.1);
  CHECK(parse_edit("token.0=a=b.c").word == "a=b.c");
}

TEST_CASE("What is no edit is named with the forms that there are", "[explain]") {
  for (const char* text : {"", "0", "0.0", "0.0.what", "0.0.1", "0.0.1.2", "0.0.1.2=1.5", "0.0.1.2=x",
                           "0.0.1.-1=0", "a.0.even", "token.x.hide", "token.1", "token.1=", "token.1.hide=2",
                           "state.1.2", "0.0.permuted", "0.0.even=1", "0.0.1.only=x"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_edit(text), UsageError);
  }
  CHECK(contains(message_of([] { parse_edit("bogus"); }), "L.H.Q.K=W"));
}

TEST_CASE("A weight that is set stays, the others of its row share the rest", "[explain]") {
  CHECK(after({"0.0.0.2=0"}) == Weights{0.4, 0.6, 0, 0.6, 0.3, 0.1});
  CHECK(after({"0.0.0.2=0.25", "0.0.0.0=0.25"}) == Weights{0.25, 0.5, 0.25, 0.6, 0.3, 0.1});
  CHECK(after({"0.0.0.2=0"}, false) == Weights{0.2, 0.3, 0, 0.6, 0.3, 0.1});
  CHECK(after({"0.0.*.0=1"}) == Weights{1, 0, 0, 1, 0, 0});
}

TEST_CASE("Rows and maps are made even, pointed, silent or shuffled", "[explain]") {
  CHECK(after({"0.0.1.even"}) == Weights{0.2, 0.3, 0.5, 0.333333, 0.333333, 0.333333});
  CHECK(after({"0.0.*.only=1"}) == Weights{0, 1, 0, 0, 1, 0});
  CHECK(after({"0.0.off"}) == Weights{0, 0, 0, 0, 0, 0});
  CHECK(after({"0.0.1=0.5,0,0.5"}) == Weights{0.2, 0.3, 0.5, 0.5, 0, 0.5});
  Weights shuffled = after({"0.0.permuted=3"});
  CHECK(shuffled == after({"0.0.permuted=3"}));
  std::sort(shuffled.begin(), shuffled.begin() + 3);
  CHECK(Weights(shuffled.begin(), shuffled.begin() + 3) == Weights{0.2, 0.3, 0.5});
  EditedMap taken = small_map();
  taken.take(parse_edit("0.0.1.even"), Map{1, 2, 3, {1, 0, 0, 0, 0, 1}});
  CHECK(taken.weights() == Weights{0.2, 0.3, 0.5, 0, 0, 1});
}

TEST_CASE("The gradient by a map goes through what its edits keep", "[explain]") {
  for (const std::vector<std::string>& edits :
       {std::vector<std::string>{"0.0.0.2=0.25"}, {"0.0.permuted=3"}, {"0.0.1.only=1", "0.0.0.0=0.1"}, {}}) {
    const Weights given{0.2, 0.3, 0.5, 0.6, 0.3, 0.1}, dy{1, -2, 0.5, 3, 0.25, -1};
    const auto edited = [&](const Weights& weights) {
      EditedMap map = small_map(true, weights);
      for (const std::string& edit : edits) map.apply(parse_edit(edit));
      return map;
    };
    const auto value = [&](const Weights& weights) {
      const Weights y = edited(weights).weights();
      return std::inner_product(y.begin(), y.end(), dy.begin(), 0.0);
    };
    const Weights gradient = edited(given).gradient(dy);
    for (size_t i = 0; i < given.size(); ++i) {
      Weights more = given, less = given;
      more[i] += 1e-6;
      less[i] -= 1e-6;
      CHECK(gradient[i] == Approx((value(more) - value(less)) / 2e-6).margin(1e-6));
    }
  }
}

TEST_CASE("What a map does not have is named", "[explain]") {
  CHECK(contains(message_of([] { after({"0.1.even"}); }), "1 heads of 2 queries and 3 keys"));
  CHECK(contains(message_of([] { after({"0.0.2.even"}); }), "2 queries"));
  CHECK(contains(message_of([] { after({"0.0.0.3=1"}); }), "3 keys"));
  CHECK(contains(message_of([] { after({"0.0.0=1"}); }), "1 weights: expected 3"));
  CHECK(contains(message_of([] {
                   EditedMap map = small_map();
                   map.take(parse_edit("0.0.other"), Map{1, 2, 2, {1, 0, 0, 1}});
                 }),
                 "2 tokens: expected 3"));
}
