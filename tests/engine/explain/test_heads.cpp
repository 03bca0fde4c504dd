// What heads do and what they are worth: as their maps, read by hand, and edits have it.
#include <cmath>

#include "engine/explain/head_importance.h"
#include "engine/explain/head_roles.h"
#include "engine/explain/maps.h"
#include "tests/engine/explain/attribution_models.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

namespace {

EncodedText with_ids(const std::vector<int32_t>& values) {
  return text_of(Tensor::of<int32_t>({static_cast<int64_t>(values.size())}, values));
}

const std::vector<EncodedText>& three_texts() {
  static const std::vector<EncodedText> texts{with_ids({2, 7, 8, 7, 3}), with_ids({4, 9}),
                                              with_ids({2, 11, 12, 13, 14, 15, 3})};
  return texts;
}

}  // namespace

TEST_CASE("A head's role is read off its maps", "[explain]") {
  const Oracle io("attribution_bert");
  Explainable model = attribution_bert(io);
  const Subject subject = model.subject();
  const std::vector<HeadRole> roles = head_roles(subject, {three_texts()[0]}, {1});
  REQUIRE(roles.size() == 8);
  const std::vector<Map> maps = maps_of(subject, three_texts()[0]);
  for (const HeadRole& role : roles) {
    const auto weight = [&](int64_t t, int64_t s) {
      return maps[static_cast<size_t>(role.layer)].at(role.head, t, s);
    };
    double first = 0, previous = 0, near = 0, entropy = 0;
    for (int64_t t = 0; t < 5; ++t) {
      first += weight(t, 0) / 5;
      previous += t > 0 ? weight(t, t - 1) / 5 : 0;
      near += (t > 0 ? weight(t, t - 1) : 0) / 5 + (t < 4 ? weight(t, t + 1) : 0) / 5;
      for (int64_t s = 0; s < 5; ++s) entropy -= weight(t, s) * std::log(weight(t, s)) / 5;
    }
    CHECK(role.looked.first == Approx(first).margin(1e-6));
    CHECK(role.looked.previous == Approx(previous).margin(1e-6));
    CHECK(role.looked.distance[1] == Approx(near).margin(1e-6));
    CHECK(role.looked.same_word == Approx((weight(1, 3) + weight(3, 1)) / 5).margin(1e-6));
    CHECK(role.evenness == Approx(entropy / std::log(5)).margin(1e-6));
    CHECK(role.even.self == Approx(0.2));
    CHECK(role.even.previous == Approx(4.0 / 25));
    CHECK(role.supports >= 0);
    CHECK(role.supports <= 1);
  }
}

TEST_CASE("A head supports a label by what its weights do to it", "[explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  double expected = 0;
  for (const EncodedText& text : three_texts()) {
    const Matrix moved = attention_gradient(subject, text, {{1, std::nullopt, Target::Of::kProbability}});
    double for_label = 0, all = 0;
    for (const double value : moved.values) {
      for_label += std::max(value, 0.0);
      all += std::abs(value);
    }
    expected += for_label / all / 3;
  }
  const std::vector<HeadRole> roles = head_roles(subject, three_texts(), {1, 1, 1});
  REQUIRE(roles.size() == 1);
  CHECK(roles[0].pooling);
  CHECK(roles[0].supports == Approx(expected).margin(1e-4));
  CHECK(head_roles(subject, three_texts(), {0, 0, 0})[0].supports == Approx(1 - expected).margin(1e-4));
}

TEST_CASE("A role has the name of what stands out most", "[explain]") {
  HeadRole role;
  role.evenness = 0.99;
  role.looked.previous = 0.9;
  CHECK(std::string(name_of(role)) == "even");
  role.evenness = 0.4;
  CHECK(std::string(name_of(role)) == "previous");
  role.even.previous = 0.8;
  CHECK(std::string(name_of(role)) == "mixed");
  role.looked.separators = 0.5;
  CHECK(std::string(name_of(role)) == "separators");
}

TEST_CASE("Silent heads are those that edits switch off", "[explain]") {
  const Oracle io("attribution_bert");
  Explainable model = attribution_bert(io);
  const Subject subject = model.subject();
  const Matrix found = logits_without(subject, three_texts(), {{0, 1}, {1, 3}});
  for (int64_t i = 0; i < 3; ++i) {
    const std::vector<double> alone =
        logits_under(subject, three_texts()[static_cast<size_t>(i)], {"0.1.off", "1.3.off"});
    for (int64_t c = 0; c < 2; ++c)
      CHECK(found.at(i, c) == Approx(alone[static_cast<size_t>(c)]).margin(1e-6));
  }
}

TEST_CASE("Heads fall silent from the least important on, until none is left", "[explain]") {
  const Oracle io("attribution_bert");
  Explainable model = attribution_bert(io);
  const Subject subject = model.subject();
  int64_t passes = 0;
  const HeadImportance found =
      head_importance(subject, three_texts(), {0, 1, 0}, [&](int64_t done, int64_t total) {
        CHECK(done == passes++);
        CHECK(total == 16);
      });
  CHECK(passes == 16);
  REQUIRE(found.alone.size() == 8);
  REQUIRE(found.removed.size() == 8);
  for (size_t i = 0; i + 1 < 8; ++i) {
    const auto alone = [&](const Without& one) {
      return found.alone[static_cast<size_t>(one.head.layer * 4 + one.head.head)].loss;
    };
    CHECK(alone(found.removed[i]) <= alone(found.removed[i + 1]));
  }
  CHECK(found.removed.front().loss ==
        Approx(found
                   .alone[static_cast<size_t>(found.removed.front().head.layer * 4 +
                                              found.removed.front().head.head)]
                   .loss));
  std::vector<HeadName> all;
  for (const Without& one : found.removed) all.push_back(one.head);
  const Matrix none = logits_without(subject, three_texts(), all);
  double loss = 0;
  for (int64_t i = 0; i < 3; ++i)
    loss -= std::log(answers_to(none.row(i), 2, AnswerKind::kOneClass)[i == 1 ? 1 : 0]) / 3;
  CHECK(found.removed.back().loss == Approx(loss).margin(1e-6));
}
