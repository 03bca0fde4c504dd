#include "native/studio/parts/units.h"

#include <algorithm>
#include <numeric>

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

// One token's row as a row of units, times `share`. What is left without hidden tokens is scaled up to the
// row's sum; of a row that has nothing left, nothing is added.
void add_row(const float* row, size_t tokens, const Units& keys, float share, float* into) {
  float kept = 0;
  for (const std::vector<size_t>& columns : keys.members)
    for (const size_t s : columns) kept += row[s];
  if (kept <= 0) return;
  const float scale = share * std::accumulate(row, row + tokens, 0.0F) / kept;
  for (size_t unit = 0; unit < keys.members.size(); ++unit)
    for (const size_t s : keys.members[unit]) into[unit] += row[s] * scale;
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
  for (const std::vector<size_t>& rows : queries.members) {
    const size_t begin = units.weights.size();
    units.weights.resize(begin + keys.members.size());
    for (const size_t t : rows)
      add_row(&heat.weights[t * heat.keys.size()], heat.keys.size(), keys,
              1 / static_cast<float>(rows.size()), &units.weights[begin]);
  }
  units.full = 0;
  for (const float weight : units.weights) units.full = std::max(units.full, weight);
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
