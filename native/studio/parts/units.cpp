#include "native/studio/parts/units.h"

#include <algorithm>

namespace heed::studio {
namespace {

using session::Token;

// Without the sign that a piece begins a word, or continues one.
std::string plain(const std::string& piece) {
  for (const std::string sign : {"##", "Ġ", "▁"})
    if (piece.size() > sign.size() && piece.rfind(sign, 0) == 0) return piece.substr(sign.size());
  return piece;
}

bool together(const Token& a, const Token& b) {
  return a.word && a.word == b.word && !a.special && !b.special && a.question == b.question;
}

std::string word_of(const session::Analysis& analysis, const std::vector<size_t>& members) {
  const std::vector<Token>& tokens = analysis.tokens;
  const auto continues = [&](size_t i) { return tokens[i].text.rfind("##", 0) == 0; };
  std::string word = plain(tokens[members.front()].text);
  if (members.size() == 1) return word;
  if (std::all_of(members.begin() + 1, members.end(), continues)) {
    for (size_t i = 1; i < members.size(); ++i) word += plain(tokens[members[i]].text);
    return word;
  }
  // Pieces of bytes are no letters: what was typed is.
  const auto from = static_cast<size_t>(tokens[members.front()].start),
             to = static_cast<size_t>(tokens[members.back()].end);
  if (tokens[members.front()].question || to > analysis.text.size() || from > to) return word;
  std::string typed = analysis.text.substr(from, to - from);
  typed.erase(0, typed.find_first_not_of(' '));
  return typed.empty() ? word : typed;
}

}  // namespace

int Units::of(int token) const {
  for (size_t unit = 0; unit < members.size(); ++unit)
    if (std::binary_search(members[unit].begin(), members[unit].end(), static_cast<size_t>(token)))
      return static_cast<int>(unit);
  return -1;
}

Units units_of(const session::Analysis& analysis, bool special_tokens, bool whole_words) {
  Units units;
  for (size_t i = 0; i < analysis.tokens.size(); ++i) {
    const Token& token = analysis.tokens[i];
    if (token.special && !special_tokens) continue;
    const bool merges = whole_words && i > 0 && !units.members.empty() &&
                        units.members.back().back() == i - 1 && together(analysis.tokens[i - 1], token);
    if (merges)
      units.members.back().push_back(i);
    else
      units.members.push_back({i});
  }
  for (const std::vector<size_t>& members : units.members)
    units.names.push_back(whole_words ? word_of(analysis, members) : analysis.tokens[members.front()].text);
  return units;
}

Units tokens_alone(const std::vector<std::string>& names) {
  Units units{names, {}};
  for (size_t i = 0; i < names.size(); ++i) units.members.push_back({i});
  return units;
}

Heat shaped(const Heat& heat, const Units& queries, const Units& keys) {
  Heat units;
  units.queries = queries.names;
  units.keys = keys.names;
  units.numbers = heat.numbers;
  units.full = 0;
  for (const std::vector<size_t>& rows : queries.members)
    for (const std::vector<size_t>& columns : keys.members) {
      float sum = 0;
      for (const size_t t : rows)
        for (const size_t s : columns) sum += heat.weights[t * heat.keys.size() + s];
      units.weights.push_back(sum / static_cast<float>(rows.size()));
      units.full = std::max(units.full, units.weights.back());
    }
  if (units.full <= 0) units.full = 1;
  return units;
}

std::optional<Cell> to_units(const std::optional<Cell>& cell, const Units& queries, const Units& keys) {
  if (!cell) return std::nullopt;
  const Cell unit{queries.of(cell->query), keys.of(cell->key)};
  return unit.query < 0 || unit.key < 0 ? std::nullopt : std::optional(unit);
}

std::optional<Cell> to_tokens(const std::optional<Cell>& cell, const Units& queries, const Units& keys) {
  if (!cell) return std::nullopt;
  return Cell{queries.first(cell->query), keys.first(cell->key)};
}

}  // namespace heed::studio
