#include "engine/tasks/translation_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>

#include "engine/text/utf8.h"

namespace heed {
namespace {

constexpr int kOrders = 4, kCharacters = 6;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_stop(char c) {
  return c == '.' || c == ',';
}

// Apart from letters and digits, but for ' , - and .
bool is_symbol(char c) {
  return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
         (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Blanks before and after what `is` says.
std::string apart(const std::string& text, bool (*is)(char)) {
  std::string made;
  for (const char c : text) made += is(c) ? std::string{' ', c, ' '} : std::string{c};
  return made;
}

// Where two characters that follow each other are `first` and `second`: what `between` makes of them. Pairs
// do not overlap, as in a regular expression's replacement.
template <class First, class Second, class Between>
std::string in_pairs(const std::string& text, const First& first, const Second& second,
                     const Between& between) {
  std::string made;
  size_t i = 0;
  for (; i + 1 < text.size(); ++i) {
    if (!first(text[i]) || !second(text[i + 1])) {
      made += text[i];
      continue;
    }
    made += between(text[i], text[i + 1]);
    ++i;
  }
  if (i < text.size()) made += text[i];
  return made;
}

std::vector<std::string> between_blanks(const std::string& text) {
  std::vector<std::string> tokens;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = text.find_first_not_of(" \t\n\r\f\v", at);
    if (begin == std::string::npos) break;
    const size_t end = std::min(text.find_first_of(" \t\n\r\f\v", begin), text.size());
    tokens.push_back(text.substr(begin, end - begin));
    at = end;
  }
  return tokens;
}

using GramCounts = std::map<std::vector<std::string>, int64_t>;

GramCounts grams_of(const std::vector<std::string>& tokens, size_t n) {
  GramCounts counts;
  for (size_t i = 0; i + n <= tokens.size(); ++i)
    ++counts[{tokens.begin() + static_cast<std::ptrdiff_t>(i),
              tokens.begin() + static_cast<std::ptrdiff_t>(i + n)}];
  return counts;
}

struct Matches {
  int64_t ours = 0, theirs = 0, both = 0;

  void add(const GramCounts& written, const GramCounts& reference) {
    for (const auto& [gram, count] : written) {
      ours += count;
      const auto found = reference.find(gram);
      if (found != reference.end()) both += std::min(count, found->second);
    }
    for (const auto& [gram, count] : reference) theirs += count;
  }
};

std::vector<std::string> characters_of(const std::string& text) {
  std::vector<std::string> characters;
  for (const std::string& word : between_blanks(text))
    for (size_t at = 0; at < word.size();) {
      const size_t length = static_cast<size_t>(decode_utf8(word, at).length);
      characters.push_back(word.substr(at, length));
      at += length;
    }
  return characters;
}

}  // namespace

std::vector<std::string> tokens_13a(const std::string& text) {
  std::string line = text;
  replace_all(line, "<skipped>", "");
  replace_all(line, "-\n", "");
  replace_all(line, "\n", " ");
  replace_all(line, "&quot;", "\"");
  replace_all(line, "&amp;", "&");
  replace_all(line, "&lt;", "<");
  replace_all(line, "&gt;", ">");
  line = apart(" " + line + " ", is_symbol);
  const auto no_digit = [](char c) { return !is_digit(c); };
  const auto is_dash = [](char c) { return c == '-'; };
  line = in_pairs(line, no_digit, is_stop, [](char a, char b) { return std::string{a, ' ', b, ' '}; });
  line = in_pairs(line, is_stop, no_digit, [](char a, char b) { return std::string{' ', a, ' ', b}; });
  line = in_pairs(line, is_digit, is_dash, [](char a, char b) { return std::string{a, ' ', b, ' '}; });
  return between_blanks(line);
}

Bleu bleu(const std::vector<Translated>& all) {
  std::array<Matches, kOrders> matches{};
  int64_t written = 0, wanted = 0;
  for (const Translated& one : all) {
    const std::vector<std::string> ours = tokens_13a(one.text), theirs = tokens_13a(one.reference);
    written += static_cast<int64_t>(ours.size());
    wanted += static_cast<int64_t>(theirs.size());
    for (size_t n = 0; n < kOrders; ++n) matches[n].add(grams_of(ours, n + 1), grams_of(theirs, n + 1));
  }
  Bleu found;
  found.length_ratio = wanted > 0 ? static_cast<double>(written) / static_cast<double>(wanted) : 0;
  double logs = 0, smooth = 1;
  for (const Matches& m : matches) {
    if (m.ours == 0 || matches[0].both == 0) return found;
    if (m.both == 0) smooth *= 2;
    const double precision = m.both == 0 ? 1 / (smooth * static_cast<double>(m.ours))
                                         : static_cast<double>(m.both) / static_cast<double>(m.ours);
    logs += std::log(precision) / kOrders;
  }
  const double brevity =
      written < wanted ? 1 - static_cast<double>(wanted) / static_cast<double>(written) : 0;
  found.score = 100 * std::exp(logs + brevity);
  return found;
}

double chrf(const std::vector<Translated>& all) {
  std::array<Matches, kCharacters> matches{};
  for (const Translated& one : all) {
    const std::vector<std::string> ours = characters_of(one.text), theirs = characters_of(one.reference);
    for (size_t n = 0; n < kCharacters; ++n) matches[n].add(grams_of(ours, n + 1), grams_of(theirs, n + 1));
  }
  double precision = 0, recall = 0;
  int orders = 0;
  for (const Matches& m : matches) {
    if (m.ours == 0 || m.theirs == 0) continue;
    precision += static_cast<double>(m.both) / static_cast<double>(m.ours);
    recall += static_cast<double>(m.both) / static_cast<double>(m.theirs);
    ++orders;
  }
  if (orders == 0 || precision + recall == 0) return 0;
  precision /= orders, recall /= orders;
  constexpr double kSquared = 4;  // of beta
  return 100 * (1 + kSquared) * precision * recall / (kSquared * precision + recall);
}

}  // namespace heed
