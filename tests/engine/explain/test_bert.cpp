// Tiny BERT under a classifier: attributions, rollout, norms and the residual stream against PyTorch.
#include "engine/explain/contributions.h"
#include "engine/explain/gradients.h"
#include "engine/explain/residual_stream.h"
#include "engine/explain/rollout.h"
#include "engine/explain/value_norms.h"
#include "tests/engine/explain/attribution_models.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

namespace {

template <class Check>
void for_texts(const Check& check_one) {
  const Oracle io("attribution_bert");
  Explainable model = attribution_bert(io);
  const Subject subject = model.subject();
  for (const std::string name : {"s0.", "s1."}) {
    CAPTURE(name);
    check_one(subject, text_of(io.ids(name + "input_ids"), io.ids(name + "token_type_ids")),
              [&](const std::string& what) -> const Tensor& {
                return io.tensors().count(name + what) ? io[name + what] : io[what];
              });
  }
}

const std::vector<Target> kClasses{{0, std::nullopt, Target::Of::kLogit},
                                   {1, std::nullopt, Target::Of::kLogit}};

// Sums of head terms over their sources: [K, terms].
Matrix by_name(const std::vector<StreamTerm>& terms, std::vector<std::string>& names) {
  std::vector<std::vector<double>> sums;
  for (const StreamTerm& term : terms) {
    if (names.empty() || names.back() != term.name) {
      names.push_back(term.name);
      sums.emplace_back(term.values.size(), 0.0);
    }
    for (size_t k = 0; k < term.values.size(); ++k) sums.back()[k] += term.values[k];
  }
  Matrix all(static_cast<int64_t>(sums.front().size()), static_cast<int64_t>(sums.size()));
  for (int64_t k = 0; k < all.rows; ++k)
    for (int64_t i = 0; i < all.columns; ++i)
      all.at(k, i) = sums[static_cast<size_t>(i)][static_cast<size_t>(k)];
  return all;
}

// ‖α_ts f_h(x_s)‖ of every layer, as they stand in the paper or less the mean of f_h, by plain loops.
std::vector<double> norms_by_hand(const Subject& subject, const EncodedText& text, bool centred) {
  const Anatomy& a = subject.anatomy;
  std::vector<std::string> points = map_points(a);
  for (const Anatomy::Summed& summed : a.summed) points.push_back(summed.values.front().name);
  const Pass pass = run(subject, copies(text, 1), {points, {}, {}, {}});
  std::vector<double> norms;
  for (size_t l = 0; l < a.maps.size(); ++l) {
    const Matrix v = matrix_of(pass.value(a.summed[l].values.front().name));
    const Matrix W = matrix_of(subject.network.parameters().find(a.summed[l].out).value());
    const int64_t H = a.maps[l].heads, K = v.columns / H;
    const Matrix weights = matrix_of(pass.value(a.maps[l].name));
    for (int64_t i = 0; i < static_cast<int64_t>(weights.values.size()); ++i) {
      const int64_t s = i % v.rows, h = i / (v.rows * v.rows);
      double sum = 0, squares = 0;
      for (int64_t d = 0; d < W.rows; ++d) {
        const double f = dot(W.row(d) + h * K, v.row(s) + h * K, K);
        sum += f, squares += f * f;
      }
      if (centred) squares -= sum * sum / static_cast<double>(W.rows);
      norms.push_back(weights.values[static_cast<size_t>(i)] * std::sqrt(squares));
    }
  }
  return norms;
}

// Directions [2, D] of the state that the pooler reads: Σ_i V_ci tanh(u_i) / u_i W_i.
Matrix through_pooler(const Subject& subject, const Tensor& state) {
  const auto weight = [&](const char* name) {
    return matrix_of(subject.network.parameters().find(name).value());
  };
  const Matrix W = weight("pooler.weight"), b = weight("pooler.bias"), V = weight("classifier.weight");
  const std::vector<double> r = matrix_of(state).values;
  Matrix directions(V.rows, W.columns);
  for (int64_t i = 0; i < W.rows; ++i) {
    const double u = dot(W.row(i), r.data(), W.columns) + b.values[static_cast<size_t>(i)];
    for (int64_t c = 0; c < V.rows; ++c)
      for (int64_t d = 0; d < W.columns; ++d)
        directions.at(c, d) += V.at(c, i) * std::tanh(u) / u * W.at(i, d);
  }
  return directions;
}

Matrix transposed(const Matrix& m) {
  Matrix t(m.columns, m.rows);
  for (int64_t i = 0; i < m.rows; ++i)
    for (int64_t j = 0; j < m.columns; ++j) t.at(j, i) = m.at(i, j);
  return t;
}

Matrix identity(int64_t D) {
  Matrix one(D, D);
  for (int64_t d = 0; d < D; ++d) one.at(d, d) = 1;
  return one;
}

}  // namespace

