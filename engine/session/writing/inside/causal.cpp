#include "engine/session/writing/inside/causal.h"

namespace heed::session {

const CausalNetwork& causal_of(const ModelImpl& model) {
  const Network& network = *model.parts().network;
  check(network.output() == Output::kNext, "[", model.name(), "] is a ", model.parts().kind,
        ": only a model that predicts the next token, such as GPT2LMHeadModel, writes.");
  return static_cast<const CausalNetwork&>(network);  // no other network predicts the next token
}

std::vector<int32_t> whole_text(const ModelImpl& model, const std::string& text) {
  EncodedText encoded = model.parts().text->encode(text);
  const auto T = static_cast<int64_t>(encoded.ids.size());
  check(encoded.total <= T, "[", model.name(), "/tokenizer.json] cuts texts to ", T,
        " tokens, and this one has ", encoded.total, ": shorten it, or take \"truncation\" out of the file.");
  return std::move(encoded.ids);
}

std::vector<int32_t> ids_of(const ModelImpl& model, const std::string& text) {
  std::vector<int32_t> ids = whole_text(model, text);
  const auto T = static_cast<int64_t>(ids.size());
  check(T > 0, "[", model.name(), "] the text is empty: give it a word.");
  check(T <= model.parts().max_tokens, "[", model.name(), "] the text has ", T,
        " tokens, and the model takes ", model.parts().max_tokens, ": shorten it.");
  return ids;
}

TextBatch one_text(const std::vector<int32_t>& ids) {
  TextBatch batch;
  batch.ids = Tensor::list(ids);
  batch.sentences = Spans::packed({static_cast<int32_t>(ids.size())});
  return batch;
}

explain::MapEdits edits_of(const CausalNetwork& network, const std::vector<std::string>& edits) {
  return edits.empty() ? explain::MapEdits() : explain::MapEdits(network.attention(), edits);
}

NextToken next_token(const ModelImpl& model, int id, double probability) {
  const auto& pieces = dynamic_cast<const PieceEncoder&>(*model.parts().text);  // all that write read pieces
  return {model.parts().text->token_of(id), id, probability, pieces.text_of({id})};
}

}  // namespace heed::session
