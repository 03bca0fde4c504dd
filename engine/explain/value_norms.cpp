#include "engine/explain/value_norms.h"

#include <algorithm>
#include <cmath>

#include "engine/explain/affine_norm.h"

namespace heed::explain {
namespace {

// f_h(x_s) as rows h · S + s.
Matrix transformed(const Subject& subject, const Anatomy::Summed& summed, const Pass& pass, int64_t H) {
  Matrix W, f;
  if (!summed.out.empty())
    W = matrix_of(on_host(subject.device, subject.network.parameters().find(summed.out).value()));
  int64_t before = 0;  // columns of W
  for (const PointOf& point : summed.values) {
    const Matrix v = matrix_of(pass.value(point.name, point.nth));
    const int64_t K = v.columns / H, S = v.rows;
    if (f.rows == 0) f = Matrix(H * S, W.rows > 0 ? W.rows : K);
    for (int64_t r = 0; r < f.rows; ++r) {
      const double* x = v.row(r % S) + r / S * K;
      for (int64_t d = 0; d < f.columns; ++d)
        f.at(r, d) += before < W.columns ? dot(W.row(d) + before + r / S * K, x, K) : x[d];
    }
    before += v.columns;
  }
  return f;
}

ValueNorms norms_of(const Map& map, const Matrix& f) {
  ValueNorms norms{map, Matrix(map.T, map.S)};
  for (int64_t s = 0; s < map.S; ++s) {
    Matrix products(map.H, map.H);  // f_h · f_g of this key
    for (int64_t h = 0; h < map.H; ++h)
      for (int64_t g = 0; g < map.H; ++g)
        products.at(h, g) = dot(f.row(h * map.S + s), f.row(g * map.S + s), f.columns);
    for (int64_t t = 0; t < map.T; ++t) {
      double square = 0;
      for (int64_t h = 0; h < map.H; ++h) {
        norms.heads.weights[static_cast<size_t>((h * map.T + t) * map.S + s)] *= std::sqrt(products.at(h, h));
        for (int64_t g = 0; g < map.H; ++g) square += map.at(h, t, s) * map.at(g, t, s) * products.at(h, g);
      }
      norms.summed.at(t, s) = std::sqrt(std::max(square, 0.0));
    }
  }
  return norms;
}

}  // namespace

std::vector<ValueNorms> value_norms(const Subject& subject, const EncodedText& text) {
  const Anatomy& a = subject.anatomy;
  std::vector<std::string> points = map_points(a);
  for (const Anatomy::Summed& summed : a.summed)
    for (const PointOf& point : summed.values) points.push_back(point.name);
  expect_weights(subject);
  const Pass pass = run(subject, copies(text, 1), {points, {}, {}, {}});
  const bool centred = a.residual() && a.centred;
  std::vector<ValueNorms> norms;
  for (size_t l = 0; l < a.maps.size(); ++l) {
    const Map map =
        map_of(a.maps[l], matrix_of(pass.value(a.maps[l].name)), static_cast<int64_t>(text.ids.size()));
    Matrix f = transformed(subject, a.summed[l], pass, map.H);
    for (int64_t r = 0; centred && r < f.rows; ++r) take_mean_away(f.row(r), f.columns);
    norms.push_back(norms_of(map, f));
  }
  return norms;
}

std::vector<double> value_norm_received(const Subject& subject, const EncodedText& text) {
  const ValueNorms last = value_norms(subject, text).back();
  const auto N = static_cast<int64_t>(text.ids.size());
  std::vector<double> sum(static_cast<size_t>(N), 0.0);
  // The map of attention pooling is a row by itself.
  const std::vector<double> read =
      last.summed.rows == 1 ? std::vector<double>{1} : rows_read(subject, {last.heads}, N);
  for (int64_t t = 0; t < last.summed.rows; ++t)
    for (int64_t s = 0; s < N; ++s)
      sum[static_cast<size_t>(s)] += read[static_cast<size_t>(t)] * last.summed.at(t, s);
  return sum;
}

}  // namespace heed::explain
