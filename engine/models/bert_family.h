// One branch of the BERT family: the keys of its config.json and the names of its weights, as the
// `transformers` library writes them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/fields.h"
#include "engine/models/bert_config.h"
#include "engine/models/library_layout.h"

namespace heed {

struct BertFamily {
  LibraryLayout layout;
  const Fields<BertConfig>& (*fields)();  // its defaults are the branch's
  // Heads besides the plain encoder, and what the library calls their classes behind the branch's prefix.
  std::vector<std::pair<BertHead, const char*>> heads;
};

// What BERT, RoBERTa, ELECTRA and ALBERT spell alike: the keys of config.json (the share that is dropped
// before the classes goes by `head_dropout`), the heads, and the names of embeddings and of the heads for
// tokens.
Fields<BertConfig> usual_bert_fields(const BertConfig& defaults,
                                     const char* head_dropout = "classifier_dropout");
std::vector<std::pair<BertHead, const char*>> usual_bert_heads();
std::vector<WeightRule> with_usual_embeddings(std::vector<WeightRule> rules);

// Error naming `file` for an architecture or a setting that is not supported.
BertConfig read_bert_config(const BertFamily& family, const nlohmann::json& config, const std::string& file);

// "model" of a recipe that begins such a network, with the branch's defaults filled in. The vocabulary is the
// texts'.
nlohmann::json complete_bert_config(const BertFamily& family, const nlohmann::json& model,
                                    const std::string& file);

const BertFamily& bert_family();
const BertFamily& distilbert_family();
const BertFamily& roberta_family();
const BertFamily& electra_family();

}  // namespace heed