TEST_CASE("PyTorch: gradient × input and integrated gradients of BERT's words", "[oracle][explain]") {
  for_texts([](const Subject& subject, const EncodedText& text, const auto& io) {
    CHECK(apart(logits_of(subject, {text}).values, io("logits")) <= kForward);
    const Matrix gradient = gradients_by(subject, text, kClasses, subject.anatomy.inputs).front();
    CHECK(apart(gradient.values, io("grad_word_embedding")) <= kGradient);
    CHECK(apart(gradient_input(subject, text, kClasses).values, io("gradxinput")) <= kGradient);
    std::vector<double> values, gaps;
    for (const Target& target : kClasses) {
      const IntegratedGradients found = integrated_gradients(subject, text, target, 50);
      values.insert(values.end(), found.values.begin(), found.values.end());
      gaps.push_back(found.gap);
    }
    CHECK(apart(values, io("ig")) <= kGradient);
    CHECK(absolute(gaps, io("ig_gap")) <= 1e-5);
  });
}

TEST_CASE("PyTorch: attention rollout of BERT", "[oracle][explain]") {
  for_texts([](const Subject& subject, const EncodedText& text, const auto& io) {
    const std::vector<Map> maps = maps_of(subject, text);
    std::vector<double> weights, rolled;
    for (const Map& map : maps) weights.insert(weights.end(), map.weights.begin(), map.weights.end());
    for (const Matrix& layer : rollout(maps, true))
      rolled.insert(rolled.end(), layer.values.begin(), layer.values.end());
    CHECK(absolute(weights, io("attention")) <= 1e-5);
    CHECK(apart(rolled, io("rollout")) <= kForward);
    const std::vector<double> received = rollout_received(subject, text);  // of the first token
    for (size_t n = 0; n < received.size(); ++n)
      CHECK(received[n] == Approx(rolled[rolled.size() / 2 + n]).margin(1e-9));
  });
}

TEST_CASE("PyTorch: norms of what BERT's heads hand over", "[oracle][explain]") {
  for_texts([](const Subject& subject, const EncodedText& text, const auto& io) {
    std::vector<double> heads, summed;
    for (const ValueNorms& layer : value_norms(subject, text)) {
      heads.insert(heads.end(), layer.heads.weights.begin(), layer.heads.weights.end());
      summed.insert(summed.end(), layer.summed.values.begin(), layer.summed.values.end());
    }
    // PyTorch's are of f_h as it is; a LayerNorm reads the sum, so that the mean of f_h does not count here.
    CHECK(apart(norms_by_hand(subject, text, false), io("value_norms")) <= kForward);
    const std::vector<double> by_hand = norms_by_hand(subject, text, true);
    REQUIRE(by_hand.size() == heads.size());
    for (size_t i = 0; i < heads.size(); ++i) CHECK(heads[i] == Approx(by_hand[i]).margin(1e-6));
    for (size_t i = 0; i < summed.size(); ++i)
      CHECK(summed[i] <= element(io("value_norms_summed"), static_cast<int64_t>(i)) + 1e-6);
  });
}

TEST_CASE("PyTorch: BERT's first state as a sum of what was written into it", "[oracle][explain]") {
  for_texts([](const Subject& subject, const EncodedText& text, const auto& io) {
    std::vector<std::string> names;
    const std::vector<StreamTerm> terms = unroll(subject, text, {{0, identity(32)}});
    const Matrix found = by_name(terms, names);
    CHECK(apart(transposed(found).values, io("terms_centred")) <= kForward);
    CHECK(names[1] == "position");
    CHECK(names[4] == "layer.0.head.0");
    CHECK(names[21] == "layer.1.feed_forward.norm");
    std::vector<double> state(32, 0.0);
    for (const StreamTerm& term : terms)
      for (size_t d = 0; d < state.size(); ++d) state[d] += term.values[d];
    CHECK(apart(state, io("state")) <= kForward);
  });
}

TEST_CASE("PyTorch: BERT's logits as sums, through a linear head and a pooler", "[oracle][explain]") {
  for_texts([](const Subject& subject, const EncodedText& text, const auto& io) {
    std::vector<std::string> names;
    const Matrix direct = by_name(unroll(subject, text, {{0, matrix_of(io("direct.weight"))}}), names);
    CHECK(apart(direct.values, io("terms_centred_direct")) <= kForward);
    for (int64_t c = 0; c < 2; ++c) {
      double sum = element(io("direct.bias"), c);
      for (int64_t i = 0; i < direct.columns; ++i) sum += direct.at(c, i);
      CHECK(sum == Approx(element(io("direct_logits"), c)).epsilon(1e-4));
    }
    const Matrix slope = gradients_by(subject, text, kClasses, {subject.anatomy.states}).front();
    const auto N = static_cast<int64_t>(text.ids.size());
    std::vector<double> first(slope.row(0), slope.row(0) + 32);
    first.insert(first.end(), slope.row(N), slope.row(N) + 32);
    CHECK(apart(first, io("state_gradient")) <= kGradient);
    const Matrix terms = matrix_of(io("terms_centred")), directions = through_pooler(subject, io("state"));
    for (const Contributions& c : contributions(subject, text)) {
      CHECK_FALSE(c.remainder.has_value());
      CHECK(c.sum == Approx(element(io("logits"), c.label)).epsilon(1e-4));
      CHECK(c.terms.size() == text.ids.size());
      for (int64_t i = 0; i < 22; ++i)
        CHECK(c.components[static_cast<size_t>(i)].value ==
              Approx(dot(terms.row(i), directions.row(c.label), terms.columns)).margin(1e-5));
    }
  });
}
