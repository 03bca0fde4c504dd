#include "engine/data/header_guess.h"

#include <algorithm>
#include <map>

namespace heed {
namespace {

// The part of `rows` below the first.
template <class Test>
bool all_below(const std::vector<Row>& rows, const Test& test) {
  return std::all_of(rows.begin() + 1, rows.end(), test);
}

bool stands_apart(const std::vector<Row>& rows, size_t column) {
  constexpr size_t kFewest = 5;
  if (rows.size() < kFewest) return false;
  std::map<std::string, size_t> counts;
  for (const Row& row : rows)
    if (row.fields.size() > column) ++counts[row.fields[column]];
  const std::string& first = rows[0].fields[column];
  return std::all_of(counts.begin(), counts.end(),
                     [&](const auto& label) { return (label.second == 1) == (label.first == first); });
}

bool is_figure(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.,+-eE") == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

// Numbers below what is none, as under "id" or the empty name of an index.
bool is_above_numbers(const std::vector<Row>& rows, size_t column) {
  if (rows.size() < 3 || is_figure(trimmed(rows[0].fields[column]))) return false;
  return all_below(rows, [&](const Row& row) {
    return row.fields.size() > column && is_figure(trimmed(row.fields[column]));
  });
}

// Letters, digits, _ and -, the first a letter or _. Bytes from 0x80 on are letters of other alphabets.
bool is_word(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
  };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-';
  });
}

bool is_word_of_its_own(const std::vector<Row>& rows, size_t column) {
  const std::string& first = rows[0].fields[column];
  return is_word(trimmed(first)) && all_below(rows, [&](const Row& row) {
           return row.fields.size() <= column || row.fields[column] != first;
         });
}

bool is_above_sentences(const std::vector<Row>& rows, size_t column) {
  return all_below(rows, [&](const Row& row) {
    return row.fields.size() > column &&
           trimmed(row.fields[column]).find_first_of(" \t\r\n") != std::string_view::npos;
  });
}

bool is_two_words_above_sentences(const std::vector<Row>& rows) {
  return rows[0].fields.size() == 2 && rows.size() > 2 && is_word_of_its_own(rows, 0) &&
         is_word_of_its_own(rows, 1) && (is_above_sentences(rows, 0) || is_above_sentences(rows, 1));
}

}  // namespace

bool looks_like_header(const std::vector<Row>& rows) {
  if (is_two_words_above_sentences(rows)) return true;
  for (size_t column = 0; column < rows[0].fields.size(); ++column)
    if (stands_apart(rows, column) || is_above_numbers(rows, column)) return true;
  return false;
}

}  // namespace heed
