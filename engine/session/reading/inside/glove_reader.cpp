#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <set>

#include "engine/base/error.h"
#include "engine/session/reading/vectors.h"
#include "engine/text/unicode.h"

namespace heed::session {
namespace {

constexpr size_t kLongestLine = size_t{1} << 20;
constexpr size_t kNamedLines = 10;  // of those left out

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

// A decimal number that fills `text`: digits, point, exponent, nothing else that strtof would take. Files of
// gigabytes are read with this: what fits 53 bits and powers of ten that are exact needs no strtod.
bool parse_number(std::string_view text, float& value) {
  size_t at = 0;
  const bool negative = at < text.size() && text[at] == '-';
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  uint64_t digits = 0;
  int count = 0, exponent = 0;
  bool any = false, point = false;
  for (; at < text.size() && (text[at] == '.' || (text[at] >= '0' && text[at] <= '9')); ++at) {
    if (text[at] == '.') {
      if (point) return false;
      point = true;
      continue;
    }
    any = true;
    if (digits > 0 || text[at] != '0') ++count;
    if (count <= 18) digits = digits * 10 + static_cast<uint64_t>(text[at] - '0');
    if (point) --exponent;
  }
  if (!any) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    int power = 0;
    const size_t sign = at + 1 < text.size() && text[at + 1] == '+' ? 2 : 1;
    const auto [end, error] = std::from_chars(text.data() + at + sign, text.data() + text.size(), power);
    if (error != std::errc() || std::abs(power) > 400) return false;
    exponent += power;
    at = static_cast<size_t>(end - text.data());
  }
  if (at != text.size()) return false;
  constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  double x = static_cast<double>(digits);
  if (count > 15 || std::abs(exponent) > 22)
    x = std::fabs(std::strtod(std::string(text).c_str(), nullptr));
  else
    x = exponent < 0 ? x / kPowers[-exponent] : x * kPowers[exponent];
  value = static_cast<float>(negative ? -x : x);
  return std::isfinite(value);
}

// The last field of `line`, taken away there.
std::string_view take_last(std::string_view& line) {
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  size_t at = line.size();
  while (at > 0 && !is_space(line[at - 1])) --at;
  const std::string_view field = line.substr(at);
  line = line.substr(0, at);
  return field;
}

bool is_whole_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

struct GloveReader::Impl {
  std::string name;
  std::set<std::string, std::less<>> wanted;  // empty: all
  WordVectors vectors;
  std::string rest;  // of a line whose end has not come yet
  std::vector<float> numbers;
  int64_t line = 0, read = 0, left_out = 0;

  void take(std::string_view text);
  bool parse(std::string_view& word, std::string_view text);
  void leave_out(const std::string& reason);
};

GloveReader::GloveReader(std::string name, const std::vector<std::string>& words)
    : impl_(std::make_unique<Impl>()) {
  impl_->name = std::move(name);
  for (const std::string& word : words) {
    impl_->wanted.insert(word);
    impl_->wanted.insert(to_lower(word));
  }
}
GloveReader::GloveReader(GloveReader&&) noexcept = default;
GloveReader& GloveReader::operator=(GloveReader&&) noexcept = default;
GloveReader::~GloveReader() = default;

void GloveReader::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const size_t end = bytes.find('\n');
    check(impl_->rest.size() + std::min(end, bytes.size()) < kLongestLine, "[", impl_->name, "] line ",
          impl_->line + 1, " is longer than a mebibyte: this is no text file of vectors.");
    if (end == std::string_view::npos) {
      impl_->rest += bytes;
      return;
    }
    if (impl_->rest.empty()) {
      impl_->take(bytes.substr(0, end));
    } else {
      impl_->rest += bytes.substr(0, end);
      impl_->take(impl_->rest);
      impl_->rest.clear();
    }
    bytes.remove_prefix(end + 1);
  }
}

void GloveReader::Impl::leave_out(const std::string& reason) {
  if (++left_out <= static_cast<int64_t>(kNamedLines))
    vectors.warnings_.push_back("[" + name + "] line " + std::to_string(line) + " " + reason +
                                ": it is left out.");
}

// Numbers from the end of the line into `numbers`, in the order of the line; the word is what is before them.
bool GloveReader::Impl::parse(std::string_view& word, std::string_view text) {
  const auto D = static_cast<size_t>(vectors.D_);
  numbers.clear();
  std::string_view before = text;
  float value = 0;
  while (D == 0 || numbers.size() < D) {
    std::string_view shorter = before;
    const std::string_view field = take_last(shorter);
    // A number that begins the line is its word.
    if (shorter.empty() || field.empty() || !parse_number(field, value)) break;
    numbers.push_back(value);
    before = shorter;
  }
  while (!before.empty() && is_space(before.back())) before.remove_suffix(1);
  word = before;
  if (numbers.empty() || numbers.size() < D) {
    leave_out("has " + std::to_string(numbers.size()) + " numbers at its end, expected " +
              (D == 0 ? "a word and numbers" : std::to_string(D)));
    return false;
  }
  std::string_view words = before;
  const std::string_view last = take_last(words);
  if (!words.empty() && parse_number(last, value)) {  // words may have spaces, but end in no number
    leave_out("has more than " + std::to_string(D) + " numbers");
    return false;
  }
  if (word.empty()) {
    leave_out("has no word");
    return false;
  }
  std::reverse(numbers.begin(), numbers.end());
  return true;
}

void GloveReader::Impl::take(std::string_view text) {
  ++line;
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  if (text.empty()) return;
  if (line == 1) {
    std::string_view first = text;
    const std::string_view D = take_last(first), V = take_last(first);
    if (first.empty() && is_whole_number(V) && is_whole_number(D)) return;  // word2vec's header
  }
  std::string_view word;
  if (!parse(word, text)) return;
  vectors.D_ = static_cast<int64_t>(numbers.size());
  ++read;
  if (!wanted.empty() && wanted.find(word) == wanted.end()) return;
  const auto [row, is_new] =
      vectors.rows_.try_emplace(std::string(word), static_cast<int64_t>(vectors.rows_.size()));
  if (is_new) vectors.values_.insert(vectors.values_.end(), numbers.begin(), numbers.end());
}

WordVectors GloveReader::finish() {
  if (!impl_->rest.empty()) impl_->take(impl_->rest);
  impl_->rest.clear();
  check(impl_->read > 0, "[", impl_->name, "] has no line with a word and its vector",
        impl_->vectors.warnings_.empty() ? "" : "; " + impl_->vectors.warnings_.front(),
        ": expected lines such as \"the 0.418 0.24968 -0.41242\".");
  if (impl_->left_out > static_cast<int64_t>(kNamedLines))
    impl_->vectors.warnings_.push_back("[" + impl_->name + "] " + std::to_string(impl_->left_out) +
                                       " lines are left out in all.");
  return std::move(impl_->vectors);
}

}  // namespace heed::session
