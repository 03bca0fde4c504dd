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

nlohmann::json evaluate(const std::string& model, const std::vector<std::string>& data,
                        const std::string& format) {
  const ModelParts parts = assemble(read_model_folder(model), model);
  DataOptions options;
  if (auto found = parts.config.find("data"); found != parts.config.end() && found->is_object())
    options = {value_or<std::string>(*found, "format", "", model),
               value_or<bool>(*found, "html_entities", false, model)};
  if (!format.empty()) options.format = format;
  check(!options.format.empty(), "[", model, "] does not say how its data is written: give --format NAME.");
  const Dataset dataset = read_data(options, data, parts.labels);
  Examples examples;
  for (const Example& example : dataset.examples) {
    examples.texts.push_back(parts.encoder->encode(example.text));
    examples.labels.push_back(example.label);
  }
  return {{"test", to_json(heed::evaluate(*parts.classifier, cpu::device(), examples, parts.labels))}};
}

std::vector<TokenizeResult> tokenize(const std::string& name_or_file, const std::vector<std::string>& texts) {
  TokenizerFile file;
  namespace fs = std::filesystem;
  if (name_or_file.find_first_of("/.") == std::string::npos) {
    file.tokenizer = make_tokenizer(name_or_file);
  } else {
    const fs::path path =
        fs::is_directory(name_or_file) ? fs::path(name_or_file) / "tokenizer.json" : fs::path(name_or_file);
    file = read_tokenizer_json(read_file(path.string()), path.string());
  }
  std::vector<TokenizeResult> results;
  for (const std::string& text : texts) {
    TokenizeResult result{text, {}};
    int words = 0;
    for (const TextToken& token : file.tokenizer->split(text)) {
      Token t{token.text, std::nullopt, token.start, token.end, true, token.special, std::nullopt};
      if (file.vocabulary) {
        t.id = file.vocabulary->id(token.text);
        t.known = file.vocabulary->find(token.text).has_value();
      }
      if (!token.special) t.word = words++;
      result.tokens.push_back(std::move(t));
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace heed::session
