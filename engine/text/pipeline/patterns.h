// What Replace, Split and Punctuation look for, and what becomes of it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/expression.h"
#include "engine/text/pipeline/part.h"

namespace heed {

// A stretch [first, last) of a text, and whether the pattern found it or it lies between two finds.
struct Stretch {
  size_t first = 0, last = 0;
  bool is_match = false;
};

// The whole text as stretches, in order; only finds of a regular expression may be empty.
using Pattern = std::function<std::vector<Stretch>(std::string_view text)>;

// {"String": "…"} or {"Regex": "…"}. GPT-2's expression, texts without special signs, and one character or
// class (\s \S \d \w \p{L} \p{N} \p{P}), alone or with + or {n,}, are found by functions of our own, with our
// Unicode tables; any other by Oniguruma (engine/text/expression.h). What is no expression is an Error.
Pattern read_pattern(const Part& part, const char* key);

Pattern literal_pattern(std::string text);
// Every character of the class is a match of its own.
Pattern character_pattern(bool (*is_in_class)(char32_t));
// Runs of at least `least` characters of the class are matches.
Pattern run_pattern(std::function<bool(char32_t)> is_in_class, size_t least);
Pattern expression_pattern(std::shared_ptr<const Expression> expression);
// GPT-2's words: contractions, letters, numbers and other signs with the space before them, and white space.
Pattern gpt2_pattern();

// What a split keeps of the stretches, as the Rust library calls it.
enum class Behavior { kRemoved, kIsolated, kMergedWithPrevious, kMergedWithNext, kContiguous };
Behavior read_behavior(const Part& part, const char* key);
std::vector<Stretch> split(std::vector<Stretch> stretches, Behavior behavior);

}  // namespace heed
