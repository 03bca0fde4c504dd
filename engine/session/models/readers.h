// What a program reads of models beside the classes of a text and their attention maps: part of its table of
// contents (engine/contents). A reader that is null is not linked, and models that need it say so.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/session/models/analysis.h"

namespace heed {
class Tensor;
class Trace;
}  // namespace heed

namespace heed::session {

class ModelImpl;

struct ModelReaders {
  // A label for each token.
  void (*labels)(const ModelImpl&, const Tensor& logits, Analysis&) = nullptr;
  // A vector of the text.
  void (*embedding)(const ModelImpl&, const Tensor& states, Analysis&) = nullptr;
  // Queries and keys of a long text, from which maps are computed when they are looked at.
  void (*heads)(const ModelImpl&, const Trace&, Analysis&, int top) = nullptr;
  Analysis (*answer)(const ModelImpl&, const std::string& question, const std::string& text,
                     const AnalysisOptions&) = nullptr;
  // All of these in an Analysis' JSON.
  void (*write)(const Analysis&, nlohmann::json& written) = nullptr;
};

// Those that this program links.
const ModelReaders& model_readers();
// All there are.
extern const ModelReaders kEveryReader;

}  // namespace heed::session
