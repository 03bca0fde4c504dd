#include "engine/text/pipeline/patterns.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "engine/text/character_classes.h"
#include "engine/text/expression.h"
#include "engine/text/json_messages.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

constexpr std::array<std::string_view, 2> kGpt2 = {
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
    R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"};
constexpr std::string_view kSpecialSigns = R"(\^$.|?*+()[]{})";

void add(std::vector<Stretch>& stretches, size_t first, size_t last, bool is_match) {
  if (first < last) stretches.push_back({first, last, is_match});
}

// Where the characters of the class from byte `at` on end.
template <class IsInClass>
size_t run_end(std::string_view text, size_t at, const IsInClass& is_in_class) {
  while (at < text.size()) {
    const CodePoint c = decode_utf8(text, at);
    if (!is_in_class(c.value)) break;
    at += static_cast<size_t>(c.length);
  }
  return at;
}

bool is_sign(char32_t c) {
  return !is_space(c) && !is_letter(c) && !is_number(c);
}

size_t contraction_length(std::string_view text, size_t at) {
  for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
    if (text.substr(at, ending.size()) == ending) return ending.size();
  return 0;
}

// Where GPT-2's match that begins at byte `at` ends; there is one at every place.
size_t gpt2_end(std::string_view text, size_t at) {
  if (const size_t length = contraction_length(text, at)) return at + length;
  const size_t word = text[at] == ' ' && at + 1 < text.size() ? at + 1 : at;
  const CodePoint c = decode_utf8(text, word);
  if (is_letter(c.value)) return run_end(text, word, is_letter);
  if (is_number(c.value)) return run_end(text, word, is_number);
  if (is_sign(c.value)) return run_end(text, word, is_sign);
  const size_t end = run_end(text, at, is_space);
  if (end == text.size()) return end;
  // \s+(?!\S) leaves the last one to the word after it; one alone is a match of \s+.
  const size_t before_last = end - static_cast<size_t>(decode_utf8_before(text, end).length);
  return before_last > at ? before_last : end;
}

using IsInClass = std::function<bool(char32_t)>;

// The class or character that an expression begins with; `length` is how much of it that takes.
std::optional<IsInClass> leading_class(std::string_view expression, size_t& length) {
  static const std::pair<std::string_view, bool (*)(char32_t)> kClasses[] = {
      {R"(\s)", is_space},
      {R"(\S)", [](char32_t c) { return !is_space(c); }},
      {R"(\d)", [](char32_t c) { return category(c) == Category::kNd; }},
      {R"(\w)", is_word},
      {R"(\p{L})", is_letter},
      {R"(\p{N})", is_number},
      {R"(\p{P})", [](char32_t c) { return is_between(category(c), Category::kPc, Category::kPo); }},
  };
  for (const auto& [name, is_in_class] : kClasses) {
    if (expression.substr(0, name.size()) != name) continue;
    length = name.size();
    return is_in_class;
  }
  if (expression.empty() || kSpecialSigns.find(expression[0]) != std::string_view::npos) return std::nullopt;
  const CodePoint only = decode_utf8(expression, 0);
  length = static_cast<size_t>(only.length);
  return [c = only.value](char32_t other) { return other == c; };
}

std::optional<Pattern> regex_pattern(const std::string& expression) {
  if (std::find(kGpt2.begin(), kGpt2.end(), expression) != kGpt2.end()) return gpt2_pattern();
  if (expression.find_first_of(kSpecialSigns) == std::string::npos) return literal_pattern(expression);
  size_t length = 0;
  const auto is_in_class = leading_class(expression, length);
  if (!is_in_class) return std::nullopt;
  const std::string count = expression.substr(length);
  if (count == "+") return run_pattern(*is_in_class, 1);
  if (count.size() >= 4 && count[0] == '{' && count.substr(count.size() - 2) == ",}" && count.size() <= 8 &&
      std::all_of(count.begin() + 1, count.end() - 2, [](char c) { return c >= '0' && c <= '9'; }))
    return run_pattern(*is_in_class, std::max<size_t>(1, std::strtoul(count.c_str() + 1, nullptr, 10)));
  if (!count.empty()) return std::nullopt;
  return [is_in = *is_in_class](std::string_view text) {
    std::vector<Stretch> stretches = run_pattern(is_in, 1)(text);
    std::vector<Stretch> single;
    for (const Stretch& stretch : stretches) {
      if (!stretch.is_match) single.push_back(stretch);
      for (size_t at = stretch.first; stretch.is_match && at < stretch.last;) {
        const auto bytes = static_cast<size_t>(decode_utf8(text, at).length);
        single.push_back({at, at + bytes, true});
        at += bytes;
      }
    }
    return single;
  };
}

}  // namespace

