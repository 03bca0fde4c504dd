#include "engine/data/phrase_features.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace heed {
namespace {

// How often texts have phrases, a column for each; `texts_with` gets how many texts do.
PhraseFeatures counted_phrases(const std::vector<CountedText>& texts, std::vector<uint32_t>& texts_with,
                               const WorkProgress& progress) {
  PhraseFeatures f;
  RowProgress rows(progress, "weighing phrases", texts.size());
  std::unordered_map<uint32_t, uint32_t> columns;
  std::vector<uint32_t> here;
  for (const CountedText& text : texts) {
    here.clear();
    for (const uint32_t hash : text.phrases) {
      const auto [place, is_new] = columns.try_emplace(hash, static_cast<uint32_t>(f.hashes.size()));
      if (is_new) f.hashes.push_back(hash);
      here.push_back(place->second);
    }
    texts_with.resize(f.hashes.size());
    std::sort(here.begin(), here.end());
    for (size_t i = 0; i < here.size(); ++i) {
      if (i > 0 && here[i] == here[i - 1]) {
        ++f.entries.back().value;
        continue;
      }
      f.entries.push_back({here[i], 1});
      ++texts_with[here[i]];
    }
    f.ends.push_back(f.entries.size());
    rows.next();
  }
  return f;
}

// Counts become z.
void weigh(const std::vector<CountedText>& texts, const std::vector<double>& idf, PhraseFeatures& f) {
  size_t first = 0;
  for (size_t n = 0; n < texts.size(); first = f.ends[n++]) {
    double square = 0;
    for (size_t i = first; i < f.ends[n]; ++i) {
      const double x = f.entries[i].value * idf[f.entries[i].column];
      f.entries[i].value = static_cast<float>(x);
      square += x * x;
    }
    if (square == 0) continue;
    const double length = std::sqrt(square);
    for (size_t i = first; i < f.ends[n]; ++i)
      f.entries[i].value = static_cast<float>(f.entries[i].value / length);
    f.scale += std::sqrt(static_cast<double>(texts[n].words)) / length / static_cast<double>(texts.size());
  }
}

// The phrases that no other text has are put together.
void merge_rare(const std::vector<uint32_t>& texts_with, PhraseFeatures& f) {
  std::vector<uint32_t>& column = f.column;
  column.resize(texts_with.size());
  for (size_t j = 0; j < column.size(); ++j)
    if (texts_with[j] > 1) column[j] = static_cast<uint32_t>(f.columns++);
  size_t first = 0, kept = 0;
  for (size_t& end : f.ends) {
    const size_t last = end;
    double square = 0;
    for (size_t i = first; i < last; ++i)
      if (const auto& one = f.entries[i]; texts_with[one.column] == 1) square += one.value * one.value;
    const auto length = static_cast<float>(std::sqrt(square));
    for (size_t i = first; i < last; ++i) {
      const PhraseFeatures::Entry one = f.entries[i];
      if (texts_with[one.column] > 1) {
        f.entries[kept++] = {column[one.column], one.value};
      } else {
        column[one.column] = static_cast<uint32_t>(f.columns);
        f.weight[one.column] *= one.value / length;
      }
    }
    if (square > 0) f.entries[kept++] = {static_cast<uint32_t>(f.columns++), length};
    first = last;
    end = kept;
  }
  f.entries.resize(kept);
}

}  // namespace

PhraseFeatures phrase_features(const std::vector<CountedText>& texts, const WorkProgress& progress) {
  std::vector<uint32_t> texts_with;
  PhraseFeatures f = counted_phrases(texts, texts_with, progress);
  std::vector<double> idf;
  idf.reserve(texts_with.size());
  for (const uint32_t n : texts_with)
    idf.push_back(1 + std::log((1 + static_cast<double>(texts.size())) / (1 + static_cast<double>(n))));
  weigh(texts, idf, f);
  f.weight.assign(idf.begin(), idf.end());
  merge_rare(texts_with, f);
  return f;
}

}  // namespace heed
