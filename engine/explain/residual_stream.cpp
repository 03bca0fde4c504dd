#include "engine/explain/residual_stream.h"

#include <algorithm>
#include <optional>

#include "engine/explain/affine_norm.h"
#include "engine/explain/maps.h"

namespace heed::explain {
namespace {

using Vector = std::vector<double>;

Vector sum_of(const Vector& a, const double* b) {
  Vector sum = a;
  for (size_t d = 0; d < sum.size(); ++d) sum[d] += b[d];
  return sum;
}

// A table whose rows are summed into the stream, and what they are called as a term.
struct Table {
  std::string term, point;
};

std::vector<Table> tables_of(const Subject& subject) {
  const Table kTables[] = {{"word", "embeddings.words.weight"},
                           {"word", "embedding.weight"},
                           {"position", "embeddings.positions.weight"},
                           {"position", "positions.weight"},
                           {"segment", "embeddings.types.weight"}};
  std::vector<Table> found;
  for (const Table& table : kTables)
    if (subject.network.parameters().has(table.point)) found.push_back(table);
  return found;
}

// One row of the stream: on the way up, its parts; on the way down, the directions along which it is read.
class Row {
 public:
  Row(const Subject& subject, const Pass& pass, StreamWeights& weights, int64_t tokens, int64_t row)
      : subject_(subject), a_(subject.anatomy), pass_(pass), weights_(weights), tokens_(tokens), row_(row) {}

  std::vector<StreamTerm> terms(const Matrix& directions) {
    climb();
    G_ = directions;
    if (final_) through(*final_, "norm");
    for (size_t l = a_.layers.size(); l-- > 0;) descend(l);
    descend_embeddings();
    std::reverse(terms_.begin(), terms_.end());
    return std::move(terms_);
  }

 private:
  struct Layer {
    Vector fed;                                     // what the feed-forward part wrote
    std::optional<AffineNorm> attended, forwarded;  // norms behind either part, where they stand there
  };

  const Matrix& weight(const std::string& name) const { return weights_[name]; }
  const double* written(const std::string& point, int nth) const {
    const auto found = rows_.find({point, nth});
    if (found != rows_.end()) return found->second.data();
    const Matrix all = matrix_of(pass_.value(point, nth));
    Vector row(all.row(row_), all.row(row_) + all.columns);
    return rows_.emplace(std::pair{point, nth}, std::move(row)).first->second.data();
  }
  AffineNorm norm(const Vector& z, const std::string& name) const {
    return affine_norm(z, weight(name + ".weight"), weight(name + ".bias"), a_.epsilon, a_.centred);
  }

  void climb() {
    Vector x;
    for (const auto& [name, point] : tables_of(subject_)) {
      const double* row = written(point, 0);
      x = x.empty() ? Vector(row, row + pass_.value(point).size(1)) : sum_of(x, row);
    }
    if (subject_.network.parameters().has("embeddings.norm.weight")) {
      embedded_ = norm(x, "embeddings.norm");
      x = (*embedded_)(x);
    }
    if (subject_.network.parameters().has("embeddings.projection.weight")) {
      const double* row = written("embeddings.projection.weight", 0);
      x.assign(row, row + pass_.value("embeddings.projection.weight").size(1));
    }
    for (const LayerAnatomy& l : a_.layers) {
      Layer layer;
      x = sum_of(x, written(l.weights + ".attention.out.weight", l.nth));
      if (!a_.pre_norm) x = (*(layer.attended = norm(x, l.weights + ".attention_norm")))(x);
      const double* fed = written(l.weights + ".feed_forward.out.weight", l.nth);
      layer.fed.assign(fed, fed + x.size());
      x = sum_of(x, fed);
      if (!a_.pre_norm) x = (*(layer.forwarded = norm(x, l.weights + ".feed_forward_norm")))(x);
      layers_.push_back(std::move(layer));
    }
    if (a_.pre_norm) final_ = norm(x, a_.final_norm);
  }

  // Along all directions, of a vector that was written.
  Vector along(const double* vector) const {
    Vector values;
    for (int64_t k = 0; k < G_.rows; ++k) values.push_back(dot(G_.row(k), vector, G_.columns));
    return values;
  }
  void add(const std::string& name, int token, Vector values) {
    terms_.push_back({name, token, std::move(values)});
  }
  void through(const AffineNorm& map, const std::string& name) {
    if (!map.bias.empty()) add(name, -1, along(map.bias.data()));
    for (int64_t k = 0; k < G_.rows; ++k) map.transpose(G_.row(k));
  }

