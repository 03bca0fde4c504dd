// config.json as the `transformers` library writes it for each family, and names of weights.
#include "engine/models/bert.h"

#include <nlohmann/json.hpp>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

BertConfig read(const char* json) {
  const nlohmann::json config = nlohmann::json::parse(json);
  const auto network =
      architecture_of(config, "config.json").make(config, "config.json", {}, std::nullopt, DType::kFloat32);
  return dynamic_cast<const Bert&>(*network).config();
}

std::string refused(const char* json) {
  return message_of([&] { read(json); });
}

}  // namespace

TEST_CASE("each family's own keys and defaults are read", "[bert]") {
  const BertConfig bert =
      read(R"({"model_type": "bert", "architectures": ["BertForSequenceClassification"]})");
  CHECK(bert.head == BertHead::kClassification);
  CHECK(bert.D == 768);
  CHECK(bert.types == 2);
  CHECK(bert.labels == std::vector<std::string>{"LABEL_0", "LABEL_1"});
  CHECK(bert.max_tokens() == 512);

  const BertConfig distil = read(R"({"model_type": "distilbert", "architectures": ["DistilBertForMaskedLM"],
      "dim": 64, "n_layers": 3, "n_heads": 2, "hidden_dim": 128, "activation": "relu"})");
  CHECK(distil.head == BertHead::kMaskedLm);
  CHECK(distil.D == 64);
  CHECK(distil.layers == 3);
  CHECK(distil.heads == 2);
  CHECK(distil.feed_forward == 128);
  CHECK(distil.types == 0);
  CHECK(distil.activation == Activation::kRelu);

  const BertConfig roberta =
      read(R"({"model_type": "roberta", "architectures": ["RobertaForTokenClassification"],
      "max_position_embeddings": 514, "type_vocab_size": 1, "pad_token_id": 1, "layer_norm_eps": 1e-05,
      "id2label": {"0": "O", "1": "B-PER", "2": "I-PER"}, "problem_type": null})");
  CHECK(roberta.head == BertHead::kTokens);
  CHECK(roberta.first_position == 2);
  CHECK(roberta.max_tokens() == 512);
  CHECK(roberta.epsilon == 1e-5);
  CHECK(roberta.labels.size() == 3);
  CHECK(read(R"({"model_type": "xlm-roberta", "architectures": ["XLMRobertaModel"]})").V == 50265);

  const BertConfig electra = read(R"({"model_type": "electra", "architectures": ["ElectraForPreTraining"],
      "embedding_size": 128, "hidden_size": 256, "num_attention_heads": 4})");
  CHECK(electra.head == BertHead::kReplaced);
  CHECK(electra.embedding == 128);
  CHECK(electra.D == 256);
}

TEST_CASE("without an architecture a model is its plain encoder", "[bert]") {
  CHECK(read(R"({"model_type": "bert"})").head == BertHead::kNone);
  CHECK(read(R"({"model_type": "bert", "architectures": null})").head == BertHead::kNone);
}

TEST_CASE("what is not supported is named, with what is", "[bert]") {
  CHECK(contains(
      refused(R"({"model_type": "xlnet"})"),
      "[config.json] \"model_type\" is \"xlnet\": the supported ones are bert, distilbert, roberta"));
  CHECK(contains(refused(R"({"model_type": "bert", "architectures": ["BertForMultipleChoice"]})"),
                 "\"BertForMultipleChoice\" is not supported: expected one of BertModel, "
                 "BertForSequenceClassification"));
  CHECK(contains(refused(R"({"model_type": "electra", "architectures": ["ElectraForMaskedLM"]})"),
                 "not supported"));
  CHECK(contains(refused(R"({"model_type": "bert", "position_embedding_type": "relative_key"})"),
                 "\"position_embedding_type\" is \"relative_key\""));
  CHECK(contains(refused(R"({"model_type": "bert", "hidden_act": "mish"})"), "the activation \"mish\""));
  CHECK(contains(refused(R"({"model_type": "bert", "pruned_heads": {"0": [1]}})"), "\"pruned_heads\""));
  CHECK(contains(refused(R"({"model_type": "bert", "is_decoder": true})"), "only encoders"));
}

TEST_CASE("sizes that no model has are refused before memory is taken", "[bert]") {
  for (const char* size : {"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size",
                           "vocab_size", "max_position_embeddings"})
    for (const char* value : {"0", "-1", "4611686018427387904"}) {
      const std::string json =
          R"({"model_type": "bert", ")" + std::string(size) + "\": " + std::string(value) + "}";
      CAPTURE(json);
      CHECK(contains(refused(json.c_str()), "[config.json]"));
    }
  CHECK(contains(refused(R"({"model_type": "bert", "hidden_size": 10, "num_attention_heads": 4})"),
                 "the hidden size 10 cannot be shared by 4 heads"));
}

TEST_CASE("DistilBERT's settings under the library's common names", "[bert]") {
  const BertConfig common = read(R"({"model_type": "distilbert", "hidden_size": 24, "num_hidden_layers": 2,
      "num_attention_heads": 4})");
  CHECK((common.D == 24 && common.layers == 2 && common.heads == 4));
  CHECK(read(R"({"model_type": "distilbert", "dim": 24, "hidden_size": null, "n_heads": 3})").D == 24);
  // The library takes the common one of both.
  CHECK(read(R"({"model_type": "distilbert", "dim": 24, "hidden_size": 48, "n_heads": 3})").D == 48);
}

TEST_CASE("what is dropped while training is the configuration's, under each branch's own keys", "[bert]") {
  const BertConfig bert = read(R"({"model_type": "bert", "hidden_dropout_prob": 0.2,
      "attention_probs_dropout_prob": 0.3, "classifier_dropout": null})");
  CHECK(bert.dropout == 0.2);
  CHECK(bert.attention_dropout == 0.3);
  CHECK_FALSE(bert.head_dropout);
  CHECK(read(R"({"model_type": "roberta", "classifier_dropout": 0.4})").head_dropout == 0.4);
  const BertConfig distil = read(R"({"model_type": "distilbert", "dropout": 0.2, "attention_dropout": 0.3})");
  CHECK(distil.dropout == 0.2);
  CHECK(distil.attention_dropout == 0.3);
  CHECK(distil.text_head_dropout == 0.2);
  CHECK(read(R"({"model_type": "bert"})").attention_dropout == 0.1);
  CHECK(contains(refused(R"({"model_type": "bert", "hidden_dropout_prob": 1})"), "hidden_dropout_prob"));
}
