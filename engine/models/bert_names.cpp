#include "engine/models/bert_names.h"

#include <string_view>

namespace heed {
namespace {

constexpr std::string_view kPrefixes[] = {"bert.", "distilbert.", "roberta.", "electra."};

struct Renaming {
  std::string_view from, to;
};
// In this order: a later line sees what an earlier one made. No two families contradict each other.
constexpr Renaming kRenamings[] = {
    {"LayerNorm.gamma", "LayerNorm.weight"},
    {"LayerNorm.beta", "LayerNorm.bias"},
    {"embeddings.word_embeddings.", "embeddings.words."},
    {"embeddings.position_embeddings.", "embeddings.positions."},
    {"embeddings.token_type_embeddings.", "embeddings.types."},
    {"embeddings.LayerNorm.", "embeddings.norm."},
    {"embeddings_project.", "embeddings.projection."},
    // Layers: BERT, RoBERTa, ELECTRA
    {"encoder.layer.", "encoder."},
    {".attention.self.", ".attention."},
    {".attention.output.dense.", ".attention.out."},
    {".attention.output.LayerNorm.", ".attention_norm."},
    {".intermediate.dense.", ".feed_forward.in."},
    {".output.dense.", ".feed_forward.out."},
    {".output.LayerNorm.", ".feed_forward_norm."},
    // Layers: DistilBERT
    {"transformer.layer.", "encoder."},
    {".attention.q_lin.", ".attention.query."},
    {".attention.k_lin.", ".attention.key."},
    {".attention.v_lin.", ".attention.value."},
    {".attention.out_lin.", ".attention.out."},
    {".sa_layer_norm.", ".attention_norm."},
    {".ffn.lin1.", ".feed_forward.in."},
    {".ffn.lin2.", ".feed_forward.out."},
    {".output_layer_norm.", ".feed_forward_norm."},
    // Heads: the pooler and masked language models
    {"pooler.dense.", "pooler."},
    {"cls.predictions.transform.dense.", "lm.dense."},
    {"cls.predictions.transform.LayerNorm.", "lm.norm."},
    {"cls.predictions.decoder.weight", "lm.decoder"},
    {"cls.predictions.bias", "lm.bias"},
    {"vocab_transform.", "lm.dense."},
    {"vocab_layer_norm.", "lm.norm."},
    {"vocab_projector.weight", "lm.decoder"},
    {"vocab_projector.bias", "lm.bias"},
    {"lm_head.dense.", "lm.dense."},
    {"lm_head.layer_norm.", "lm.norm."},
    {"lm_head.decoder.weight", "lm.decoder"},
    {"lm_head.bias", "lm.bias"},
    // Heads: classification and the others
    {"pre_classifier.", "classifier.dense."},
    {"classifier.out_proj.", "classifier."},
    {"qa_outputs.", "question."},
    {"discriminator_predictions.dense.", "replaced.dense."},
    {"discriminator_predictions.dense_prediction.", "replaced."},
};

}  // namespace

std::string bert_name(const std::string& stored) {
  std::string name = stored;
  for (const std::string_view prefix : kPrefixes)
    if (name.rfind(prefix, 0) == 0) {
      name.erase(0, prefix.size());
      break;
    }
  for (const auto& [from, to] : kRenamings)
    if (const size_t at = name.find(from); at != std::string::npos) name.replace(at, from.size(), to);
  return name;
}

}  // namespace heed