  void descend(size_t l) {
    const LayerAnatomy& names = a_.layers[l];
    const std::string layer = "layer." + std::to_string(l);
    if (layers_[l].forwarded) through(*layers_[l].forwarded, layer + ".feed_forward.norm");
    Vector fed = layers_[l].fed;
    if (const Matrix& bias = weight(names.weights + ".feed_forward.out.bias"); !bias.values.empty()) {
      add(layer + ".feed_forward.bias", -1, along(bias.values.data()));
      for (size_t d = 0; d < fed.size(); ++d) fed[d] -= bias.values[d];
    }
    add(layer + ".feed_forward", static_cast<int>(row_), along(fed.data()));
    if (layers_[l].attended) through(*layers_[l].attended, layer + ".attention.norm");
    if (const Matrix& bias = weight(names.weights + ".attention.out.bias"); !bias.values.empty())
      add(layer + ".attention.bias", -1, along(bias.values.data()));
    descend_heads(l, layer);
  }

  // Along G: Σ_s a_ts v_s · (W_Oᵀ g), head by head.
  void descend_heads(size_t l, const std::string& layer) {
    const AttentionPoint& point = a_.maps[l];
    const PointOf& values = a_.summed[l].values.front();
    const Map map = map_of(point, matrix_of(pass_.value(point.name)), tokens_);
    const Matrix v = matrix_of(pass_.value(values.name, values.nth));
    const Matrix& W = weight(a_.summed[l].out);
    Matrix read(G_.rows, W.columns);
    for (int64_t k = 0; k < G_.rows; ++k)
      for (int64_t d = 0; d < W.rows; ++d)
        for (int64_t i = 0; i < W.columns; ++i) read.at(k, i) += G_.at(k, d) * W.at(d, i);
    const int64_t K = W.columns / map.H, shared_by = W.columns / v.columns;  // heads with the same values
    for (int64_t h = map.H; h-- > 0;)
      for (int64_t s = map.S; s-- > 0;) {
        Vector along_heads;
        for (int64_t k = 0; k < G_.rows; ++k)
          along_heads.push_back(map.at(h, row_, s) *
                                dot(read.row(k) + h * K, v.row(s) + h / shared_by * K, K));
        add(layer + ".head." + std::to_string(h), static_cast<int>(s), std::move(along_heads));
      }
  }

  void descend_embeddings() {
    if (const Matrix& P = weight("embeddings.projection.weight"); P.rows > 0) {
      add("embeddings.bias", -1, along(weight("embeddings.projection.bias").values.data()));
      Matrix narrow(G_.rows, P.columns);
      for (int64_t k = 0; k < G_.rows; ++k)
        for (int64_t d = 0; d < P.rows; ++d)
          for (int64_t e = 0; e < P.columns; ++e) narrow.at(k, e) += G_.at(k, d) * P.at(d, e);
      G_ = std::move(narrow);
    }
    if (embedded_) through(*embedded_, "embeddings.norm");
    const std::vector<Table> found = tables_of(subject_);
    for (size_t i = found.size(); i-- > 0;)
      add(found[i].term, static_cast<int>(row_), along(written(found[i].point, 0)));
  }

  const Subject& subject_;
  const Anatomy& a_;
  const Pass& pass_;
  StreamWeights& weights_;
  int64_t tokens_, row_;
  mutable std::map<std::pair<std::string, int>, Vector> rows_;
  std::optional<AffineNorm> embedded_, final_;
  std::vector<Layer> layers_;
  Matrix G_;  // [K, D]
  std::vector<StreamTerm> terms_;
};

}  // namespace

const Matrix& StreamWeights::operator[](const std::string& name) {
  const auto [place, is_new] = read_.try_emplace(name);
  const Parameters& parameters = subject_.network.parameters();
  if (is_new && parameters.has(name)) place->second = matrix_of(weights_of(subject_, parameters.find(name)));
  return place->second;
}

std::vector<std::string> stream_points(const Subject& subject) {
  const Anatomy& a = subject.anatomy;
  std::vector<std::string> points = map_points(a);
  for (const Table& table : tables_of(subject)) points.push_back(table.point);
  if (subject.network.parameters().has("embeddings.projection.weight"))
    points.push_back("embeddings.projection.weight");
  for (const LayerAnatomy& layer : a.layers)
    for (const char* part : {".attention.value.weight", ".attention.out.weight", ".feed_forward.out.weight"})
      points.push_back(layer.weights + part);
  return points;
}

std::vector<StreamTerm> unroll(const Subject& subject, const Pass& pass, int64_t tokens,
                               const std::map<int64_t, Matrix>& directions, StreamWeights& weights) {
  std::vector<StreamTerm> all;
  for (const auto& [row, direction] : directions)
    for (StreamTerm& term : Row(subject, pass, weights, tokens, row).terms(direction))
      all.push_back(std::move(term));
  return all;
}

std::vector<StreamTerm> unroll(const Subject& subject, const EncodedText& text,
                               const std::map<int64_t, Matrix>& directions) {
  check(subject.anatomy.residual(), "[explain] this model has no residual stream to unroll.");
  const Pass pass = run(subject, copies(text, 1), {stream_points(subject), {}, {}, {}});
  StreamWeights weights(subject);
  return unroll(subject, pass, static_cast<int64_t>(text.ids.size()), directions, weights);
}

}  // namespace heed::explain
