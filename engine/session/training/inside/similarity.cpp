#include "engine/session/training/inside/similarity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/random.h"

namespace heed::session {
namespace {

bool is_plain(const std::string& word) {
  return word.size() > 1 &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> rank(values.size());
  for (size_t first = 0; first < order.size();) {
    size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    for (size_t i = first; i <= last; ++i) rank[order[i]] = static_cast<double>(first + last) / 2;
    first = last + 1;
  }
  return rank;
}

}  // namespace

NamedVectors unit_vectors(const WordVectors& vectors, const std::vector<std::string>& words) {
  NamedVectors unit{words, vectors.D(), std::vector<float>(words.size() * static_cast<size_t>(vectors.D()))};
  for (size_t i = 0; i < words.size(); ++i) {
    float* row = unit.values.data() + static_cast<int64_t>(i) * unit.D;
    vectors.find(words[i], row);
    double squares = 0;
    for (int64_t d = 0; d < unit.D; ++d) squares += static_cast<double>(row[d]) * static_cast<double>(row[d]);
    for (int64_t d = 0; d < unit.D && squares > 0; ++d) row[d] /= static_cast<float>(std::sqrt(squares));
  }
  return unit;
}

double cosine(const NamedVectors& v, size_t a, size_t b) {
  const float *x = v.values.data() + static_cast<int64_t>(a) * v.D,
              *y = v.values.data() + static_cast<int64_t>(b) * v.D;
  double sum = 0;
  for (int64_t d = 0; d < v.D; ++d) sum += static_cast<double>(x[d]) * static_cast<double>(y[d]);
  return sum;
}

std::vector<size_t> nearest(const NamedVectors& vectors, size_t word, size_t count) {
  std::vector<std::pair<double, size_t>> others;
  for (size_t i = 0; i < vectors.words.size(); ++i)
    if (i != word) others.emplace_back(-cosine(vectors, word, i), i);
  count = std::min(count, others.size());
  std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(count), others.end());
  std::vector<size_t> found;
  for (size_t i = 0; i < count; ++i) found.push_back(others[i].second);
  return found;
}

double spearman(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> x = ranks(a), y = ranks(b);
  const double mean = static_cast<double>(a.size() - 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  return xy / std::sqrt(xx * yy);
}

Agreement compare(const WordVectors& ours, const WordVectors& reference,
                  const std::vector<std::string>& words, int64_t most, int64_t pairs) {
  std::vector<std::string> shared;
  std::vector<float> row(static_cast<size_t>(std::max(ours.D(), reference.D())));
  for (const std::string& word : words)
    if (static_cast<int64_t>(shared.size()) < most && is_plain(word) && ours.find(word, row.data()) &&
        reference.find(word, row.data()))
      shared.push_back(word);
  Agreement result{static_cast<int64_t>(shared.size()), pairs, 0, 0};
  const NamedVectors a = unit_vectors(ours, shared), b = unit_vectors(reference, shared);
  Random random(0);
  for (const bool near : {true, false}) {
    std::vector<double> of_ours, of_reference;
    for (int64_t i = 0; i < pairs && shared.size() > 2; ++i) {
      const size_t first = random.below(shared.size());
      size_t second = random.below(shared.size());
      if (near) {
        const double most_ranks = std::log(static_cast<double>(shared.size() - 1));
        const auto rank = static_cast<size_t>(std::exp(random.uniform() * most_ranks));
        second = nearest(b, first, rank).back();
      }
      of_ours.push_back(cosine(a, first, second));
      of_reference.push_back(cosine(b, first, second));
    }
    (near ? result.near : result.even) = spearman(of_ours, of_reference);
  }
  return result;
}

}  // namespace heed::session
