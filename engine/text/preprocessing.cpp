#include "engine/text/preprocessing.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/error.h"
#include "engine/text/contractions.h"
#include "engine/text/json_messages.h"
#include "engine/text/stop_words.h"
#include "engine/text/unicode.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

using nlohmann::json;

bool is_ascii_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

AlignedText lower_case(const AlignedText& from) {
  AlignedText out;
  std::string lower;
  for (size_t at = 0; at < from.size();) {
    const CodePoint c = decode_utf8(from.text(), at);
    const size_t next = at + static_cast<size_t>(c.length);
    lower.clear();
    append_lower(lower, from.text(), at, c);
    out.append(lower, from.original(at, next));
    at = next;
  }
  return out;
}

AlignedText without_parentheses(const AlignedText& from) {
  AlignedText out;
  size_t at = 0;
  while (true) {
    const size_t open = from.text().find('(', at);
    const size_t close = open == std::string::npos ? open : from.text().find(')', open);
    if (close == std::string::npos) break;
    out.append(from, at, open);
    at = close + 1;
  }
  out.append(from, at, from.size());
  return out;
}

AlignedText spaced_punctuation(const AlignedText& from) {
  constexpr std::string_view kMarks = "-;.,!?<=>";
  AlignedText out;
  for (size_t at = 0; at < from.size(); ++at) {
    const bool is_mark = kMarks.find(from.text()[at]) != std::string_view::npos;
    const auto [start, end] = from.original(at, at + 1);
    if (is_mark) out.append(" ", {start, start});
    out.append(from, at, at + 1);
    if (is_mark) out.append(" ", {end, end});
  }
  return out;
}

// Every run of bytes of a kind becomes one space.
template <class IsOfKind>
AlignedText runs_to_spaces(const AlignedText& from, IsOfKind is_of_kind) {
  AlignedText out;
  for (size_t at = 0; at < from.size();) {
    size_t end = at;
    while (end < from.size() && is_of_kind(from.text()[end])) ++end;
    if (end > at) out.append(" ", from.original(at, end));
    at = end;
    while (end < from.size() && !is_of_kind(from.text()[end])) ++end;
    out.append(from, at, end);
    at = end;
  }
  return out;
}

AlignedText letters_and_digits(const AlignedText& from) {
  return runs_to_spaces(from, [](char c) { return !is_ascii_alphanumeric(c); });
}

AlignedText single_spaces(const AlignedText& from) {
  return runs_to_spaces(from, [](char c) { return c == ' '; });
}

AlignedText stripped(const AlignedText& from) {
  size_t first = 0, last = from.size();
  trim_white_space(from.text(), first, last);
  AlignedText out;
  out.append(from, first, last);
  return out;
}

using Apply = std::function<AlignedText(const AlignedText&)>;

const std::vector<std::pair<const char*, Apply>>& plain_steps() {
  static const std::vector<std::pair<const char*, Apply>> kSteps = {
      {"lower_case", lower_case},
      {"contractions", cut_contractions},
      {"parentheses", without_parentheses},
      {"punctuation_spacing", spaced_punctuation},
      {"non_alphanumerics", letters_and_digits},
      {"double_spaces", single_spaces},
      {"strip", stripped}};
  return kSteps;
}

constexpr const char* kStopWords = "stop_words";

StopWords read_stop_words(const json& step, const std::string& file) {
  const bool has_words = step.is_object() && step.contains("words");
  if (!has_words) {
    const json list = step.is_object() && step.contains("list") ? step["list"] : json("english");
    if (list != "english")
      fail<UsageError>("[", file, "] there is no list of stop words ", shown(list),
                       ": expected \"english\", or \"words\" with a list of one's own.");
    return StopWords(english_stop_words());
  }
  std::vector<std::string> words;
  check(step["words"].is_array(), "[", file, "] the \"words\" of stop_words are ", shown(step["words"]),
        ": expected a list.");
  for (const json& word : step["words"]) {
    check(word.is_string() && word != "", "[", file, "] a stop word is ", shown(word), ": expected a word.");
    words.push_back(word.get<std::string>());
  }
  return StopWords(words);
}

Apply read_step(const std::string& name, const json& step, const std::string& file) {
  if (step.is_object())
    for (const auto& [key, value] : step.items())
      check(key == "name" || (name == kStopWords && (key == "list" || key == "words")), "[", file,
            "] the preprocessing step ", in_quotes(name), " has ", in_quotes(key),
            ", which it does not know.");
  if (name == kStopWords) return read_stop_words(step, file);
  std::string names = kStopWords;
  for (const auto& [known, apply] : plain_steps()) {
    if (name == known) return apply;
    names += std::string(", ") + known;
  }
  fail<UsageError>("[", file, "] there is no preprocessing step ", in_quotes(name), ": expected one of ",
                   names, ".");
}

}  // namespace

Preprocessing Preprocessing::read(const json& steps, const std::string& file) {
  Preprocessing preprocessing;
  if (steps.is_null()) return preprocessing;
  check(steps.is_array(), "[", file, "] \"preprocess\" is ", shown(steps), ": expected a list of steps.");
  constexpr size_t kMost = 100;  // some make a text longer, each time that they are done
  check(steps.size() <= kMost, "[", file, "] \"preprocess\" has ", steps.size(), " steps: expected at most ",
        kMost, ".");
  for (const json& step : steps) {
    const json name = step.is_object() && step.contains("name") ? step["name"] : step;
    check(name.is_string(), "[", file, "] a preprocessing step is ", shown(name),
          ": expected a name, or an object with \"name\".");
    preprocessing.steps_.push_back({name.get<std::string>(), read_step(name.get<std::string>(), step, file)});
  }
  return preprocessing;
}

AlignedText Preprocessing::apply(std::string_view text, std::vector<StepText>* texts) const {
  AlignedText aligned = AlignedText::of(text);
  for (const Step& step : steps_) {
    aligned = step.apply(aligned);
    if (texts != nullptr) texts->push_back({step.name, aligned.text()});
  }
  return aligned;
}

void move_to_original(std::vector<TextToken>& tokens, const AlignedText& text) {
  for (TextToken& token : tokens) {
    const AlignedText::Range range =
        text.original(static_cast<size_t>(token.start), static_cast<size_t>(token.end));
    token.start = range.start;
    token.end = range.end;
  }
}

}  // namespace heed
