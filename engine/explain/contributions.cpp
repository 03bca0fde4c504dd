#include "engine/explain/contributions.h"

#include <algorithm>

#include "engine/explain/gradients.h"
#include "engine/explain/maps.h"
#include "engine/explain/residual_stream.h"

namespace heed::explain {
namespace {

std::vector<Target> every_class(int64_t C) {
  std::vector<Target> targets;
  for (int64_t c = 0; c < C; ++c) targets.push_back({c, std::nullopt, Target::Of::kLogit});
  return targets;
}

std::vector<Contributions> empty(const Matrix& logits, int64_t tokens) {
  std::vector<Contributions> all(static_cast<size_t>(logits.columns));
  for (size_t c = 0; c < all.size(); ++c) {
    all[c].label = static_cast<int64_t>(c);
    all[c].logit = logits.values[c];
    for (int64_t n = 0; n < tokens; ++n) all[c].terms.push_back({static_cast<int>(n), 0, {}});
  }
  return all;
}

void add_component(Contributions& to, const std::string& name, double value) {
  for (Part& part : to.components)
    if (part.name == name) {
      part.value += value;
      return;
    }
  to.components.push_back({name, "", value});
}

void add_part(Contributions& to, int token, Part part) {
  add_component(to, part.name, part.value);
  Term& term = to.terms[static_cast<size_t>(token)];
  term.value += part.value;
  term.parts.push_back(std::move(part));
}

void add_bias(Contributions& to, const std::string& name, double value) {
  add_component(to, name, value);
  to.bias += value;
}

void add_up(Contributions& c) {
  c.sum = c.bias;
  for (const Term& term : c.terms) c.sum += term.value;
}

// Each phrase by itself: its row of the table along the slope of its token's votes, [N, ·].
void add_phrases(const Subject& subject, const EncodedText& text, const std::vector<PhrasePlace>& places,
                 const double* slopes, Contributions& to) {
  const Tensor table = on_host(subject.device, subject.network.parameters().find("phrases.weight").value());
  size_t i = 0;
  for (size_t n = 0; n < text.phrase_counts.size(); ++n) {
    const int count = text.phrase_counts[n];
    const double share = subject.anatomy.sums_phrases ? 1 : 1 / static_cast<double>(count);
    for (const size_t end = i + static_cast<size_t>(count); i < end; ++i) {
      const Matrix vote = matrix_of(table.rows(text.phrases[i], 1));
      const double* slope = slopes + static_cast<int64_t>(n) * vote.columns;
      add_part(
          to, static_cast<int>(n),
          {"phrase", places.empty() ? "" : places[i].text, share * dot(slope, vote.row(0), vote.columns)});
    }
  }
}

const char* name_of_part(const std::string& point) {
  return point == "embedding.weight" ? "word" : point == "pieces.weight" ? "n-grams" : "state";
}

// The logits where all points from which on they are linear are zero, the maps as they were.
Matrix bias_of(const Subject& subject, const EncodedText& text, const Pass& pass) {
  Asked nothing;
  hold(nothing.patches, pass, map_names(subject.anatomy), 1);
  for (const std::string& point : subject.anatomy.additive) {
    const Tensor& value = pass.value(point);
    nothing.patches[point] = {Tensor::zeros(value.shape(), value.dtype()), {}};
  }
  return run(subject, copies(text, 1), nothing).logits;
}

// Slope × value at those points.
std::vector<Contributions> additive(const Subject& subject, const EncodedText& text) {
  const std::vector<std::string>& points = subject.anatomy.additive;
  const std::vector<std::string> maps = map_names(subject.anatomy);
  const auto N = static_cast<int64_t>(text.ids.size());
  std::vector<std::string> watched = points;
  watched.insert(watched.end(), maps.begin(), maps.end());
  const Pass pass = run(subject, copies(text, 1), {watched, {}, {}, {}});
  const Matrix bias = bias_of(subject, text, pass);
  Patches held;
  hold(held, pass, maps, bias.columns);
  const std::vector<Matrix> slopes = gradients_by(subject, text, every_class(bias.columns), points, held);
  const auto* words = dynamic_cast<const TextEncoder*>(&subject.text);
  std::vector<PhrasePlace> places;
  if (words && !text.phrases.empty()) places = words->phrase_places(text);
  std::vector<Contributions> all = empty(pass.logits, N);
  for (Contributions& c : all) {
    for (size_t i = 0; i < points.size(); ++i) {
      const double* slope = slopes[i].row(c.label * N);
      if (points[i] == "phrases.weight") {
        add_phrases(subject, text, places, slope, c);
        continue;
      }
      const Matrix value = matrix_of(pass.value(points[i]));
      for (int64_t n = 0; n < N; ++n)
        add_part(c, static_cast<int>(n),
                 {name_of_part(points[i]), "", dot(slope + n * value.columns, value.row(n), value.columns)});
    }
    add_bias(c, "bias", bias.at(0, c.label));
    add_up(c);
  }
  return all;
}

// By row of the last states, those that the logits depend on: their slopes, [C, D].
std::map<int64_t, Matrix> slopes_of_states(const Matrix& gradient, int64_t C, int64_t N) {
  std::map<int64_t, Matrix> slopes;
  for (int64_t n = 0; n < N; ++n) {
    Matrix slope(C, gradient.columns);
    for (int64_t c = 0; c < C; ++c) std::copy_n(gradient.row(c * N + n), gradient.columns, slope.row(c));
    if (std::any_of(slope.values.begin(), slope.values.end(), [](double g) { return g != 0; }))
      slopes.emplace(n, std::move(slope));
  }
  return slopes;
}

std::vector<Contributions> unrolled(const Subject& subject, const EncodedText& text) {
  const Anatomy& a = subject.anatomy;
  const auto N = static_cast<int64_t>(text.ids.size());
  const Pass pass = run(subject, copies(text, 1), {{a.states}, {}, {}, {}});
  const int64_t C = pass.logits.columns;
  const Matrix gradient = gradients_by(subject, text, every_class(C), {a.states}).front();
  const std::vector<StreamTerm> terms = unroll(subject, text, slopes_of_states(gradient, C, N));
  std::vector<Contributions> all = empty(pass.logits, N);
  for (Contributions& c : all) {
    const auto at = static_cast<size_t>(c.label);
    for (const StreamTerm& term : terms)
      if (term.token < 0)
        add_bias(c, term.name, term.values[at]);
      else
        add_part(c, term.token, {term.name, "", term.values[at]});
    if (a.linear_head)
      add_bias(
          c, "bias",
          matrix_of(on_host(subject.device, subject.network.parameters().find("classifier.bias").value()))
              .values[at]);
    add_up(c);
    if (!a.linear_head) c.remainder = c.logit - c.sum;
  }
  return all;
}

}  // namespace

std::vector<Contributions> contributions(const Subject& subject, const EncodedText& text) {
  return subject.anatomy.additive.empty() ? unrolled(subject, text) : additive(subject, text);
}

}  // namespace heed::explain
