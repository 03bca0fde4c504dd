// The names of weights: what the files of the BERT family call them, and what this engine does.
#pragma once

#include <string>

namespace heed {

// "bert.encoder.layer.3.attention.self.query.weight", "distilbert.transformer.layer.3.attention.q_lin.weight"
// → "encoder.3.attention.query.weight"; "gamma" and "beta" of old files → "weight" and "bias"; with or
// without the family's prefix. A name that is not known comes back as it is.
std::string bert_name(const std::string& stored);

}  // namespace heed
