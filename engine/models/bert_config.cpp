#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/models/bert_family.h"

namespace heed {
namespace {

using nlohmann::json;

BertHead head_of(const BertFamily& family, const std::string& prefix, const std::string& architecture,
                 const std::string& file) {
  if (architecture == prefix + "Model") return BertHead::kNone;
  std::string known = prefix + "Model";
  for (const auto& [head, suffix] : family.heads) {
    if (architecture == prefix + suffix) return head;
    known += ", " + prefix + suffix;
  }
  fail("[", file, "] the architecture \"", architecture, "\" is not supported: expected one of ", known, ".");
}

void check_supported(const json& config, const std::string& file) {
  const auto position = value_or<std::string>(config, "position_embedding_type", "absolute", file);
  check(position == "absolute", "[", file, "] \"position_embedding_type\" is \"", position,
        "\": only \"absolute\" is supported.");
  check(!value_or<bool>(config, "is_decoder", false, file), "[", file,
        "] \"is_decoder\" is true: only encoders are supported.");
  const auto pruned = config.find("pruned_heads");
  check(pruned == config.end() || pruned->empty(), "[", file,
        "] \"pruned_heads\" takes heads out of layers, which is not supported: expected {}.");
}

}  // namespace

BertConfig read_bert_config(const BertFamily& family, const json& given, const std::string& file) {
  const json config = without_nulls(family.layout.in_own_words(given));
  const LibraryLayout::Type& type = family.layout.type_of(config, file);
  check_supported(config, file);
  const Fields<BertConfig>& fields = family.fields();
  BertConfig c = *static_cast<const BertConfig*>(fields.defaults.get());
  read_fields(config, fields, &c, file, "", Beside::kAnything);
  c.architecture = type.prefix + "Model";
  if (const auto names = config.find("architectures"); names != config.end()) {
    const auto list = json_as<std::vector<std::string>>(*names, "architectures", file);
    if (!list.empty()) c.architecture = list.front();
  }
  c.head = head_of(family, type.prefix, c.architecture, file);
  if (c.embedding == 0) c.embedding = c.D;
  c.activation = read_activation(c.activation_name, file);
  c.tied = value_or<bool>(config, "tie_word_embeddings", true, file);
  c.labels = read_labels(config, file);
  c.answers = read_answers(config, c.labels.size(), file);
  if (c.first_position > 0) c.first_position = value_or<int64_t>(config, "pad_token_id", 1, file) + 1;
  check(c.first_position >= 0 && c.positions > c.first_position, "[", file, "] ", c.positions,
        " positions, of which the first is ", c.first_position, ": none is left.");
  check(c.D % c.heads == 0, "[", file, "] the hidden size ", c.D, " cannot be shared by ", c.heads,
        " heads.");
  return c;
}

json complete_bert_config(const BertFamily& family, const json& model, const std::string& file) {
  const Fields<BertConfig>& fields = family.fields();
  BertConfig c = *static_cast<const BertConfig*>(fields.defaults.get());
  read_fields(model, fields, &c, file, "", Beside::kAnything);
  json complete = write_fields(fields, &c);
  complete["architecture"] = model.at("architecture");
  complete.erase("vocab_size");
  return complete;
}

}  // namespace heed
