#include "engine/tasks/prepared_text.h"

#include "engine/format/json.h"
#include "engine/tasks/recipe_fields.h"

namespace heed {
namespace {

using TokenRows = std::vector<std::vector<TextToken>>;  // of the training rows

// "num_tokens" stands for the lesson's conventions, of which the size is a part.
VocabularyOptions vocabulary_options(const TextSettings& text, const std::string& file) {
  VocabularyOptions options;
  if (text.num_tokens) {
    check(text.max_size == 0, "[", file,
          "] text.max_size and text.num_tokens both say how many tokens: give one.");
    check(*text.num_tokens == 0 || *text.num_tokens > 2, "[", file, "] text.num_tokens is ", *text.num_tokens,
          ": expected 0 (no limit) or at least 3, <PAD> and <UNK> among them.");
    options = VocabularyOptions::of_lesson(*text.num_tokens);
  } else {
    options.max_size = text.max_size;
  }
  options.min_freq = text.min_freq;
  return options;
}

void count_tokens(const Recipe& recipe, const Tokenizer& tokenizer, const TokenRows& texts,
                  PreparedText& prepared) {
  TokenCounts counts;
  for (const std::vector<TextToken>& tokens : texts) {
    prepared.tokens += static_cast<int64_t>(tokens.size());
    counts.add(tokens);
  }
  prepared.vocabulary = Vocabulary::build(counts, vocabulary_options(values_of(recipe).text, recipe.name));
  prepared.tokenizer_json = write_tokenizer_json(tokenizer, *prepared.vocabulary);
}

void count_phrases(const Recipe& recipe, const EncoderOptions& options, const TokenRows& texts,
                   const Dataset& data, const std::vector<int>& rows, PreparedText& prepared,
                   const WorkProgress& progress) {
  if (options.phrases.min_freq == 0) return;
  const nlohmann::json& model = recipe.json["model"];
  const bool starts = value_or<double>(model, "phrase_start", 0, recipe.name) != 0;
  const bool regression = value_or<std::string>(model, "phrase_start_by", "", recipe.name) == "regression";
  const size_t C = data.labels.size();
  PhraseCounts counts(C);
  std::vector<CountedText> counted;
  RowProgress done(progress, "counting phrases", rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const int label = data.examples[static_cast<size_t>(rows[i])].label;
    std::vector<uint32_t> hashes = phrase_hashes(texts[i], options.phrases);
    counts.add(hashes, static_cast<size_t>(label));
    if (starts && regression)
      counted.push_back({std::move(hashes), static_cast<int64_t>(texts[i].size()), label});
    done.next();
  }
  prepared.filter = PhraseFilter::telling(counts, options.phrases.min_freq, options.phrases.rows);
  check(prepared.filter.rows() > 0, "[", recipe.name, "] no phrase is ", options.phrases.min_freq,
        " times in the training part: text.phrases.min_freq asks for too many.");
  if (!starts) return;
  prepared.start = regression ? regress(counted, C, prepared.filter, progress)
                              : PhraseVotes{prepared.filter.log_odds(counts), {}};
}

}  // namespace

PreparedText prepare_text(const Recipe& recipe, const Tokenizer& tokenizer, const Dataset& data,
                          const std::vector<int>& rows, const WorkProgress& progress) {
  EncoderOptions options = read_encoder_options(recipe.json["text"], recipe.name);
  TokenRows texts;
  texts.reserve(rows.size());
  RowProgress cut(progress, "reading texts", rows.size());
  for (int row : rows) {
    texts.push_back(split(tokenizer, options.preprocessing, data.examples[static_cast<size_t>(row)].text));
    cut.next();
  }
  PreparedText prepared;
  count_tokens(recipe, tokenizer, texts, prepared);
  count_phrases(recipe, options, texts, data, rows, prepared, progress);
  options.filter = prepared.filter;
  prepared.encoder = std::make_unique<TextEncoder>(
      read_tokenizer_json(prepared.tokenizer_json, "tokenizer.json"), std::move(options));
  prepared.train.reserve(rows.size());
  RowProgress encoded(progress, "encoding texts", rows.size());
  for (std::vector<TextToken>& tokens : texts) {
    prepared.train.push_back(prepared.encoder->encode(std::move(tokens)));
    prepared.train.back().tokens = {};
    encoded.next();
  }
  return prepared;
}

std::unique_ptr<Tokenizer> recipe_tokenizer(const Recipe& recipe) {
  return make_tokenizer(values_of(recipe).text.tokenizer);
}

}  // namespace heed
