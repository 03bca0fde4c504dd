#include "engine/tasks/masking.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"

namespace heed {
namespace {

constexpr double kGoesOn = 0.8;  // a span goes on for another word (Joshi et al. 2020: Geo(0.2), …
constexpr int kLongest = 10;     // … at most ten words)

double mean_length() {
  double mean = 0, reached = 1;
  for (int length = 1; length <= kLongest; ++length, reached *= kGoesOn) mean += reached;
  return mean;
}

// Uniform numbers, one after the other.
class Draws {
 public:
  explicit Draws(RandomStream stream) : stream_(stream) {}
  float uniform() { return heed::uniform(stream_, next_++); }
  uint32_t bits() { return random_bits(stream_, next_++); }

 private:
  RandomStream stream_;
  uint32_t next_ = 0;
};

// Begins of what is hidden as one, ends beside them.
struct Unit {
  size_t first, last;
};

std::vector<Unit> units_of(const std::vector<int32_t>& ids, const MaskingPieces& pieces, bool words) {
  std::vector<Unit> units;
  for (size_t n = 0; n < ids.size(); ++n) {
    const auto id = static_cast<size_t>(ids[n]);
    if (pieces.special[id] != 0) continue;
    if (words && pieces.continues[id] != 0 && !units.empty() && units.back().last == n)
      ++units.back().last;
    else
      units.push_back({n, n + 1});
  }
  return units;
}

// One chance per unit.
std::vector<bool> chosen_alone(const std::vector<Unit>& units, double share, Draws& draws) {
  std::vector<bool> chosen;
  for (size_t u = 0; u < units.size(); ++u) chosen.push_back(static_cast<double>(draws.uniform()) < share);
  return chosen;
}

// With mean length m, spans that begin at a free word with p = share / (m·(1 - share) + share) cover `share`
// of the words.
std::vector<bool> chosen_spans(const std::vector<Unit>& units, double share, Draws& draws) {
  const double begins = share / (mean_length() * (1 - share) + share);
  std::vector<bool> chosen(units.size(), false);
  for (size_t u = 0; u < units.size(); ++u) {
    if (static_cast<double>(draws.uniform()) >= begins) continue;
    size_t last = u + 1;
    while (last - u < kLongest && static_cast<double>(draws.uniform()) < kGoesOn) ++last;
    for (; u < std::min(last, units.size()); ++u) chosen[u] = true;
    --u;
  }
  return chosen;
}

}  // namespace

MaskingPieces MaskingPieces::of(const TextToIds& text) {
  MaskingPieces pieces;
  const std::optional<int32_t> mask = text.mask();
  check(mask.has_value(), "[masked-words] the vocabulary has no [MASK], nor <mask>: nothing can be hidden.");
  pieces.mask = *mask;
  pieces.vocabulary = static_cast<int32_t>(text.size());
  const bool word_pieces = text.id_of("[MASK]").has_value();
  bool marks_begin = false;  // pieces of other makers mark where words begin, not where they go on
  for (int32_t id = 0; id < pieces.vocabulary; ++id) {
    const std::string piece = text.token_of(id);
    const bool bracket = piece.size() > 2 && ((piece.front() == '[' && piece.back() == ']') ||
                                              (piece.front() == '<' && piece.back() == '>'));
    pieces.special.push_back(bracket || piece.empty() ? 1 : 0);
    const bool begins = piece.rfind("\u0120", 0) == 0 || piece.rfind("\u2581", 0) == 0;
    marks_begin = marks_begin || begins;
    pieces.continues.push_back(word_pieces ? piece.rfind("##", 0) == 0 : !begins);
  }
  if (!word_pieces && !marks_begin) std::fill(pieces.continues.begin(), pieces.continues.end(), uint8_t{0});
  return pieces;
}

Masked mask_words(std::vector<int32_t>& ids, const MaskingPieces& pieces, const MaskingOptions& options,
                  double share, RandomStream stream) {
  Draws draws(stream);
  const std::vector<Unit> units = units_of(ids, pieces, options.unit != "pieces");
  std::vector<bool> chosen =
      options.unit == "spans" ? chosen_spans(units, share, draws) : chosen_alone(units, share, draws);
  if (!units.empty() && std::find(chosen.begin(), chosen.end(), true) == chosen.end())
    chosen[draws.bits() % units.size()] = true;
  Masked masked;
  for (size_t u = 0; u < units.size(); ++u) {
    if (!chosen[u]) continue;
    for (size_t n = units[u].first; n < units[u].last; ++n) {
      masked.places.push_back(static_cast<int32_t>(n));
      masked.labels.push_back(ids[n]);
      const auto chance = static_cast<double>(draws.uniform());
      if (chance < options.masked)
        ids[n] = pieces.mask;
      else if (chance < options.masked + options.random)
        ids[n] = static_cast<int32_t>(draws.bits() % static_cast<uint32_t>(pieces.vocabulary));
    }
  }
  return masked;
}

}  // namespace heed
