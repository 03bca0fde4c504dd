#include "engine/data/phrase_regression.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace heed {
namespace {

// A row for each text, most of it zeros, which are left out.
struct SparseRows {
  std::vector<size_t> ends;
  std::vector<size_t> columns;
  std::vector<double> values;

  template <class Visit>
  void each(size_t n, const Visit& visit) const {
    for (size_t i = n == 0 ? 0 : ends[n - 1]; i < ends[n]; ++i) visit(columns[i], values[i]);
  }
  template <class Visit>
  void each(size_t n, const Visit& visit) {
    for (size_t i = n == 0 ? 0 : ends[n - 1]; i < ends[n]; ++i) visit(columns[i], values[i]);
  }
};

struct Features {
  SparseRows z;
  std::vector<uint32_t> hashes;  // of each column
  std::vector<double> idf;
  double scale = 0;  // mean of √words / |x ⊙ idf|
};

// How often texts have phrases; idf holds how many texts do.
Features counted(const std::vector<CountedText>& texts) {
  Features f;
  std::unordered_map<uint32_t, size_t> columns;
  for (const CountedText& text : texts) {
    std::vector<size_t> here;
    for (const uint32_t hash : text.phrases) {
      const auto [place, is_new] = columns.try_emplace(hash, f.hashes.size());
      if (is_new) f.hashes.push_back(hash);
      here.push_back(place->second);
    }
    f.idf.resize(f.hashes.size());
    std::sort(here.begin(), here.end());
    for (size_t i = 0; i < here.size(); ++i) {
      if (i > 0 && here[i] == here[i - 1]) {
        ++f.z.values.back();
        continue;
      }
      f.z.columns.push_back(here[i]);
      f.z.values.push_back(1);
      ++f.idf[here[i]];
    }
    f.z.ends.push_back(f.z.columns.size());
  }
  return f;
}

Features weighed(const std::vector<CountedText>& texts) {
  Features f = counted(texts);
  const auto N = static_cast<double>(texts.size());
  for (double& idf : f.idf) idf = 1 + std::log((1 + N) / (1 + idf));
  for (size_t n = 0; n < texts.size(); ++n) {
    double square = 0;
    f.z.each(n, [&](size_t column, double& x) {
      x *= f.idf[column];
      square += x * x;
    });
    if (square == 0) continue;
    f.z.each(n, [&](size_t, double& x) { x /= std::sqrt(square); });
    f.scale += std::sqrt(static_cast<double>(texts[n].words) / square) / N;
  }
  return f;
}

// W [columns + 1, C], whose last row is b.
struct Regression {
  const SparseRows& z;
  const std::vector<CountedText>& texts;
  size_t columns, C;
  double lambda = 1 / (20 * static_cast<double>(texts.size()));

  void differentiate(const std::vector<double>& W, std::vector<double>& dW) const {
    const double *b = &W[columns * C], share = 1 / static_cast<double>(texts.size());
    std::transform(W.begin(), W.end(), dW.begin(), [&](double w) { return lambda * w; });
    std::fill_n(&dW[columns * C], C, 0.0);
    std::vector<double> p(C);
    for (size_t n = 0; n < texts.size(); ++n) {
      std::copy_n(b, C, p.begin());
      z.each(n, [&](size_t column, double x) {
        for (size_t c = 0; c < C; ++c) p[c] += x * W[column * C + c];
      });
      const double largest = *std::max_element(p.begin(), p.end());
      double sum = 0;
      for (double& one : p) sum += one = std::exp(one - largest);
      for (double& one : p) one *= share / sum;
      p[static_cast<size_t>(texts[n].label)] -= share;
      for (size_t c = 0; c < C; ++c) dW[columns * C + c] += p[c];
      z.each(n, [&](size_t column, double x) {
        for (size_t c = 0; c < C; ++c) dW[column * C + c] += x * p[c];
      });
    }
  }

  // Nesterov's accelerated gradient for a loss that bends by λ at least, and, as rows of z have length 1 and
  // b adds one to it, by 1 + λ at most.
  std::vector<double> solve() const {
    constexpr int kMostSteps = 2000;
    constexpr double kSmall = 1e-6;
    const double momentum = (1 - std::sqrt(lambda)) / (1 + std::sqrt(lambda));
    std::vector<double> W((columns + 1) * C), ahead = W, dW = W;
    for (int i = 0; i < kMostSteps; ++i) {
      differentiate(ahead, dW);
      double square = 0;
      for (size_t j = 0; j < W.size(); ++j) {
        const double next = ahead[j] - dW[j] / (1 + lambda);
        ahead[j] = next + momentum * (next - W[j]);
        W[j] = next;
        square += dW[j] * dW[j];
      }
      if (std::sqrt(square) < kSmall) break;
    }
    return W;
  }
};

}  // namespace

PhraseVotes regress(const std::vector<CountedText>& texts, size_t C, const PhraseFilter& filter) {
  const Features f = weighed(texts);
  const size_t columns = f.hashes.size();
  const std::vector<double> W = Regression{f.z, texts, columns, C}.solve();
  PhraseVotes result{std::vector<float>(static_cast<size_t>(filter.rows()) * C),
                     {W.end() - static_cast<std::ptrdiff_t>(C), W.end()}};
  for (size_t j = 0; j < columns; ++j) {
    const int32_t row = filter.row(f.hashes[j]);
    if (row < 0) continue;
    for (size_t c = 0; c < C; ++c)
      result.votes[static_cast<size_t>(row) * C + c] += static_cast<float>(f.scale * f.idf[j] * W[j * C + c]);
  }
  return result;
}

}  // namespace heed
