#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/text/aligned_text.h"

namespace heed {

// NLTK's list of 179 English words (Porter et al.), in its order, which decides between "don" and "don't".
const std::vector<std::string>& english_stop_words();

// Drops what Python's re.sub(r"\b(" + "|".join(words) + r")\b\s*", "", text) drops.
class StopWords {
 public:
  explicit StopWords(const std::vector<std::string>& words);
  AlignedText operator()(const AlignedText& text) const;

 private:
  size_t match_end(std::string_view text, size_t at) const;

  std::unordered_map<std::string, size_t> places_;  // word -> its place in the list
  size_t longest_ = 0;
};

}  // namespace heed
