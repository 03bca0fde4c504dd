#include "engine/session/training/inside/other_training.h"

#include "engine/format/json.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/training/inside/piece_training.h"
#include "engine/session/training/inside/vector_training.h"

namespace heed::session {

std::unique_ptr<OtherTraining> other_training(const TrainOptions& options, const Recipe& recipe) {
  const auto architecture = value_or<std::string>(recipe.json["model"], "architecture", "", recipe.name);
  if (architecture == kWordVectors) return std::make_unique<VectorTraining>(options, recipe);
  if (architecture == "wordpiece") return std::make_unique<PieceTraining>(options, recipe);
  return nullptr;
}

}  // namespace heed::session
