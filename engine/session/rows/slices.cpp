#include "engine/session/rows/slices.h"

#include <algorithm>
#include <functional>

#include "engine/data/columns.h"

namespace heed::session {
namespace {

// Words of ASCII letters and digits, in lower case; other bytes belong to words, so that "café" is one.
std::vector<std::string> plain_words(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : lower_ascii(text)) {
    const bool part =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (part)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// Rows by the name of their slice, in the order of `names`.
void add_slices(std::vector<Slice>& all, const JudgedRows& rows, const std::string& by,
                const std::vector<std::string>& names, const std::function<size_t(size_t row)>& slice_of) {
  std::vector<Slice> slices(names.size());
  for (size_t i = 0; i < names.size(); ++i) slices[i] = {by, names[i], {}, 0};
  for (size_t row = 0; row < rows.truth.size(); ++row) {
    Slice& slice = slices[slice_of(row)];
    slice.rows.push_back(row);
    slice.right += rows.right(row) ? 1 : 0;
  }
  for (Slice& slice : slices)
    if (!slice.rows.empty()) all.push_back(std::move(slice));
}

}  // namespace

std::vector<Slice> slices_in(const JudgedRows& rows, const std::vector<std::string>& words) {
  std::vector<Slice> all;
  add_slices(all, rows, "class", rows.labels,
             [&](size_t row) { return static_cast<size_t>(rows.truth[row]); });
  const std::vector<int64_t> longest = {5, 10, 20, 40, 80};
  add_slices(all, rows, "tokens", {"to 5", "6 to 10", "11 to 20", "21 to 40", "41 to 80", "from 81"},
             [&](size_t row) {
               return static_cast<size_t>(
                   std::lower_bound(longest.begin(), longest.end(), rows.said.tokens[row]) - longest.begin());
             });
  add_slices(all, rows, "unknown words", {"0", "1", "2 or more"},
             [&](size_t row) { return static_cast<size_t>(std::min<int64_t>(2, rows.said.unknown[row])); });
  for (const std::string& word : words) {
    const std::string wanted = lower_ascii(word);
    add_slices(all, rows, "word", {"with " + word, "without " + word}, [&](size_t row) {
      const auto has = plain_words(rows.texts[row]);
      return static_cast<size_t>(std::find(has.begin(), has.end(), wanted) == has.end());
    });
  }
  return all;
}

nlohmann::json slices_of(const JudgedRows& rows, const std::vector<std::string>& words) {
  nlohmann::json all = nlohmann::json::array();
  for (const Slice& slice : slices_in(rows, words))
    all.push_back(
        {{"by", slice.by}, {"slice", slice.name}, {"n", slice.rows.size()}, {"accuracy", slice.accuracy()}});
  return all;
}

}  // namespace heed::session
