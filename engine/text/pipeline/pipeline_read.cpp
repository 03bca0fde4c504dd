// tokenizer.json to a TokenizerPipeline.
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/text/json_messages.h"
#include "engine/text/pipeline/pipeline.h"
#include "engine/text/pipeline/settings_apply.h"
#include "engine/text/vocabulary_json.h"

namespace heed {
namespace {

using nlohmann::json;

std::vector<AddedToken> read_added_tokens(const Part& root, const PieceVocabulary& vocabulary) {
  std::vector<AddedToken> tokens;
  if (root.has("added_tokens"))
    for (const Part& token : root.parts("added_tokens"))
      tokens.push_back(read_added_token(token, vocabulary));
  return tokens;
}

// {"strategy": "BatchLongest"} or {"strategy": {"Fixed": 128}}, "pad_token" and more.
std::string padding_note(const Part& padding) {
  const std::string piece = padding.text("pad_token", "[PAD]");
  if (padding.any("strategy").is_object())
    return "the file asks for " + piece + " behind each text up to " +
           std::to_string(padding.part("strategy").whole_number("Fixed", 0, INT32_MAX)) +
           " tokens: left out, since texts stand without padding here";
  return "the file asks for " + piece + " up to the longest text of a batch: texts stand without it here";
}

std::vector<std::string> notes_of(const Part& root, const PipelineParts& parts) {
  std::vector<std::string> notes;
  if (parts.truncation)
    notes.push_back("the file cuts texts to " + std::to_string(parts.truncation->max_length) + " tokens");
  if (root.has("padding")) notes.push_back(padding_note(root.part("padding")));
  return notes;
}

std::vector<std::string> warnings_of(const Part& model) {
  const json& dropout = model.any("dropout");
  model.expect(dropout.is_null() || dropout.is_number(), ": \"dropout\" is ", shown(dropout),
               ": expected a number or null.");
  if (!dropout.is_number() || dropout == 0) return {};
  return {"tokenizer.json leaves merges out at random (dropout " + dropout.dump() +
          "): left out here, since a text is always cut alike"};
}

PipelineParts read_parts(const Part& root, std::optional<TokenIds> ids, const std::string& file,
                         const TokenizerSettings& settings) {
  PipelineParts parts;
  root.expect(root.text("version", "1.0") == "1.0", ": \"version\" is ", in_quotes(root.text("version", "")),
              ": expected \"1.0\".");
  const Part model = root.part("model");
  parts.model = read_model(model, std::move(ids), file);
  if (root.has("normalizer")) parts.normalizer = read_normalizer(root.part("normalizer"));
  if (root.has("pre_tokenizer")) parts.pre_tokenizer = read_pre_tokenizer(root.part("pre_tokenizer"));
  parts.post_processor = root.has("post_processor") ? read_post_processor(root.part("post_processor"))
                                                    : make_plain_post_processor();
  parts.decoder = root.has("decoder") ? read_decoder(root.part("decoder")) : make_plain_decoder();
  parts.added_tokens = read_added_tokens(root, parts.model->vocabulary());
  if (root.has("truncation")) parts.truncation = read_truncation(root.part("truncation"));
  parts.notes = notes_of(root, parts);
  parts.warnings = warnings_of(model);
  add_settings(settings, parts);
  return parts;
}

}  // namespace

TokenizerPipeline read_pipeline(const std::string& json_text, const std::string& file,
                                const TokenizerSettings& settings) {
  auto cut = cut_vocabulary(json_text);
  json root = parse_around(cut, json_text, file);
  const std::vector<std::string> undone = change_steps(settings, root);
  PipelineParts parts =
      read_parts(Part(root, file, "it"), cut ? std::optional<TokenIds>(std::move(cut->ids)) : std::nullopt,
                 file, settings);
  parts.warnings.insert(parts.warnings.end(), undone.begin(), undone.end());
  return TokenizerPipeline(std::move(parts));
}

}  // namespace heed
