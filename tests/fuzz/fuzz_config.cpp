// libFuzzer over config.json: of the BERT family, and of a model of our own. Either it describes a model
// whose sizes can be computed with, or it is an Error.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/error.h"
#include "engine/format/json.h"
#include "engine/models/bert_family.h"
#include "engine/text/preprocessing.h"

namespace {

void bert(const std::string& text) {
  const nlohmann::json config = heed::parse_json_object(text, "fuzz");
  const auto named = config.find("model_type");
  const std::string type = named != config.end() && named->is_string() ? named->get<std::string>() : "";
  const heed::BertFamily* family = &heed::bert_family();
  for (const auto* other : {&heed::distilbert_family(), &heed::roberta_family(), &heed::electra_family()})
    for (const auto& known : other->layout.types)
      if (known.model_type == type) family = other;
  const auto c = heed::read_bert_config(*family, config, "fuzz");
  if (c.heads < 1 || c.D % c.heads != 0 || c.max_tokens() < 1 || c.labels.empty()) __builtin_trap();
  // No layer's size overflows.
  if (c.V * c.embedding < 0 || c.D * c.feed_forward < 0 || c.layers * c.D * c.feed_forward < 0)
    __builtin_trap();
}

// The part of our own configuration that holds programs of a kind: steps that change the text.
void preprocessing(const std::string& text) {
  const auto config = heed::parse_json_object(text, "fuzz");
  const auto steps = heed::Preprocessing::read(config.value("preprocessing", nlohmann::json()), "fuzz");
  (void)steps.apply("Don't <b>shout</b> at 12 \xF0\x9F\x98\x80, e\xCC\x81t\xC3\xA9!\xFF\n");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  for (auto* body : {bert, preprocessing}) {
    try {
      body(input);
    } catch (const heed::Error&) {  // what it should say
    }
  }
  return 0;
}
