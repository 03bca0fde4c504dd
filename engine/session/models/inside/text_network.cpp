#include "engine/session/models/inside/text_network.h"

#include <algorithm>

#include "engine/format/json.h"
#include "engine/session/models/inside/model_impl.h"

namespace heed::session {
namespace {

// {"0": "no_request", "1": "request"} to a list.
std::vector<std::string> own_labels(const nlohmann::json& config, const std::string& file) {
  auto found = config.find("id2label");
  check(found != config.end() && found->is_object() && !found->empty(), "[", file,
        "] \"id2label\" is missing: expected an object such as {\"0\": \"no\", \"1\": \"yes\"}.");
  std::vector<std::string> labels(found->size());
  for (size_t c = 0; c < labels.size(); ++c)
    labels[c] = require<std::string>(*found, std::to_string(c), file);
  return labels;
}

PhraseFilter read_phrase_filter(const std::map<std::string, Tensor>& weights, const std::string& file) {
  const auto found = weights.find(kPhraseFilter);
  if (found == weights.end()) return {};
  const Tensor& bytes = found->second;
  return PhraseFilter::read({static_cast<const uint8_t*>(bytes.raw()), bytes.bytes()}, file);
}

}  // namespace

std::optional<std::string> warning_of_pair(const TextNetwork& parts, const EncodedText& text,
                                           const std::string& name) {
  const auto is_typed = [&](size_t n) { return text.tokens[n].start < text.tokens[n].end; };
  const bool is_pair =
      std::any_of(text.types.begin(), text.types.end(), [](int32_t type) { return type > 0; });
  if (parts.network->segments() < 2 || is_pair || text.tokens.empty() || is_typed(text.tokens.size() - 1))
    return std::nullopt;
  for (size_t n = 0; n < text.ids.size(); ++n)
    if (is_typed(n) && text.ids[n] == text.ids.back())
      return "[" + name + "] the text holds " + text.tokens[n].text +
             ", which stands between two texts. Heed " +
             "does not read pairs yet: every token got segment 0, as of one text.";
  return std::nullopt;
}

TextNetwork build(Description d, std::optional<uint64_t> seed, const std::string& file,
                  const std::string& tokenizer_file) {
  TextNetwork parts;
  parts.labels = d.labels;
  EncoderOptions options = read_encoder_options(d.text, file);
  options.filter = std::move(d.phrases);
  NetworkSizes sizes{0, options.ngrams.buckets, options.phrase_rows(), static_cast<int64_t>(d.labels.size())};
  parts.text = std::make_unique<TextEncoder>(read_tokenizer_json(d.tokenizer_json, tokenizer_file),
                                             std::move(options));
  sizes.V = parts.text->size();
  parts.kind = require<std::string>(d.model, "architecture", file);
  parts.network = make_network(d.model, file, sizes, seed);
  return parts;
}

TextNetwork assemble(const ModelFiles& files, const std::string& folder) {
  const std::string file = folder + "/config.json";
  const nlohmann::json& config = files.config;
  check(value_or<std::string>(config, "architecture", "", file) != kWordVectors, "[", folder,
        "] holds word vectors, which read no text by themselves: heed attend --embeddings uses them.");
  auto text = config.find("text");
  check(text == config.end() || text->is_object(), "[", file, "] \"text\" is not an object.");
  const nlohmann::json text_options = text == config.end() ? nlohmann::json::object() : *text;
  const std::string weights = folder + "/model.safetensors";
  TextNetwork parts = build({config, text_options, files.tokenizer_json, own_labels(config, file),
                             read_phrase_filter(files.weights, weights)},
                            std::nullopt, file, folder + "/tokenizer.json");
  parts.config = config;
  parts.max_tokens = value_or<int64_t>(config, "max_tokens", parts.max_tokens, file);
  check(parts.max_tokens >= 1, "[", file, "] \"max_tokens\" is ", parts.max_tokens, ": expected 1 or more.");
  parts.network->parameters().load(files.weights, weights);
  return parts;
}

}  // namespace heed::session
