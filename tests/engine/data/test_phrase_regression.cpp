#include "engine/data/phrase_regression.h"

#include <cmath>
#include <string>

#include "engine/base/error.h"
#include "engine/data/phrase_features.h"
#include "tests/engine/catch.h"

using namespace heed;

namespace {

PhraseFilter filter_of(const std::vector<CountedText>& texts, int64_t min_freq) {
  PhraseCounts counts(2);
  for (const CountedText& text : texts) counts.add(text.phrases, static_cast<size_t>(text.label));
  return PhraseFilter::telling(counts, min_freq);
}

// The loss over C classes whose minimum the equation in the header is; written down anew.
double loss(const std::vector<CountedText>& texts, const std::vector<std::vector<double>>& z,
            const std::vector<double>& w, double b) {
  double sum = 0, square = 0;
  for (size_t n = 0; n < texts.size(); ++n) {
    double margin = b;  // of two classes with opposite weights: logits ±(w z + b)
    for (size_t f = 0; f < w.size(); ++f) margin += w[f] * z[n][f];
    sum += std::log1p(std::exp(texts[n].label == 1 ? -2 * margin : 2 * margin));
  }
  for (double one : w) square += 2 * one * one;
  const auto N = static_cast<double>(texts.size());
  return sum / N + square / (2 * 20 * N);
}

}  // namespace

TEST_CASE("The regression of phrases is at the minimum of its loss", "[data][phrases]") {
  // Phrases 1, 2 and 3; with six texts, idf = 1 + ln(7 / (1 + texts that have it)).
  const std::vector<CountedText> texts{{{1, 3}, 2, 0},    {{1, 1, 3}, 3, 0}, {{2, 3}, 2, 1},
                                       {{2, 3, 3}, 3, 1}, {{1, 2}, 2, 1},    {{3}, 1, 0}};
  const double idf[] = {1 + std::log(7.0 / 4), 1 + std::log(7.0 / 4), 1 + std::log(7.0 / 6)};
  std::vector<std::vector<double>> z;
  double scale = 0;
  for (const CountedText& text : texts) {
    std::vector<double> x(3);
    for (uint32_t phrase : text.phrases) x[phrase - 1] += idf[phrase - 1];
    const double length = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (double& one : x) one /= length;
    z.push_back(x);
    scale += std::sqrt(static_cast<double>(text.words)) / length / 6;
  }
  const PhraseFilter filter = filter_of(texts, 1);
  const PhraseVotes found = regress(texts, 2, filter);
  CHECK(found.bias[0] == Approx(-found.bias[1]).margin(1e-4));
  std::vector<double> w;
  for (uint32_t phrase : {1u, 2u, 3u}) {
    const auto row = static_cast<size_t>(filter.row(phrase));
    CHECK(found.votes[2 * row] == Approx(-found.votes[2 * row + 1]).margin(1e-4));
    w.push_back(static_cast<double>(found.votes[2 * row + 1]) / scale / idf[phrase - 1]);
  }
  const double b = static_cast<double>(found.bias[1]), least = loss(texts, z, w, b);
  for (double step : {-0.01, 0.01}) {
    CHECK(loss(texts, z, w, b + step) > least);
    for (size_t f = 0; f < 3; ++f) {
      std::vector<double> beside = w;
      beside[f] += step;
      CHECK(loss(texts, z, beside, b) > least);
    }
  }
}

TEST_CASE("Phrases without a row take part in the regression", "[data][phrases]") {
  // The last text of class 1 is put down to phrase 9, which no other has, and less to phrase 1.
  std::vector<CountedText> texts;
  for (int i = 0; i < 8; ++i) texts.push_back({{i % 2 == 0 ? 1u : 2u}, 1, i % 2});
  texts.push_back({{1}, 1, 1});
  const auto vote = [&] {
    const PhraseFilter filter = filter_of(texts, 2);
    CHECK(filter.rows() == 2);
    return regress(texts, 2, filter).votes[2 * static_cast<size_t>(filter.row(1))];
  };
  const float alone = vote();
  texts.back().phrases.push_back(9);
  CHECK(vote() > alone);
}

TEST_CASE("Texts without phrases leave the regression with what the classes begin with", "[data][phrases]") {
  const std::vector<CountedText> texts{{{}, 0, 0}, {{}, 2, 0}, {{}, 1, 1}};
  const PhraseVotes found = regress(texts, 2, PhraseFilter());
  CHECK(found.votes.empty());
  CHECK(found.bias[0] - found.bias[1] == Approx(std::log(2.0)).margin(1e-3));
}

TEST_CASE("Phrases that one text alone has share a column, each by its part of the text", "[data][phrases]") {
  // Text 0 alone has 4 twice, and 5 once.
  const std::vector<CountedText> texts{{{1, 4, 4, 5}, 4, 0}, {{1, 2}, 2, 0}, {{2, 3}, 2, 1}, {{3}, 1, 1}};
  CHECK(phrase_features(texts).columns == 4);
  const PhraseFilter filter = filter_of(texts, 1);
  const PhraseVotes found = regress(texts, 2, filter);
  const auto vote = [&](uint32_t phrase) { return found.votes[2 * static_cast<size_t>(filter.row(phrase))]; };
  CHECK(vote(5) > 0);
  CHECK(vote(4) == Approx(2 * vote(5)));
}

TEST_CASE("The regression reports how far it is, and ends where it is stopped", "[data][phrases]") {
  std::vector<CountedText> texts;
  for (uint32_t i = 0; i < 300; ++i) texts.push_back({{i % 7, i % 11, i}, 3, static_cast<int>(i % 2)});
  std::vector<std::string> said;
  regress(texts, 2, PhraseFilter(), [&](const std::string& work, int64_t done, int64_t total, const char*) {
    CHECK((done >= 0 && done <= total));
    if (said.empty() || said.back() != work) said.push_back(work);
  });
  CHECK(said == std::vector<std::string>{"weighing phrases", "fitting phrases"});
  for (const char* stage : {"weighing phrases", "fitting phrases"})
    CHECK_THROWS_AS(regress(texts, 2, PhraseFilter(),
                            [&](const std::string& work, int64_t, int64_t, const char*) {
                              if (work == stage) throw Error("stopped");
                            }),
                    Error);
}

TEST_CASE("A class without texts leaves the regression finite", "[data][phrases]") {
  const std::vector<CountedText> texts{{{1, 2}, 2, 0}, {{2}, 1, 0}, {{3}, 1, 1}, {{3, 1}, 2, 1}};
  const PhraseVotes found = regress(texts, 3, PhraseFilter());
  for (const float bias : found.bias) CHECK(std::isfinite(bias));
  CHECK(found.bias[2] < found.bias[0]);
}
