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
constexpr const char* kWordOrSymbol =
    R"([\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*|[^\s\x1c-\x1f]\p{M}*)";

// Rust's Lowercase looks at single characters and knows no final sigma; written before it, this rule is
// Final_Sigma of SpecialCasing.txt, and changes nothing for JavaScript, which knows it by itself.
constexpr const char* kFinalSigma =
    R"((?<=[\p{Cased}&&\P{Case_Ignorable}]\p{Case_Ignorable}*)Σ(?!\p{Case_Ignorable}*[\p{Cased}&&\P{Case_Ignorable}]))";

json replace(const char* kind, const char* pattern, const char* content) {
  return {{"type", "Replace"}, {"pattern", {{kind, pattern}}}, {"content", content}};
}

// `invert`: the pattern says what a token is instead of what stands between tokens.
json split(const char* pattern, bool invert) {
  return {{"type", "Split"}, {"pattern", {{"Regex", pattern}}}, {"behavior", "Removed"}, {"invert", invert}};
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
  if (tokenizer_name == Words::kName) return {nullptr, split(kWordOrSymbol, true)};
  if (tokenizer_name == Characters::kName) return {nullptr, split(kNotSpace, true)};
  fail("[tokenizer] \"", tokenizer_name, "\" cannot be written as a tokenizer.json.");
}

}  // namespace heed
