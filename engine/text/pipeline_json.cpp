#include "engine/text/pipeline_json.h"

#include "engine/base/error.h"
#include "engine/text/basic_english.h"
#include "engine/text/plain_tokenizers.h"

namespace heed {
namespace {

using nlohmann::json;

// Patterns are Oniguruma's, as in the Rust library; the npm package rewrites them for JavaScript. The
// ready-made WhitespaceSplit, Whitespace and Lowercase are not used alone because each library has its own
// idea of them: \s is Unicode's White_Space in both, and Python's white space has U+001C to U+001F besides
// (unicode.h).
constexpr const char* kSpaces = R"([\s\x1c-\x1f]+)";
constexpr const char* kNotSpace = R"([^\s\x1c-\x1f])";
constexpr const char* kAnything = R"([\s\S])";

// The nearest regular expression to UAX #29, which needs the property Word_Break: exact for words and numbers
// of alphabetic scripts with accents, apostrophes, decimal points and underscores. Scripts without spaces are
// cut at characters; what joins emoji, Hebrew quotation marks and rarer signs is not in it.
std::string words_pattern() {
  const std::string joined = R"([\p{M}\p{Cf}]*)";
  const std::string letter =
      "(?![\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF])"
      R"([\p{L}\p{Nl}])";
  const std::string digit = R"(\p{Nd})";
  const std::string between_letters = "(?:['\u2019.:\u00B7]" + joined + "(?=" + letter + "))?";
  const std::string between_digits = "(?:['\u2019.,;]" + joined + "(?=" + digit + "))?";
  const std::string word =
      letter + joined + between_letters + "|" + digit + joined + between_digits + R"(|\p{Pc})" + joined;
  return "(?:" + word + ")+|[\u30A0-\u30FF]+|" + kNotSpace + joined;
}

// Rust's Lowercase looks at single characters and knows no final sigma; written before it, this rule is
// Final_Sigma of SpecialCasing.txt, and changes nothing for JavaScript, which knows it by itself.
constexpr const char* kFinalSigma =
    R"((?<=[\p{Cased}&&\P{Case_Ignorable}]\p{Case_Ignorable}*)Σ(?!\p{Case_Ignorable}*[\p{Cased}&&\P{Case_Ignorable}]))";

json replace(const char* kind, const char* pattern, const char* content) {
  return {{"type", "Replace"}, {"pattern", {{kind, pattern}}}, {"content", content}};
}

// `invert`: the pattern says what a token is instead of what stands between tokens.
json split(const std::string& pattern, bool invert) {
  return {{"type", "Split"}, {"pattern", {{"Regex", pattern}}}, {"behavior", "Removed"}, {"invert", invert}};
}

// Hugging Face's libraries pass over a key that they do not know here.
json words_pre_tokenizer() {
  json words = split(words_pattern(), true);
  words["heed"] = "words: the word boundaries of Unicode (UAX #29). The pattern is the nearest to them.";
  return words;
}

json basic_english_normalizer() {
  json steps = {replace("Regex", kFinalSigma, "ς"), {{"type", "Lowercase"}}};
  constexpr const char* kReplacements[][2] = {{"'", " '  "}, {"\"", ""},   {".", " . "}, {"<br />", " "},
                                              {",", " , "},  {"(", " ( "}, {")", " ) "}, {"!", " ! "},
                                              {"?", " ? "},  {";", " "},   {":", " "}};
  for (const auto& [pattern, content] : kReplacements) steps.push_back(replace("String", pattern, content));
  return {{"type", "Sequence"}, {"normalizers", steps}};
}

}  // namespace

PipelineJson pipeline_json(const std::string& tokenizer_name) {
  if (tokenizer_name == BasicEnglish::kName) return {basic_english_normalizer(), split(kSpaces, false)};
  if (tokenizer_name == Whitespace::kName) return {nullptr, split(kSpaces, false)};
  if (tokenizer_name == Words::kName) return {nullptr, words_pre_tokenizer()};
  if (tokenizer_name == AllCharacters::kName) return {nullptr, split(kAnything, true)};
  if (tokenizer_name == Characters::kName) return {nullptr, split(kNotSpace, true)};
  fail("[tokenizer] \"", tokenizer_name, "\" cannot be written as a tokenizer.json.");
}

}  // namespace heed
