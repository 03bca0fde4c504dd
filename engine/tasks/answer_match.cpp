#include "engine/tasks/answer_match.h"

#include <algorithm>
#include <map>

#include "engine/text/unicode.h"

namespace heed {
namespace {

constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";  // Python's

std::string without_punctuation(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](char c) { return kPunctuation.find(c) != std::string_view::npos; }),
             text.end());
  return text;
}

// The expression \b(a|an|the)\b replaced by a space.
std::string without_articles(std::string_view text) {
  std::string kept, word;
  auto end_word = [&] {
    kept += word == "a" || word == "an" || word == "the" ? " " : word;
    word.clear();
  };
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    const std::string_view bytes = text.substr(at, static_cast<size_t>(c.length));
    at += static_cast<size_t>(c.length);
    if (is_letter_or_number(c.value)) {
      word += bytes;
    } else {
      end_word();
      kept += bytes;
    }
  }
  end_word();
  return kept;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    const auto length = static_cast<size_t>(c.length);
    if (!is_white_space(c.value))
      words.back() += text.substr(at, length);
    else if (!words.back().empty())
      words.emplace_back();
    at += length;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::vector<std::string> normalised_words(std::string_view answer) {
  return words_of(without_articles(without_punctuation(to_lower(answer))));
}

double shared_words_f1(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::map<std::string, int> left;
  for (const std::string& word : b) ++left[word];
  double same = 0;
  for (const std::string& word : a) same += left[word]-- > 0 ? 1 : 0;
  return same == 0 ? 0 : 2 * same / static_cast<double>(a.size() + b.size());
}

}  // namespace

std::string normalised_answer(std::string_view answer) {
  std::string text;
  for (const std::string& word : normalised_words(answer)) text += (text.empty() ? "" : " ") + word;
  return text;
}

AnswerMatch match_answer(std::string_view predicted, const std::vector<std::string>& given) {
  const std::vector<std::string> words = normalised_words(predicted);
  AnswerMatch best;
  for (const std::string& answer : given) {
    const std::vector<std::string> wanted = normalised_words(answer);
    best.exact = std::max(best.exact, words == wanted ? 1.0 : 0.0);
    best.f1 = std::max(best.f1, shared_words_f1(words, wanted));
  }
  return best;
}

}  // namespace heed
