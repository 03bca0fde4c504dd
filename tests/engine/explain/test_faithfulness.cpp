// Whether attention explains an answer, of one text: PyTorch's numbers where there are some, else what
// follows from the definitions, of a network whose logits are sums over the map and of one whose are not.
#include "engine/explain/faithfulness.h"

#include <cmath>

#include "engine/explain/divergence.h"
#include "engine/explain/variants.h"
#include "tests/engine/explain/attribution_models.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

namespace {

// use(subject, text) of the LSTM's second sentence and of BERT's first.
template <class Use>
void for_both(const Use& use) {
  for (const std::string name : {"attribution_lstm", "attribution_bert"}) {
    CAPTURE(name);
    const Oracle io(name);
    const bool lstm = name == "attribution_lstm";
    Explainable model = lstm ? attribution_lstm(io) : attribution_bert(io);
    use(model.subject(), text_of(io.ids(lstm ? "s1.ids" : "s0.input_ids")));
  }
}

std::vector<double> answer_under(const MapAnswers& answers, const std::vector<double>& map) {
  return answers.answer(answers.logits(matrix_of({map})).row(0));
}

}  // namespace

TEST_CASE("PyTorch: the faithfulness of a sentence is its parts", "[oracle][explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  for (const std::string name : {"s0", "s1", "s2"}) {
    CAPTURE(name);
    FaithfulnessOptions options;
    options.methods = {"attention", "leave-one-out"};
    const Faithfulness f = faithfulness(subject, text_of(io.ids(name + ".ids")), options);
    CHECK(f.label == io[name + ".predicted"].data<int64_t>()[0]);
    CHECK(std::abs(f.gradient.tau.tau - element(io[name + ".tau.gradient_fixed.f64"], 0)) <= 1e-6);
    CHECK(std::abs(f.left_out.tau.tau - element(io[name + ".tau.loo_removed.f64"], 0)) <= 1e-6);
    CHECK(std::abs(f.left_out.tau.p - element(io[name + ".tau_p.loo_removed.f64"], 0)) <= 1e-6);
    CHECK(absolute(f.slopes, io[name + ".abs_gradxinput_fixed"]) <= 1e-5);
    CHECK(absolute(f.changes, io[name + ".loo_removed.mean_abs"]) <= 1e-6);
    CHECK(f.even_tvd == Approx(element(io[name + ".uniform.tvd_output"], 0)).margin(1e-6));
    REQUIRE(f.erased.size() == 3);
    CHECK(f.erased[0].figures.mean_sufficiency ==
          Approx(element(io[name + ".eraser.mean_sufficiency"], 0)).margin(1e-6));
    CHECK(f.erased[2].method == "random");
    CHECK(f.erased[2].figures.counts == f.erased[0].figures.counts);
    CHECK(f.even_rows == (f.evenness > 0.95 ? 1 : 0));
  }
}

TEST_CASE("Agreement can be calculated without the first and the last token", "[explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  const EncodedText text = text_of(io.ids("s1.ids"));
  FaithfulnessOptions options;
  options.drop_ends = true;
  const Faithfulness whole = faithfulness(subject, text), inner = faithfulness(subject, text, options);
  CHECK(inner.tokens == std::vector<int>{1, 2, 3, 4, 5, 6, 7});
  const auto without_ends = [](const std::vector<double>& x) {
    return std::vector<double>(x.begin() + 1, x.end() - 1);
  };
  CHECK(inner.left_out.tau.tau ==
        Approx(kendall_tau(without_ends(whole.attention), without_ends(whole.changes)).tau));
  CHECK(contains(message_of([&] { faithfulness(subject, {}); }), "no tokens"));
}

