#include "engine/session/translating/inside/look.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/portable_math.h"
#include "engine/data/piece_encoder.h"
#include "engine/models/beam_search.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/inside/recorded_heads.h"
#include "engine/session/writing/candidates.h"

namespace heed::session {
namespace {

// One map, which grows with every step or is there at once; one of the encoder is there from the beginning.
struct Growing {
  AttentionPoint point;
  AttentionMap map;
  std::vector<float> scores;  // [H, T, S], of cross-attention
  bool scored = false;

  bool of_source() const { return point.name.rfind("encoder.", 0) == 0; }
  void watch(Trace& reading, Trace& writing) const;
  // The rows from t on that have been traced.
  void take(const Context& ctx, int64_t t, const Trace& reading, const Trace& writing);

 private:
  void put(std::vector<float>& into, const std::vector<float>& rows, int64_t t, int64_t R) const;
  std::vector<float> scores_of(const Context& ctx, const Trace& reading, const Trace& writing) const;
};

Growing growing(const AttentionPoint& point, int64_t T, int64_t S) {
  Growing one{point, {}, {}};
  AttentionMap& map = one.map;
  const bool crosses = point.kind == "cross";
  map.name = point.name, map.kind = point.kind, map.layer = point.layer;
  map.H = point.heads;
  map.T = one.of_source() ? S : T;
  map.S = one.of_source() || crosses ? S : T;
  map.weights.resize(static_cast<size_t>(map.H * map.T * map.S));
  if (crosses) one.scores.resize(map.weights.size());
  one.scored = crosses;
  return one;
}

void Growing::watch(Trace& reading, Trace& writing) const {
  (of_source() ? reading : writing).watch(point.name);
  if (!scored) return;
  reading.watch(point.beside("k"));
  writing.watch(point.beside("q"));
  writing.watch(point.beside("scaled"));
}

// Rows [H, R, keys], as many keys as there were by then.
void Growing::put(std::vector<float>& into, const std::vector<float>& rows, int64_t t, int64_t R) const {
  const int64_t keys = static_cast<int64_t>(rows.size()) / (map.H * R);
  for (int64_t h = 0; h < map.H; ++h)
    for (int64_t r = 0; r < R; ++r)
      std::copy_n(rows.begin() + (h * R + r) * keys, keys, into.begin() + (h * map.T + t + r) * map.S);
}

void Growing::take(const Context& ctx, int64_t t, const Trace& reading, const Trace& writing) {
  if (of_source() && t > 0) return;
  const Tensor* weights = (of_source() ? reading : writing).find(point.name);
  const std::vector<float> rows = ctx.host(*weights).values<float>();
  if (of_source()) {
    map.weights = rows;
    return;
  }
  const bool whole = rows.size() == map.weights.size();
  const int64_t R = whole ? map.T : 1;
  put(map.weights, rows, t, R);
  if (!scored) return;
  const std::vector<float> said = scores_of(ctx, reading, writing);
  scored = said.size() == static_cast<size_t>(map.H * R * map.S);
  if (scored) put(scores, said, t, R);
}

// What the softmax was taken of: as the mechanism has it, or q·k / √K; nothing where nobody says.
std::vector<float> Growing::scores_of(const Context& ctx, const Trace& reading, const Trace& writing) const {
  if (const Tensor* said = writing.find(point.beside("scaled"))) return ctx.host(*said).values<float>();
  const Tensor *q = writing.find(point.beside("q")), *k = reading.find(point.beside("k"));
  if (!q || !k || k->shape().columns() != q->shape().columns() || q->shape().columns() % map.H != 0)
    return {};
  const Tensor queries = ctx.host(*q), keys = ctx.host(*k);
  const int64_t R = queries.shape().rows(), D = queries.shape().columns(), K = D / map.H;
  std::vector<float> said;
  for (int64_t h = 0; h < map.H; ++h)
    for (int64_t r = 0; r < R; ++r)
      for (int64_t s = 0; s < map.S; ++s) {
        const float *one = queries.data<float>() + r * D + h * K, *other = keys.data<float>() + s * D + h * K;
        const float dot = std::inner_product(one, one + K, other, 0.0F);
        said.push_back(dot / std::sqrt(static_cast<float>(K)));
      }
  return said;
}

// Tells of the token that was written after these scores, and of those that might have been.
void say(const ModelImpl& model, const Tensor& scores, int32_t written, int64_t candidates,
         Translation& translation) {
  const auto& text =
      dynamic_cast<const PieceEncoder&>(*model.parts().text);  // all that translate read pieces
  const std::vector<double> log_p = log_probabilities(scores);
  const auto token = [&](int id) {
    return NextToken{model.parts().text->token_of(id), id, portable_exp(log_p[static_cast<size_t>(id)]),
                     text.text_of({id})};
  };
  translation.target_tokens.push_back(token(written));
  translation.log_sums.push_back(static_cast<double>(scores.data<float>()[0]) - log_p[0]);
  if (candidates == 0) return;
  std::vector<NextToken>& others = translation.candidates.emplace_back();
  for (const int id : largest(log_p, candidates)) others.push_back(token(id));
}

// Both texts at once, each target token behind those before it.
TextBatch both(const WrittenTarget& target) {
  std::vector<int32_t> given{target.start};
  given.insert(given.end(), target.ids.begin(), target.ids.end());
  given.pop_back();  // nothing is asked of the last
  TextBatch batch;
  batch.ids = Tensor::list(target.source);
  batch.sentences = Spans::packed({static_cast<int32_t>(target.source.size())});
  batch.target_ids = Tensor::list(given);
  batch.targets = Spans::packed({static_cast<int32_t>(given.size())});
  return batch;
}

}  // namespace

void look(const ModelImpl& model, const SequenceNetwork& network, const explain::MapEdits& edits,
          const WrittenTarget& target, const TranslateOptions& options, Translation& translation) {
  const auto S = static_cast<int64_t>(target.source.size()), T = static_cast<int64_t>(target.ids.size());
  std::vector<Growing> maps;
  for (const AttentionPoint& point : network.attention())
    if (options.every_map || point.kind == "cross") maps.push_back(growing(point, T, S));
  Context ctx = model.context();
  Trace reading, writing;
  const auto said = [&](int64_t t, const Tensor& scores) {
    say(model, scores, target.ids[static_cast<size_t>(t)], options.candidates, translation);
  };
  if (edits.empty() && network.looks_at_once()) {
    for (const Growing& one : maps) one.watch(reading, reading);
    ctx.trace = &reading;
    const Tensor scores = ctx.host(network.forward(ctx, both(target)).value());
    for (int64_t t = 0; t < T; ++t) said(t, scores.rows(t, 1));
    for (Growing& one : maps) one.take(ctx, 0, reading, reading);
  } else {
    for (const Growing& one : maps) one.watch(reading, writing);
    const explain::EditedDecoder decoder(network, edits);
    ctx.trace = &reading;
    const auto decoding = decoder.read(ctx, target.source);
    ctx.trace = &writing;
    for (int64_t t = 0; t < T; ++t) {
      writing.clear();
      said(t, decoder.next(ctx, *decoding, t == 0 ? target.start : target.ids[static_cast<size_t>(t - 1)]));
      for (Growing& one : maps) one.take(ctx, t, reading, writing);
    }
  }
  for (Growing& one : maps) {
    translation.scores.push_back(one.scored ? std::move(one.scores) : std::vector<float>{});
    translation.attention.push_back(std::move(one.map));
  }
}

}  // namespace heed::session
