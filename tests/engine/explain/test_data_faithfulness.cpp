// What the texts of a data set come to, and their answers under even maps.
#include "engine/explain/data_faithfulness.h"

#include <cmath>
#include <limits>

#include "engine/explain/even_maps.h"
#include "tests/engine/explain/attribution_models.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

namespace {

TextFigures row_with(double tau, double p, bool same, double normalised, double share) {
  TextFigures row;
  row.tokens = 4;
  row.gradient = {{tau, p}, same};
  row.left_out = row.gradient;
  Eraser e;
  e.comprehensiveness = {0, 0, 0, share, 1};
  e.sufficiency = {1, 0, 0, 0, 0};
  e.mean_comprehensiveness = share;
  e.normalised_comprehensiveness = normalised;
  row.erased = {e};
  row.silenced = {{1, share, share < 1}};
  row.largest_weight = share;
  row.median_tvd = share / 2;
  row.adversarial_js = share;
  return row;
}

}  // namespace

TEST_CASE("A data set's figures are those of its rows that have them", "[explain]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const DataFigures data = sum_up({row_with(0.5, 0.01, true, 0.4, 0.2), row_with(-0.1, 0.8, false, nan, 1),
                                   row_with(nan, nan, true, 0.8, 0.3)},
                                  {{"attention"}, {"gradient"}});
  CHECK(data.n == 3);
  CHECK(data.tokens == 4);
  CHECK(data.gradient.n == 2);
  CHECK(data.gradient.mean == Approx(0.2));
  CHECK(data.gradient.sd == Approx(0.3));
  CHECK(data.gradient.significant == Approx(0.5));
  CHECK(data.gradient.same_first == Approx(2.0 / 3));
  CHECK(data.gradient.spread.counts[15] == 1);  // [0.5, 0.6)
  CHECK(data.gradient.spread.counts[9] == 1);   // [-0.1, 0)
  CHECK(data.erased[0].mean_comprehensiveness == Approx(0.5));
  CHECK(data.erased[0].comprehensiveness[4] == Approx(1));
  CHECK(data.erased[0].normalised_comprehensiveness == Approx(0.6));
  CHECK(data.silenced[0].mean == Approx(0.5));
  CHECK(data.silenced[0].median == Approx(0.3));
  CHECK(data.silenced[0].turned == Approx(2.0 / 3));
  CHECK(data.by_largest_weight[0].n == 1);
  CHECK(data.by_largest_weight[3].median == Approx(0.5));
  CHECK(data.adversarial_median == Approx(0.3));
  CHECK(data.adversarial.counts[13] == 1);  // 1 is above the last bin's end, and counted there
  CHECK(contains(message_of([] { sum_up({}, {}); }), "no text"));
}

TEST_CASE("A row's figures stand in the order in which they are named", "[explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  FaithfulnessOptions options;
  options.methods = {"leave-one-out", "attention"};
  const Faithfulness f = faithfulness(model.subject(), text_of(io.ids("s2.ids")), options);
  const TextFigures row = figures_of(f);
  const Measured names = measured_by(options);
  REQUIRE(names.erased == std::vector<std::string>{"leave-one-out", "attention", "random"});
  REQUIRE(row.silenced.size() == names.silenced.size());
  for (size_t i = 0; i < names.erased.size(); ++i) CHECK(f.erased[i].method == names.erased[i]);
  for (size_t i = 0; i < names.silenced.size(); ++i) CHECK(f.silenced[i].order == names.silenced[i]);
  CHECK(row.largest_tvd == f.permuted.largest_tvd);
}

TEST_CASE("Many texts under even maps are each text with every map edited to be even", "[explain]") {
  for (const std::string name : {"attribution_lstm", "attribution_bert"}) {
    CAPTURE(name);
    const Oracle io(name);
    Explainable model = name == "attribution_lstm" ? attribution_lstm(io) : attribution_bert(io);
    const Subject subject = model.subject();
    std::vector<EncodedText> texts;
    for (const std::vector<int32_t>& some :
         {std::vector<int32_t>{2, 7, 8, 9, 3}, {4}, {2, 11, 12, 13, 14, 15, 3}})
      texts.push_back(text_of(Tensor::of<int32_t>({static_cast<int64_t>(some.size())}, some)));
    const Matrix found = logits_of_even(subject, texts);
    for (size_t i = 0; i < texts.size(); ++i) {
      const std::vector<double> alone = logits_under(subject, texts[i], {"*.*.even"});
      for (int64_t c = 0; c < found.columns; ++c)
        CHECK(found.at(static_cast<int64_t>(i), c) == Approx(alone[static_cast<size_t>(c)]).margin(1e-6));
    }
  }
}

TEST_CASE("An even map with a window is even within it", "[explain]") {
  const std::vector<double> weights = even({1, 3, 3, {}}, 1);
  CHECK(weights == std::vector<double>{0.5, 0.5, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3, 0, 0.5, 0.5});
  CHECK(even({2, 1, 4, {}}) == std::vector<double>(8, 0.25));
}
