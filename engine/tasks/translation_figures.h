// How near translations come to the references, as papers count it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace heed {

// One reference for each translation.
struct Translated {
  std::string text, reference;
};

// The tokens of mteval-v13a (NIST), which sacrebleu calls 13a.
std::vector<std::string> tokens_13a(const std::string& text);

// Papineni et al. 2002, of a whole corpus: 1- to 4-grams of 13a tokens, zeros smoothed exponentially (Chen &
// Cherry 2014, method 3), 0 to 100.
struct Bleu {
  double score = 0;
  double length_ratio = 0;  // tokens written over those of the references
  static constexpr const char* kSignature = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp";
};
Bleu bleu(const std::vector<Translated>& all);

// chrF2 (Popović 2015): F of n-grams of characters up to six, recall counting twice, without blanks, 0 to
// 100.
double chrf(const std::vector<Translated>& all);
inline constexpr const char* kChrfSignature = "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no";

}  // namespace heed
