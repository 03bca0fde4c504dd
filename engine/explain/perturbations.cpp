#include "engine/explain/perturbations.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace heed::explain {
namespace {

constexpr const char* kNames[] = {"James", "Mary",   "John",  "Linda", "Robert", "Susan", "Michael", "Karen",
                                  "David", "Lisa",   "Mark",  "Sarah", "Paul",   "Emily", "Kevin",   "Laura",
                                  "Jason", "Rachel", "Peter", "Helen", "Tom",    "Anna",  "Steve",   "Julia",
                                  "Mike",  "Kate",   "Chris", "Amy",   "Jeff",   "Nancy", "Omar",    "Fatima",
                                  "Ahmed", "Aisha",  "Wei",   "Mei",   "Carlos", "Sofia", "Ivan",    "Olga"};
// Behind these "not" negates an English sentence.
constexpr const char* kAuxiliaries[] = {"is",   "are",   "was",    "were", "am",   "can",  "could",
                                        "will", "would", "should", "must", "do",   "does", "did",
                                        "has",  "have",  "had",    "may",  "might"};

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// A run of ASCII letters.
struct Place {
  size_t begin = 0, length = 0;
};

std::vector<Place> words_of(const std::string& text) {
  std::vector<Place> words;
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    while (i < text.size() && is_letter(text[i])) ++i;
    if (i > begin) words.push_back({begin, i - begin});
    if (i == begin) ++i;
  }
  return words;
}

std::string cased(std::string text, int (*to)(int)) {
  for (char& c : text)
    if (is_letter(c)) c = static_cast<char>(to(static_cast<unsigned char>(c)));
  return text;
}

std::optional<std::string> unless_same(const std::string& text, std::string changed) {
  if (changed == text) return std::nullopt;
  return changed;
}

// Two neighbouring letters inside a word of four or more change places.
std::optional<std::string> with_typo(const std::string& text, Random& random) {
  std::vector<size_t> places;
  for (const Place& word : words_of(text))
    for (size_t i = word.begin + 1; word.length >= 4 && i + 2 < word.begin + word.length; ++i)
      if (text[i] != text[i + 1]) places.push_back(i);
  if (places.empty()) return std::nullopt;
  std::string changed = text;
  const size_t at = places[random.below(places.size())];
  std::swap(changed[at], changed[at + 1]);
  return changed;
}

std::optional<std::string> in_lower_case(const std::string& text, Random&) {
  return unless_same(text, cased(text, std::tolower));
}

std::optional<std::string> in_upper_case(const std::string& text, Random&) {
  return unless_same(text, cased(text, std::toupper));
}

std::optional<std::string> with_other_name(const std::string& text, Random& random) {
  for (const Place& word : words_of(text)) {
    const std::string name = text.substr(word.begin, word.length);
    if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames)) continue;
    const size_t other = random.below(std::size(kNames) - 1);  // among the others
    const char* chosen = kNames[other] == name ? kNames[std::size(kNames) - 1] : kNames[other];
    return std::string(text).replace(word.begin, word.length, chosen);
  }
  return std::nullopt;
}

// "not" is taken away where it stands, else put behind the first auxiliary verb.
std::optional<std::string> negated(const std::string& text, Random&) {
  const std::vector<Place> words = words_of(text);
  const auto lower = [&](const Place& word) {
    return cased(text.substr(word.begin, word.length), std::tolower);
  };
  for (const Place& word : words)
    if (lower(word) == "not" && word.begin > 0 && text[word.begin - 1] == ' ')
      return std::string(text).erase(word.begin - 1, word.length + 1);
  for (const Place& word : words) {
    const size_t end = word.begin + word.length;
    const bool whole = end == text.size() || text[end] == ' ';
    const std::string verb = lower(word);
    if (whole && std::any_of(std::begin(kAuxiliaries), std::end(kAuxiliaries),
                             [&](const char* one) { return verb == one; }))
      return std::string(text).insert(end, " not");
  }
  return std::nullopt;
}

constexpr Perturbation kPerturbations[] = {
    {"typo", "Two neighbouring letters inside a word change places.", true, with_typo},
    {"lower case", "Every letter is small.", true, in_lower_case},
    {"upper case", "Every letter is large.", true, in_upper_case},
    {"name", "A given name becomes another one.", true, with_other_name},
    {"negation", "\"not\" is taken away, or put behind the first auxiliary verb.", false, negated}};

}  // namespace

std::span<const Perturbation> perturbations() {
  return kPerturbations;
}

}  // namespace heed::explain