Pattern literal_pattern(std::string wanted) {
  return [wanted = std::move(wanted)](std::string_view text) {
    std::vector<Stretch> stretches;
    size_t at = 0;
    while (!wanted.empty()) {
      const size_t found = text.find(wanted, at);
      if (found == std::string_view::npos) break;
      add(stretches, at, found, false);
      at = found + wanted.size();
      add(stretches, found, at, true);
    }
    add(stretches, at, text.size(), false);
    return stretches;
  };
}

Pattern character_pattern(bool (*is_in_class)(char32_t)) {
  return [is_in_class](std::string_view text) {
    std::vector<Stretch> stretches;
    size_t begun = 0;
    for (size_t at = 0; at < text.size();) {
      const CodePoint c = decode_utf8(text, at);
      const size_t next = at + static_cast<size_t>(c.length);
      if (is_in_class(c.value)) {
        add(stretches, begun, at, false);
        add(stretches, at, next, true);
        begun = next;
      }
      at = next;
    }
    add(stretches, begun, text.size(), false);
    return stretches;
  };
}

Pattern run_pattern(std::function<bool(char32_t)> is_in_class, size_t least) {
  return [is_in = std::move(is_in_class), least](std::string_view text) {
    std::vector<Stretch> stretches;
    size_t begun = 0;
    for (size_t at = 0; at < text.size();) {
      const size_t first = run_end(text, at, [&](char32_t c) { return !is_in(c); });
      size_t characters = 0;
      const size_t last = run_end(text, first, [&](char32_t c) { return is_in(c) && ++characters > 0; });
      if (characters >= least) {
        add(stretches, begun, first, false);
        add(stretches, first, last, true);
        begun = last;
      }
      at = last;
    }
    add(stretches, begun, text.size(), false);
    return stretches;
  };
}

Pattern gpt2_pattern() {
  return [](std::string_view text) {
    std::vector<Stretch> stretches;
    for (size_t at = 0; at < text.size(); at = stretches.back().last)
      stretches.push_back({at, gpt2_end(text, at), true});
    return stretches;
  };
}

Pattern expression_pattern(std::shared_ptr<const Expression> expression) {
  return [expression = std::move(expression)](std::string_view text) {
    std::vector<Stretch> stretches;
    size_t at = 0;
    for (const auto& [first, last] : expression->matches(text)) {
      add(stretches, at, first, false);
      stretches.push_back({first, last, true});
      at = last;
    }
    add(stretches, at, text.size(), false);
    return stretches;
  };
}

Pattern read_pattern(const Part& part, const char* key) {
  const Part pattern = part.part(key);
  if (pattern.has("String")) {
    Pattern literal = literal_pattern(pattern.within(kLongestPiece, "String", pattern.text("String")));
    return literal;
  }
  constexpr size_t kLongestExpression = 20'000;
  const std::string expression = pattern.within(kLongestExpression, "Regex", pattern.text("Regex"));
  if (auto known = regex_pattern(expression)) return *known;
  std::shared_ptr<const Expression> compiled;
  try {
    compiled = compile_expression(expression);
  } catch (const Error& error) {
    pattern.fail(" is no regular expression that can be used: ", error.what());
  }
  return expression_pattern(std::move(compiled));
}

Behavior read_behavior(const Part& part, const char* key) {
  return static_cast<Behavior>(
      part.one_of(key, {"Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"}));
}

std::vector<Stretch> split(std::vector<Stretch> stretches, Behavior behavior) {
  if (behavior == Behavior::kIsolated) return stretches;
  std::vector<Stretch> kept;
  bool was_match = false;  // the stretch before, or for MergedWithNext the one after
  const auto take = [&](const Stretch& stretch, bool joins) {
    if (joins && !kept.empty()) {
      kept.back().first = std::min(kept.back().first, stretch.first);
      kept.back().last = std::max(kept.back().last, stretch.last);
    } else {
      kept.push_back(stretch);
    }
    was_match = stretch.is_match;
  };
  if (behavior == Behavior::kMergedWithNext) {
    std::for_each(stretches.rbegin(), stretches.rend(),
                  [&](const Stretch& stretch) { take(stretch, stretch.is_match && !was_match); });
    std::reverse(kept.begin(), kept.end());
    return kept;
  }
  for (const Stretch& stretch : stretches) {
    if (behavior == Behavior::kRemoved && stretch.is_match) continue;
    const bool joins = behavior == Behavior::kContiguous           ? stretch.is_match == was_match
                       : behavior == Behavior::kMergedWithPrevious ? stretch.is_match && !was_match
                                                                   : false;
    take(stretch, joins);
  }
  return kept;
}

}  // namespace heed
