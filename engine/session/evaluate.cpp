// session::evaluate and session::tokenize.
#include "engine/train/evaluate.h"

#include <filesystem>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/corpus.h"
#include "engine/session/model.h"
#include "engine/session/model_parts.h"
#include "engine/session/training.h"

namespace heed::session {

namespace {

DataOptions data_options(const ModelParts& parts, const std::string& model, const std::string& format,
                         const std::vector<std::string>& set) {
  nlohmann::json data = nlohmann::json::object();
  if (auto found = parts.config.find("data"); found != parts.config.end() && found->is_object())
    data = *found;
  if (!format.empty()) data["format"] = format;
  set_data_keys(data, set);
  DataOptions options = read_data_options(data, model);
  check(!options.format.empty(), "[", model, "] does not say how its data is written: give --format NAME.");
  options.reading.labels = parts.labels;
  return options;
}

}  // namespace

std::string data_formats() {
  std::string names;
  for (const std::string& name : dataset_formats()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

Evaluation evaluate(const std::string& model, const std::vector<std::string>& data, const std::string& format,
                    const std::vector<std::string>& set) {
  const ModelParts parts = assemble(read_model_folder(model), model);
  const DataOptions options = data_options(parts, model, format, set);
  std::vector<std::string> files;
  if (data.size() == 1 && std::filesystem::is_directory(data[0])) files = test_files(options, data);
  const Dataset dataset = read_data(options, files.empty() ? data : files);
  Examples examples;
  for (const Example& example : dataset.examples) {
    examples.texts.push_back(parts.encoder->encode(example.text));
    examples.labels.push_back(example.label);
  }
  const Metrics metrics = heed::evaluate(*parts.classifier, cpu::device(), examples, parts.labels);
  return {{{"test", to_json(metrics)}}, dataset.warnings};
}

namespace {

struct OpenedTokenizer {
  TokenizerFile file;
  Preprocessing preprocessing;
};

OpenedTokenizer open_tokenizer(const std::string& name_or_file) {
  namespace fs = std::filesystem;
  OpenedTokenizer opened;
  if (name_or_file.find_first_of("/.") == std::string::npos) {
    opened.file.tokenizer = make_tokenizer(name_or_file);
    return opened;
  }
  const bool is_folder = fs::is_directory(name_or_file);
  const fs::path path = is_folder ? fs::path(name_or_file) / "tokenizer.json" : fs::path(name_or_file);
  opened.file = read_tokenizer_json(read_file(path.string()), path.string());
  const fs::path config = fs::path(name_or_file) / "config.json";
  if (is_folder && fs::exists(config)) {
    const nlohmann::json json = parse_json_object(read_file(config.string()), config.string());
    const auto text = json.find("text");
    if (text != json.end() && text->is_object())
      opened.preprocessing = read_encoder_options(*text, config.string()).preprocessing;
  }
  return opened;
}

}  // namespace

std::vector<TokenizeResult> tokenize(const std::string& name_or_file, const std::vector<std::string>& texts) {
  const OpenedTokenizer opened = open_tokenizer(name_or_file);
  const std::optional<Vocabulary>& vocabulary = opened.file.vocabulary;
  std::vector<TokenizeResult> results;
  for (const std::string& text : texts) {
    TokenizeResult result{text, {}, {}};
    std::vector<Preprocessing::StepText> steps;
    int words = 0;
    for (const TextToken& token : split(*opened.file.tokenizer, opened.preprocessing, text, &steps)) {
      Token t{token.text, std::nullopt, token.start, token.end, true, token.special, std::nullopt};
      if (vocabulary) {
        t.id = vocabulary->id(token.text);
        t.known = vocabulary->find(token.text).has_value();
      }
      if (!token.special) t.word = words++;
      result.tokens.push_back(std::move(t));
    }
    for (const Preprocessing::StepText& step : steps) result.preprocessing.push_back({step.step, step.text});
    results.push_back(std::move(result));
  }
  return results;
}

std::string text_of_ids(const std::string& file, const std::string& ids) {
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
  return open_tokenizer(file).file.text_of(numbers);
}

}  // namespace heed::session