TEST_CASE("The slopes of an answer by its map are what small changes do", "[explain]") {
  for_both([](const Subject& subject, const EncodedText& text) {
    const MapAnswers answers(subject, text);
    std::vector<double> map = answers.own().weights;
    const auto second = [](const Matrix& logits) {
      Matrix directions(logits.rows, logits.columns);
      for (int64_t row = 0; row < logits.rows; ++row) directions.at(row, 1) = 1;
      return directions;
    };
    const MapAnswers::Slopes found = answers.slopes(matrix_of({map, even(answers.own())}), second);
    CHECK(found.logits.at(0, 1) == Approx(answers.own_logits()[1]).margin(1e-5));
    for (size_t i = 0; i < map.size(); i += 7) {
      std::vector<double> more = map, less = map;
      more[i] += 0.01;
      less[i] -= 0.01;
      const Matrix logits = answers.logits(matrix_of({more, less}));
      CHECK(found.gradient.values[i] == Approx((logits.at(0, 1) - logits.at(1, 1)) / 0.02).margin(1e-3));
    }
  });
}

TEST_CASE("The adversarial map is far away, and the answer does not notice", "[explain]") {
  for_both([](const Subject& subject, const EncodedText& text) {
    const MapAnswers answers(subject, text);
    const Map& own = answers.own();
    const Adversarial found = adversarial(answers);
    CHECK(found.tvd <= 0.05);
    const std::vector<double> p = answer_under(answers, own.weights), q = answer_under(answers, found.map);
    CHECK(total_variation(p, q) == Approx(found.tvd).margin(1e-5));
    CHECK(found.js == Approx(rows_apart(own.weights.data(), found.map.data(), own.H * own.T, own.S)));
    CHECK(found.js <= std::log(2));
    CHECK(found.js > permutations(answers, 200).unnoticed_js);
    for (int64_t row = 0; row < own.H * own.T; ++row) {
      double sum = 0;
      for (int64_t s = 0; s < own.S; ++s) sum += found.map[static_cast<size_t>(row * own.S + s)];
      CHECK(sum == Approx(1));
    }
    CHECK(adversarial(answers, {0.05, 6, 60, 7}).map == adversarial(answers, {0.05, 6, 60, 7}).map);
    CHECK(adversarial(answers, {0, 6, 60, 7}).js <= found.js);
  });
}

TEST_CASE("The search comes near the best mixture of two words", "[explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  const EncodedText text = text_of(io.ids("s2.ids"));
  const MapAnswers answers(subject, text);
  const std::vector<double>& own = answers.own().weights;
  const std::vector<double> p = answer_under(answers, own);
  double best = 0;
  for (size_t a = 0; a < own.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      for (int share = 0; share <= 50; ++share) {
        std::vector<double> map(own.size(), 0.0);
        map[a] = share / 50.0;
        map[b] = 1 - map[a];
        if (total_variation(p, answer_under(answers, map)) <= 0.05)
          best = std::max(best, jensen_shannon(own, map));
      }
  CHECK(best > 0);
  CHECK(adversarial(answers).js >= 0.95 * best);
}

TEST_CASE("Keys fall silent one by one until another class is predicted", "[explain]") {
  for_both([](const Subject& subject, const EncodedText& text) {
    const MapAnswers answers(subject, text);
    const int64_t label = likeliest(answers.own_logits().data(), 2);
    const std::vector<int> places = standing(text);
    const SilenceRankings by = silence_rankings(answers);
    for (const std::vector<double>& values : {by.attention, by.gradient, by.product}) {
      const std::vector<int> order = ranking(values, places);
      const Silenced found = silence(answers, order);
      std::vector<double> map = answers.own().weights;
      int64_t keys = 0;
      bool turned = false;
      while (!turned && keys + 1 < static_cast<int64_t>(order.size())) {
        const Map now{answers.own().H, answers.own().T, answers.own().S, map};
        map = without_key(now, order[static_cast<size_t>(keys++)]);
        turned = likeliest(answers.logits(matrix_of({map})).row(0), 2) != label;
      }
      CHECK(found.turned == turned);
      CHECK(found.share ==
            Approx(turned ? static_cast<double>(keys) / static_cast<double>(order.size()) : 1));
    }
  });
}
