#include "engine/session/tokenize.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/data/text_encoder.h"
#include "engine/format/json.h"
#include "engine/text/pipeline/pipeline.h"
#include "engine/text/pipeline_json.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// One of Heed's own tokenizers, or one that another maker's file describes.
struct OpenedTokenizer {
  TokenizerFile own;
  Preprocessing preprocessing;
  std::optional<TokenizerPipeline> pipeline;
};

// Whether a tokenizer.json is one that Heed writes: those have preprocessing and rules that no other file can
// say.
bool is_own(const json& root) {
  if (!root.is_object()) return false;
  for (const char* part : {"truncation", "padding", "post_processor", "decoder"})
    if (!root.value(part, json()).is_null()) return false;
  const json normalizer = root.value("normalizer", json()),
             pre_tokenizer = root.value("pre_tokenizer", json());
  return std::any_of(tokenizer_names().begin(), tokenizer_names().end(), [&](const std::string& name) {
    const PipelineJson ours = pipeline_json(name);
    return ours.normalizer == normalizer && ours.pre_tokenizer == pre_tokenizer;
  });
}

OpenedTokenizer open_json(const fs::path& path) {
  OpenedTokenizer opened;
  const std::string text = read_file(path.string(), kLongestText);
  auto cut = cut_vocabulary(text);
  if (is_own(parse_around(cut, text, path.string())))
    opened.own = read_tokenizer_json(text, path.string());
  else
    opened.pipeline = read_pipeline(text, path.string());
  return opened;
}

// "do_lower_case" of a model folder's tokenizer_config.json, where there is one.
std::optional<bool> is_cased(const fs::path& vocabulary) {
  const fs::path config = vocabulary.parent_path() / "tokenizer_config.json";
  if (!fs::exists(config)) return std::nullopt;
  const json root = parse_json_object(read_file(config.string(), kLongestText), config.string());
  const auto lower = root.find("do_lower_case");
  if (lower == root.end() || !lower->is_boolean()) return std::nullopt;
  return !lower->get<bool>();
}

OpenedTokenizer open_vocabulary(const fs::path& path, std::optional<bool> cased, bool is_folder) {
  if (!cased && is_folder) cased = is_cased(path);
  OpenedTokenizer opened;
  opened.pipeline = read_word_piece_vocabulary(read_file(path.string(), kLongestText), path.string(),
                                               cased ? std::optional<bool>(!*cased) : std::nullopt);
  return opened;
}

OpenedTokenizer open_tokenizer(const std::string& name_or_file, const TokenizeOptions& options) {
  const auto check_not_cased = [&] {
    if (options.cased)
      fail<UsageError>("[", name_or_file, "] is no vocab.txt, and only that can be read cased or uncased.");
  };
  OpenedTokenizer opened;
  if (name_or_file.find_first_of("/.") == std::string::npos) {
    opened.own.tokenizer = make_tokenizer(name_or_file);
    check_not_cased();
    return opened;
  }
  const bool is_folder = fs::is_directory(name_or_file);
  fs::path path = is_folder ? fs::path(name_or_file) / "tokenizer.json" : fs::path(name_or_file);
  if (is_folder && !fs::exists(path) && fs::exists(path.parent_path() / "vocab.txt"))
    path.replace_filename("vocab.txt");
  if (path.extension() == ".txt") return open_vocabulary(path, options.cased, is_folder);
  check_not_cased();
  opened = open_json(path);
  const fs::path config = fs::path(name_or_file) / "config.json";
  if (is_folder && fs::exists(config)) {
    const json root = parse_json_object(read_file(config.string(), kLongestText), config.string());
    const auto text = root.find("text");
    if (text != root.end() && text->is_object())
      opened.preprocessing = read_encoder_options(*text, config.string()).preprocessing;
  }
  return opened;
}

TokenizeResult tokenized(const OpenedTokenizer& opened, const std::string& text) {
  const std::optional<Vocabulary>& vocabulary = opened.own.vocabulary;
  TokenizeResult result{text, {}, {}};
  std::vector<Preprocessing::StepText> steps;
  int words = 0;
  for (const TextToken& token : split(*opened.own.tokenizer, opened.preprocessing, text, &steps)) {
    Token t{token.text, std::nullopt, token.start, token.end, true, token.special, std::nullopt};
    if (vocabulary) {
      t.id = vocabulary->id(token.text);
      t.known = vocabulary->find(token.text).has_value();
    }
    if (!token.special) t.word = words++;
    result.tokens.push_back(std::move(t));
  }
  for (const Preprocessing::StepText& step : steps) result.preprocessing.push_back({step.step, step.text});
  return result;
}

TokenizeResult tokenized(const TokenizerPipeline& pipeline, const std::string& text, bool special_tokens) {
  TokenizeResult result{text, {}, {}};
  for (const Piece& piece : pipeline.encode(text, special_tokens).pieces) {
    Token token{piece.text, piece.id, piece.start, piece.end, piece.known, piece.special, std::nullopt};
    if (piece.word >= 0) token.word = piece.word;
    result.tokens.push_back(std::move(token));
  }
  return result;
}

std::vector<int> read_ids(const std::string& ids) {
  std::vector<int> numbers;
  std::string digits;
  for (const char c : ids + " ") {
    if (c >= '0' && c <= '9') {
      digits += c;
      check(digits.size() <= 9, "[tokenize] \"", ids, "\" holds a number that is no id.");
    } else {
      check(c == ' ' || c == ',', "[tokenize] \"", ids, "\": expected token ids such as 12 7 301.");
      if (!digits.empty()) numbers.push_back(std::stoi(digits));
      digits.clear();
    }
  }
  return numbers;
}

}  // namespace

std::vector<TokenizeResult> tokenize(const std::string& name_or_file, const std::vector<std::string>& texts,
                                     const TokenizeOptions& options) {
  const OpenedTokenizer opened = open_tokenizer(name_or_file, options);
  std::vector<TokenizeResult> results;
  for (const std::string& text : texts)
    results.push_back(opened.pipeline ? tokenized(*opened.pipeline, text, options.special_tokens)
                                      : tokenized(opened, text));
  return results;
}

std::string text_of_ids(const std::string& file, const std::string& ids, const TokenizeOptions& options) {
  const std::vector<int> numbers = read_ids(ids);
  const OpenedTokenizer opened = open_tokenizer(file, options);
  return opened.pipeline ? opened.pipeline->decode(numbers, !options.special_tokens)
                         : opened.own.text_of(numbers);
}

}  // namespace heed::session
