#include "engine/explain/contributions.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/explain/maps.h"
#include "engine/explain/prediction_head.h"
#include "engine/explain/residual_stream.h"

namespace heed::explain {
namespace {

// Tokens of a batch. More make it slower again: what a pass computes would not stay in the cache.
constexpr int64_t kTokensTogether = 1 << 8;

// What products of float32 may leave of a sum of float64; of 8-bit products it is more, and is said.
constexpr double kRounding = 1e-4;

using Texts = std::vector<EncodedText>;
using Classes = std::vector<int64_t>;
using Found = std::vector<std::vector<Contributions>>;

// Adds up the logit of one class of one text.
class Sum {
 public:
  Sum(Contributions& to, Detail detail) : to_(to), parts_(detail == Detail::kParts) {}

  void add(int token, std::string_view name, double value, const std::string& text = "") {
    Term& term = to_.terms[static_cast<size_t>(token)];
    term.value += value;
    to_.sum += value;
    component(name) += value;
    if (parts_) term.parts.push_back({std::string(name), text, value});
  }
  void bias(std::string_view name, double value) {
    to_.bias += value;
    to_.sum += value;
    component(name) += value;
  }

 private:
  double& component(std::string_view name) {
    for (Part& part : to_.components)
      if (part.name == name) return part.value;
    return to_.components.emplace_back(Part{std::string(name), "", 0}).value;
  }

