#include "engine/session/tuning/space.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "engine/session/error.h"

namespace heed::session {
namespace {

constexpr int64_t kMostCombinations = 1'000'000;

std::vector<std::string> parts_of(const std::string& words, char between) {
  std::vector<std::string> parts(1);
  for (const char c : words)
    if (c == between)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

bool is_whole(const std::string& number) {
  return number.find_first_not_of("-0123456789") == std::string::npos;
}

std::optional<double> number_of(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

// "1e-4..1e-2"
void read_range(const std::string& words, Dimension& dimension) {
  const size_t dots = words.find("..");
  const std::string low = words.substr(0, dots), high = words.substr(dots + 2);
  const auto first = number_of(low), last = number_of(high);
  if (!first || !last || *first >= *last)
    fail<UsageError>("[--over] ", dimension.key, "=", words,
                     ": expected two numbers, the smaller one first, such as 1e-4..1e-2.");
  dimension.low = *first, dimension.high = *last;
  dimension.whole = is_whole(low) && is_whole(high);
  dimension.logarithmic = *first > 0 && *last / *first >= 10;
}

std::string written(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string drawn_from(const Dimension& d, Random& random) {
  if (!d.values.empty()) return d.key + "=" + d.values[random.below(d.values.size())];
  const double low = d.logarithmic ? std::log(d.low) : d.low;
  const double high = d.logarithmic ? std::log(d.high + (d.whole ? 1 : 0)) : d.high + (d.whole ? 1 : 0);
  double value = low + random.uniform() * (high - low);
  if (d.logarithmic) value = std::exp(value);
  if (!d.whole) return d.key + "=" + written(value);
  return d.key + "=" + std::to_string(static_cast<int64_t>(std::clamp(std::floor(value), d.low, d.high)));
}

// The values of each dimension, if they can be counted.
int64_t count_of(const Dimension& d) {
  if (!d.values.empty()) return static_cast<int64_t>(d.values.size());
  return d.whole ? static_cast<int64_t>(d.high - d.low) + 1 : 0;
}

}  // namespace

Space::Space(const std::string& words) {
  for (const std::string& part : parts_of(words, ',')) {
    const size_t equals = part.find('=');
    if (equals == std::string::npos) {  // one more value of the last key
      if (dimensions_.empty() || dimensions_.back().values.empty() || part.empty())
        fail<UsageError>("[--over] \"", part, "\" in \"", words,
                         "\": expected KEY=VALUE,VALUE or KEY=LOW..HIGH, such as model.dropout=0.1,0.3.");
      dimensions_.back().values.push_back(part);
      continue;
    }
    Dimension dimension;
    dimension.key = part.substr(0, equals);
    const std::string value = part.substr(equals + 1);
    if (dimension.key.empty() || value.empty())
      fail<UsageError>("[--over] \"", part, "\": expected a key and a value, such as model.dropout=0.1,0.3.");
    for (const Dimension& other : dimensions_)
      if (other.key == dimension.key)
        fail<UsageError>("[--over] ", other.key, " stands twice: name all of its values at once.");
    if (value.find("..") != std::string::npos)
      read_range(value, dimension);
    else
      dimension.values.push_back(value);
    dimensions_.push_back(std::move(dimension));
  }
}

std::optional<int64_t> Space::combinations() const {
  int64_t all = 1;
  for (const Dimension& dimension : dimensions_) {
    const int64_t count = count_of(dimension);
    if (count == 0 || all > kMostCombinations / count) return std::nullopt;
    all *= count;
  }
  return all;
}

std::vector<std::string> Space::drawn(Random& random) const {
  std::vector<std::string> set;
  for (const Dimension& dimension : dimensions_) set.push_back(drawn_from(dimension, random));
  return set;
}

std::vector<std::string> Space::numbered(int64_t n) const {
  std::vector<std::string> set;
  for (const Dimension& d : dimensions_) {
    const int64_t count = count_of(d), i = n % count;
    n /= count;
    const std::string value =
        d.values.empty() ? std::to_string(static_cast<int64_t>(d.low) + i) : d.values[static_cast<size_t>(i)];
    set.push_back(d.key + "=" + value);
  }
  return set;
}

std::vector<std::vector<std::string>> Space::trials(int64_t count, uint64_t seed) const {
  std::vector<std::vector<std::string>> all;
  if (const auto choices = combinations(); choices && *choices <= count) {
    for (int64_t n = 0; n < *choices; ++n) all.push_back(numbered(n));
    return all;
  }
  Random random(seed);
  std::set<std::vector<std::string>> known;
  while (static_cast<int64_t>(all.size()) < count)
    if (std::vector<std::string> set = drawn(random); known.insert(set).second) all.push_back(std::move(set));
  return all;
}

}  // namespace heed::session
