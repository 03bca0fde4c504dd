#include "engine/explain/map_answers.h"

#include <algorithm>
#include <cstdlib>

namespace heed::explain {
namespace {

const AttentionPoint& last_point(const Subject& subject) {
  check(!subject.anatomy.maps.empty(), "[explain] this model does not attend: it has no attention map.");
  return subject.anatomy.maps.back();
}

// Row c asks for class c.
Matrix each_class(const Matrix& logits) {
  Matrix directions(logits.rows, logits.columns);
  for (int64_t c = 0; c < logits.rows; ++c) directions.at(c, c) = 1;
  return directions;
}

Matrix some_rows(const Matrix& all, int64_t first, int64_t count) {
  Matrix some(count, all.columns);
  std::copy_n(all.row(first), count * all.columns, some.values.begin());
  return some;
}

}  // namespace

MapAnswers::MapAnswers(const Subject& subject, const EncodedText& text)
    : subject_(subject), text_(text), point_(last_point(subject)) {
  const auto N = static_cast<int64_t>(text.ids.size());
  const Pass plain = run(subject, copies(text, 1), {{point_.name}, {}, {}, {}});
  const Tensor& value = plain.value(point_.name);
  own_ = map_of(point_, matrix_of(value), N);
  shape_ = value.shape();
  dtype_ = value.dtype();
  own_logits_ = plain.logits.values;
  if (subject.anatomy.additive.empty()) return;
  const int64_t C = plain.logits.columns, cells = static_cast<int64_t>(own_.weights.size());
  const Pass back = run(subject, copies(text, C), {{}, {}, {point_.name}, each_class});
  // Row c of the gradient is copy c's.
  weights_ = back.gradient(point_.name);
  weights_.rows = C;
  weights_.columns = cells;
  for (int64_t c = 0; c < C; ++c)
    rest_.push_back(own_logits_[static_cast<size_t>(c)] - dot(weights_.row(c), own_.weights.data(), cells));
}

bool MapAnswers::sees(int64_t t, int64_t s) const {
  return point_.reach < 0 || own_.T == 1 || std::abs(t - s) <= point_.reach;
}

Matrix MapAnswers::sums(const Matrix& maps) const {
  Matrix logits(maps.rows, weights_.rows);
  for (int64_t m = 0; m < maps.rows; ++m)
    for (int64_t c = 0; c < weights_.rows; ++c)
      logits.at(m, c) = rest_[static_cast<size_t>(c)] + dot(weights_.row(c), maps.row(m), maps.columns);
  return logits;
}

MapAnswers::Slopes MapAnswers::passes(const Matrix& maps,
                                      const std::function<Matrix(const Matrix&)>& directions) const {
  const int64_t at_once = most_at_once(static_cast<int64_t>(text_.ids.size()));
  Slopes all;
  for (int64_t first = 0; first < maps.rows; first += at_once) {
    const Matrix some = some_rows(maps, first, std::min(at_once, maps.rows - first));
    const Shape shape = tiled_shape(shape_, some.rows);
    Asked asked;
    asked.patches[point_.name] = {Tensor::zeros(shape, dtype_), tensor_of(some.values, shape, dtype_)};
    if (directions) {
      asked.by = {point_.name};
      asked.directions = directions;
    }
    const Pass pass = run(subject_, copies(text_, some.rows), asked);
    all.logits.append(pass.logits);
    if (!directions) continue;
    Matrix gradient = pass.gradient(point_.name);
    gradient.rows = some.rows;
    gradient.columns = some.columns;
    all.gradient.append(gradient);
  }
  return all;
}

Matrix MapAnswers::logits(const Matrix& maps) const {
  return rest_.empty() ? passes(maps, {}).logits : sums(maps);
}

std::vector<double> MapAnswers::answer(const double* logits) const {
  return answers_to(logits, static_cast<int64_t>(own_logits_.size()), subject_.network.answers());
}

std::vector<double> MapAnswers::by_logits(const std::vector<double>& slopes,
                                          const std::vector<double>& p) const {
  return explain::by_logits(slopes, p, subject_.network.answers());
}

MapAnswers::Slopes MapAnswers::slopes(const Matrix& maps,
                                      const std::function<Matrix(const Matrix&)>& directions) const {
  if (rest_.empty()) return passes(maps, directions);
  Slopes found{sums(maps), Matrix(maps.rows, maps.columns)};
  const Matrix asked = directions(found.logits);
  for (int64_t m = 0; m < maps.rows; ++m)
    for (int64_t c = 0; c < asked.columns; ++c) {
      const double d = asked.at(m, c), *w = weights_.row(c);
      double* g = found.gradient.row(m);
      for (int64_t i = 0; i < maps.columns; ++i) g[i] += d * w[i];
    }
  return found;
}

Matrix matrix_of(const std::vector<std::vector<double>>& rows) {
  Matrix all(static_cast<int64_t>(rows.size()), rows.empty() ? 0 : static_cast<int64_t>(rows[0].size()));
  for (size_t r = 0; r < rows.size(); ++r)
    std::copy(rows[r].begin(), rows[r].end(), all.row(static_cast<int64_t>(r)));
  return all;
}

}  // namespace heed::explain
