// A run whose result is no classifier: TrainingRun hands over to it by the recipe's architecture. Not part of
// the session's door; its functions are TrainingRun's.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/session/training/inside/recipe.h"
#include "engine/session/training/training.h"

namespace heed::session {

class OtherTraining {
 public:
  virtual ~OtherTraining() = default;
  virtual std::string description() const = 0;
  virtual bool step() = 0;
  virtual const Progress& progress() const = 0;
  virtual nlohmann::json finish() = 0;
  virtual std::string report() const = 0;
};

// Null where the recipe is one of a classifier.
std::unique_ptr<OtherTraining> other_training(const TrainOptions& options, const Recipe& recipe);

}  // namespace heed::session