  Contributions& to_;
  bool parts_;
};

std::vector<Contributions> empty(const double* logits, const Classes& classes, size_t tokens) {
  std::vector<Contributions> all(classes.size());
  for (size_t k = 0; k < all.size(); ++k) {
    all[k].label = classes[k];
    all[k].logit = logits[classes[k]];
    for (size_t n = 0; n < tokens; ++n) all[k].terms.push_back({static_cast<int>(n), 0, {}});
  }
  return all;
}

// --- Logits that are linear in what stands at some points

const char* name_of_part(const std::string& point) {
  if (point == "embedding.weight") return "word";
  if (point == "pieces.weight") return "n-grams";
  return point == "phrases.weight" ? "phrase" : "state";
}

// The logits where all points from which on they are linear are zero, the maps as they were, [B, C].
Matrix bias_of(const Subject& subject, const TextBatch& batch, const Pass& pass) {
  Asked nothing;
  hold(nothing.patches, pass, map_names(subject.anatomy), 1);
  for (const std::string& point : subject.anatomy.additive) {
    const Tensor& value = pass.value(point);
    nothing.patches[point] = {Tensor::zeros(value.shape(), value.dtype()), {}};
  }
  return run(subject, batch, nothing).logits;
}

// A text's phrases, each by itself, with its row of the table: what it votes.
struct Phrases {
  std::vector<PhrasePlace> places;
  Matrix votes;  // [phrases, ·]
};

Phrases phrases_of(const Subject& subject, const EncodedText& text) {
  const Tensor table = on_host(subject.device, subject.network.parameters().find("phrases.weight").value());
  Phrases found;
  if (const auto* words = dynamic_cast<const TextEncoder*>(&subject.text))
    found.places = words->phrase_places(text);
  for (const int32_t row : text.phrases) {
    const Matrix vote = matrix_of(table.rows(row, 1));
    found.votes.columns = vote.columns;
    found.votes.rows += 1;
    found.votes.values.insert(found.votes.values.end(), vote.values.begin(), vote.values.end());
  }
  return found;
}

// Along the slope of its token's votes, a row for each token.
void add_phrases(const Subject& subject, const EncodedText& text, const Phrases& phrases,
                 const double* slopes, Sum& sum) {
  int64_t i = 0;
  for (size_t n = 0; n < text.phrase_counts.size(); ++n, slopes += phrases.votes.columns) {
    const int32_t count = text.phrase_counts[n];
    const double share = subject.anatomy.sums_phrases ? 1 : 1 / static_cast<double>(count);
    for (const int64_t end = i + count; i < end; ++i)
      sum.add(static_cast<int>(n), "phrase", share * dot(slopes, phrases.votes.row(i), phrases.votes.columns),
              phrases.places.empty() ? "" : phrases.places[static_cast<size_t>(i)].text);
  }
}

// Slope × value at those points.
Found additive(const Subject& subject, const Texts& texts, const std::vector<int>& chosen, Detail detail,
               const Classes& wanted) {
  const std::vector<std::string>& points = subject.anatomy.additive;
  const TextBatch batch = make_batch(texts, chosen);
  const Pass pass = run(subject, batch, {{}, {}, points, {}, wanted, map_names(subject.anatomy)});
  const Classes classes = named_or_all(wanted, pass.logits.columns);
  const Matrix bias = bias_of(subject, batch, pass);
  std::map<std::string, Matrix> values;
  for (const std::string& point : points) values[point] = matrix_of(pass.value(point));
  Found found;
  for (size_t b = 0; b < chosen.size(); ++b) {
    const EncodedText& text = texts[static_cast<size_t>(chosen[b])];
    const int64_t first = batch.sentences.begin[b], row = static_cast<int64_t>(b);
    const bool each_phrase = detail == Detail::kParts && !text.phrases.empty();
    const Phrases phrases = each_phrase ? phrases_of(subject, text) : Phrases();
    found.push_back(empty(pass.logits.row(row), classes, text.ids.size()));
    for (size_t k = 0; k < classes.size(); ++k) {
      Contributions& c = found.back()[k];
      Sum sum(c, detail);
      for (const std::string& point : points) {
        const Matrix& x = values[point];
        const double* slope = pass.slopes.at(point).row(static_cast<int64_t>(k) * x.rows + first);
        if (each_phrase && point == "phrases.weight")
          add_phrases(subject, text, phrases, slope, sum);
        else
          for (int64_t n = 0; n < batch.sentences.length[b]; ++n)
            sum.add(static_cast<int>(n), name_of_part(point),
                    dot(slope + n * x.columns, x.row(first + n), x.columns));
      }
      sum.bias("bias", bias.at(row, c.label));
    }
  }
  return found;
}

// --- The residual stream of encoders

std::vector<Contributions> sums_of(std::vector<Contributions> all, const std::vector<StreamTerm>& terms,
                                   const std::vector<double>& bias, Detail detail) {
  for (size_t k = 0; k < all.size(); ++k) {
    Sum sum(all[k], detail);
    for (const StreamTerm& term : terms)
      if (term.token < 0)
        sum.bias(term.name, term.values[k]);
      else
        sum.add(term.token, term.name, term.values[k]);
    sum.bias("bias", bias[k]);
    const double rest = all[k].logit - all[k].sum;
    if (std::abs(rest) > kRounding * std::max(1.0, std::abs(all[k].logit))) all[k].remainder = rest;
  }
  return all;
}

Found unrolled(const Subject& subject, const Texts& texts, const std::vector<int>& chosen, Detail detail,
               const Classes& wanted) {
  const Anatomy& a = subject.anatomy;
  const TextBatch batch = make_batch(texts, chosen);
  Asked asked{stream_points(subject), {}, {}, {}};
  asked.watch.push_back(a.states);
  const Pass pass = run(subject, batch, asked);
  const Classes classes = named_or_all(wanted, pass.logits.columns);
  StreamWeights weights(subject);
  Found found;
  for (size_t b = 0; b < chosen.size(); ++b) {
    const int64_t N = batch.sentences.length[b];
    const Pass part = part_of(pass, a, batch.sentences, b);
    const HeadMap head = map_of_head(subject, matrix_of(part.value(a.states)), classes, weights);
    found.push_back(sums_of(empty(pass.logits.row(static_cast<int64_t>(b)), classes, static_cast<size_t>(N)),
                            unroll(subject, part, N, head.directions, weights), head.bias, detail));
  }
  return found;
}

}  // namespace

std::vector<std::vector<Contributions>> contributions(const Subject& subject, const Texts& texts,
                                                      Detail detail, const Classes& classes) {
  Found all;
  for (const std::vector<int>& chosen : batches_of(subject, texts, kTokensTogether))
    for (std::vector<Contributions>& one : subject.anatomy.additive.empty()
                                               ? unrolled(subject, texts, chosen, detail, classes)
                                               : additive(subject, texts, chosen, detail, classes))
      all.push_back(std::move(one));
  return all;
}

std::vector<Contributions> contributions(const Subject& subject, const EncodedText& text) {
  return std::move(contributions(subject, Texts{text}, Detail::kParts).front());
}

}  // namespace heed::explain
