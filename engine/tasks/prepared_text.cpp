#include "engine/tasks/prepared_text.h"

#include "engine/format/json.h"

namespace heed {
namespace {

using TokenRows = std::vector<std::vector<TextToken>>;  // of the training rows

// "num_tokens" stands for the lesson's conventions, of which the size is a part.
VocabularyOptions vocabulary_options(const nlohmann::json& text, const std::string& file) {
  VocabularyOptions options;
  const auto max_size = require<int64_t>(text, "max_size", file);
  if (!text["num_tokens"].is_null()) {
    const auto num_tokens = require<int64_t>(text, "num_tokens", file);
    check(max_size == 0, "[", file,
          "] text.max_size and text.num_tokens both say how many tokens: give one.");
    check(num_tokens == 0 || num_tokens > 2, "[", file, "] text.num_tokens is ", num_tokens,
          ": expected 0 (no limit) or at least 3, <PAD> and <UNK> among them.");
    options = VocabularyOptions::of_lesson(num_tokens);
  } else {
    options.max_size = max_size;
  }
  options.min_freq = require<int64_t>(text, "min_freq", file);
  return options;
}

void count_tokens(const Recipe& recipe, const Tokenizer& tokenizer, const TokenRows& texts,
                  PreparedText& prepared) {
  TokenCounts counts;
  for (const std::vector<TextToken>& tokens : texts) {
    prepared.tokens += static_cast<int64_t>(tokens.size());
    counts.add(tokens);
  }
  prepared.vocabulary = Vocabulary::build(counts, vocabulary_options(recipe.json["text"], recipe.name));
  prepared.tokenizer_json = write_tokenizer_json(tokenizer, *prepared.vocabulary);
}

void count_phrases(const Recipe& recipe, const EncoderOptions& options, const TokenRows& texts,
                   const Dataset& data, const std::vector<int>& rows, PreparedText& prepared) {
  if (options.phrases.min_freq == 0) return;
  const nlohmann::json& model = recipe.json["model"];
  const bool starts = value_or<double>(model, "phrase_start", 0, recipe.name) != 0;
  const bool regression = value_or<std::string>(model, "phrase_start_by", "", recipe.name) == "regression";
  const size_t C = data.labels.size();
  PhraseCounts counts(C);
  std::vector<CountedText> counted;
  for (size_t i = 0; i < rows.size(); ++i) {
    const int label = data.examples[static_cast<size_t>(rows[i])].label;
    std::vector<uint32_t> hashes = phrase_hashes(texts[i], options.phrases);
    counts.add(hashes, static_cast<size_t>(label));
    if (starts && regression)
      counted.push_back({std::move(hashes), static_cast<int64_t>(texts[i].size()), label});
  }
  prepared.filter = PhraseFilter::telling(counts, options.phrases.min_freq, options.phrases.rows);
  check(prepared.filter.rows() > 0, "[", recipe.name, "] no phrase is ", options.phrases.min_freq,
        " times in the training part: text.phrases.min_freq asks for too many.");
  if (!starts) return;
  prepared.start =
      regression ? regress(counted, C, prepared.filter) : PhraseVotes{prepared.filter.log_odds(counts), {}};
}

}  // namespace

PreparedText prepare_text(const Recipe& recipe, const Tokenizer& tokenizer, const Dataset& data,
                          const std::vector<int>& rows) {
  EncoderOptions options = read_encoder_options(recipe.json["text"], recipe.name);
  TokenRows texts;
  texts.reserve(rows.size());
  for (int row : rows)
    texts.push_back(split(tokenizer, options.preprocessing, data.examples[static_cast<size_t>(row)].text));
  PreparedText prepared;
  count_tokens(recipe, tokenizer, texts, prepared);
  count_phrases(recipe, options, texts, data, rows, prepared);
  options.filter = prepared.filter;
  prepared.encoder = std::make_unique<TextEncoder>(
      read_tokenizer_json(prepared.tokenizer_json, "tokenizer.json"), std::move(options));
  prepared.train.reserve(rows.size());
  for (std::vector<TextToken>& tokens : texts) {
    prepared.train.push_back(prepared.encoder->encode(std::move(tokens)));
    prepared.train.back().tokens = {};
  }
  return prepared;
}

std::unique_ptr<Tokenizer> recipe_tokenizer(const Recipe& recipe) {
  return make_tokenizer(require<std::string>(recipe.json["text"], "tokenizer", recipe.name));
}

}  // namespace heed
