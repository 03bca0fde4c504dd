// What all of this folder ask of a model that writes.
#pragma once

#include <string>
#include <vector>

#include "engine/data/piece_encoder.h"
#include "engine/explain/map_edits.h"
#include "engine/models/causal_network.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/writing/writer.h"

namespace heed::session {

// Error for a model that does not write.
const CausalNetwork& causal_of(const ModelImpl& model);
// The ids of a text. Error where the tokenizer.json would cut it: what follows would follow from another
// text.
std::vector<int32_t> whole_text(const ModelImpl& model, const std::string& text);
// Error for an empty text and for one that the model does not take.
std::vector<int32_t> ids_of(const ModelImpl& model, const std::string& text);
TextBatch one_text(const std::vector<int32_t>& ids);
explain::MapEdits edits_of(const CausalNetwork& network, const std::vector<std::string>& edits);
NextToken next_token(const ModelImpl& model, int id, double probability);

}  // namespace heed::session
