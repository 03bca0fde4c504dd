#include "engine/models/bert_config.h"

#include <algorithm>

#include "engine/format/json.h"

namespace heed {
namespace {

using nlohmann::json;

struct Family {
  const char* model_type;
  const char* family;
  const char* prefix;  // of its architectures' names
};
constexpr Family kFamilies[] = {
    {"bert", "bert", "Bert"},
    {"distilbert", "distilbert", "DistilBert"},
    {"roberta", "roberta", "Roberta"},
    {"xlm-roberta", "roberta", "XLMRoberta"},
    {"camembert", "roberta", "Camembert"},
    {"electra", "electra", "Electra"},
};

struct Head {
  const char* suffix;
  BertHead head;
};
constexpr Head kHeads[] = {
    {"Model", BertHead::kNone},
    {"ForSequenceClassification", BertHead::kClassification},
    {"ForMaskedLM", BertHead::kMaskedLm},
    {"ForTokenClassification", BertHead::kTokens},
    {"ForQuestionAnswering", BertHead::kQuestion},
};

const Family& family_of(const json& config, const std::string& file) {
  const auto type = require<std::string>(config, "model_type", file);
  std::string known;
  for (const Family& family : kFamilies) {
    if (type == family.model_type) return family;
    known += std::string(known.empty() ? "" : ", ") + family.model_type;
  }
  fail("[", file, "] \"model_type\" is \"", type, "\": the supported ones are ", known, ".");
}

BertHead head_of(const std::string& architecture, const Family& family, const std::string& file) {
  const std::string prefix = family.prefix;
  if (architecture == "BertForPreTraining") return BertHead::kMaskedLm;
  if (architecture == "ElectraForPreTraining") return BertHead::kReplaced;
  std::string known;
  for (const Head& head : kHeads) {
    if (architecture == prefix + head.suffix) {
      // ELECTRA's masked language model is its generator, another network with other names.
      if (family.family != std::string("electra") || head.head != BertHead::kMaskedLm) return head.head;
    }
    known += std::string(known.empty() ? "" : ", ") + prefix + head.suffix;
  }
  fail("[", file, "] the architecture \"", architecture, "\" is not supported: expected one of ", known, ".");
}

Activation activation_of(const std::string& name, const std::string& file) {
  if (name == "gelu") return Activation::kGelu;
  if (name == "gelu_new" || name == "gelu_pytorch_tanh") return Activation::kGeluTanh;
  if (name == "relu") return Activation::kRelu;
  fail("[", file, "] the activation \"", name,
       "\" is not supported: expected gelu, gelu_new, gelu_pytorch_tanh or relu.");
}

// "id2label"; without it as many as "num_labels" (two unless given), named as the library names them.
std::vector<std::string> labels_of(const json& config, const std::string& file) {
  const auto found = config.find("id2label");
  std::vector<std::string> labels;
  if (found == config.end() || found->is_null()) {
    const auto count = value_or<int64_t>(config, "num_labels", 2, file);
    check(count >= 1 && count <= 100000, "[", file, "] \"num_labels\" is ", count, ".");
    for (int64_t c = 0; c < count; ++c) labels.push_back("LABEL_" + std::to_string(c));
    return labels;
  }
  check(found->is_object() && !found->empty(), "[", file, "] \"id2label\" is ", detail::describe(*found),
        ": expected an object such as {\"0\": \"NEGATIVE\", \"1\": \"POSITIVE\"}.");
  for (size_t c = 0; c < found->size(); ++c)
    labels.push_back(require<std::string>(*found, std::to_string(c), file));
  return labels;
}

void check_sizes(const BertConfig& c, const std::string& file) {
  auto within = [&](const char* what, int64_t value, int64_t least, int64_t most) {
    check(value >= least && value <= most, "[", file, "] ", what, " is ", value, ": expected ", least, " to ",
          most, ".");
  };
  within("the vocabulary", c.V, 1, 10'000'000);
  within("the hidden size", c.D, 1, 65536);
  within("the embedding size", c.embedding, 1, 65536);
  within("the number of layers", c.layers, 1, 1024);
  within("the number of heads", c.heads, 1, c.D);
  within("the feed-forward size", c.feed_forward, 1, 1 << 20);
  within("the number of positions", c.positions, c.first_position + 1, 1 << 20);
  within("the number of segment types", c.types, 0, 1024);
  check(c.D % c.heads == 0, "[", file, "] the hidden size ", c.D, " cannot be shared by ", c.heads,
        " heads.");
}

void check_supported(const json& config, const std::string& file) {
  const auto position = value_or<std::string>(config, "position_embedding_type", "absolute", file);
  check(position == "absolute", "[", file, "] \"position_embedding_type\" is \"", position,
        "\": only \"absolute\" is supported.");
  check(!value_or<bool>(config, "is_decoder", false, file), "[", file,
        "] \"is_decoder\" is true: only encoders are supported.");
}

}  // namespace

BertConfig BertConfig::from(const json& config, const std::string& file) {
  const Family& family = family_of(config, file);
  check_supported(config, file);
  BertConfig c;
  c.family = family.family;
  c.architecture = std::string(family.prefix) + "Model";
  if (const auto names = config.find("architectures"); names != config.end() && !names->is_null()) {
    const auto list = json_as<std::vector<std::string>>(*names, "architectures", file);
    if (!list.empty()) c.architecture = list.front();
  }
  c.head = head_of(c.architecture, family, file);
  const bool distil = c.family == "distilbert", roberta = c.family == "roberta";
  auto size = [&](const char* usual, const char* distils, int64_t otherwise) {
    return value_or<int64_t>(config, distil ? distils : usual, otherwise, file);
  };
  const bool electra = c.family == "electra";
  c.V = value_or<int64_t>(config, "vocab_size", roberta ? 50265 : 30522, file);
  c.D = size("hidden_size", "dim", electra ? 256 : 768);
  c.embedding = electra ? value_or<int64_t>(config, "embedding_size", 128, file) : c.D;
  c.layers = size("num_hidden_layers", "n_layers", distil ? 6 : 12);
  c.heads = size("num_attention_heads", "n_heads", electra ? 4 : 12);
  c.feed_forward = size("intermediate_size", "hidden_dim", electra ? 1024 : 3072);
  c.positions = value_or<int64_t>(config, "max_position_embeddings", 512, file);
  c.types = distil ? 0 : value_or<int64_t>(config, "type_vocab_size", 2, file);
  c.first_position = roberta ? value_or<int64_t>(config, "pad_token_id", 1, file) + 1 : 0;
  c.epsilon = distil ? 1e-12 : value_or<double>(config, "layer_norm_eps", 1e-12, file);
  c.activation =
      activation_of(value_or<std::string>(config, distil ? "activation" : "hidden_act", "gelu", file), file);
  c.labels = labels_of(config, file);
  c.multi_label = value_or<std::string>(config, "problem_type", "", file) == "multi_label_classification";
  check_sizes(c, file);
  return c;
}

}  // namespace heed
