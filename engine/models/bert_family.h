// One branch of the BERT family: the keys of its config.json and the names of its weights, as the
// `transformers` library writes them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

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
