#include "engine/tasks/recipe.h"

#include <cmath>

#include "engine/format/json.h"

namespace heed {
namespace {

OptimizerOptions optimizer_options(const nlohmann::json& json, double average, const std::string& file) {
  OptimizerOptions o;
  o.name = require<std::string>(json, "name", file);
  o.beta1 = require<double>(json, "beta1", file);
  o.beta2 = require<double>(json, "beta2", file);
  o.epsilon = require<double>(json, "epsilon", file);
  o.amsgrad = require<bool>(json, "amsgrad", file);
  o.momentum = require<double>(json, "momentum", file);
  o.nesterov = require<bool>(json, "nesterov", file);
  o.weight_decay = require<double>(json, "weight_decay", file);
  o.average = average;
  return o;
}

ScheduleOptions schedule_options(const nlohmann::json& json, const std::string& file) {
  ScheduleOptions o;
  o.name = require<std::string>(json, "name", file);
  o.warmup_epochs = require<double>(json, "warmup_epochs", file);
  o.warmup_from_zero = require<bool>(json, "warmup_from_zero", file);
  o.minimum = require<double>(json, "minimum", file);
  o.factor = require<double>(json, "factor", file);
  o.every = require<int>(json, "every", file);
  o.patience = require<int>(json, "patience", file);
  o.threshold = require<double>(json, "threshold", file);
  o.absolute = require<bool>(json, "absolute", file);
  o.cooldown = require<int>(json, "cooldown", file);
  return o;
}

}  // namespace

TrainingOptions training_options(const Recipe& recipe) {
  const std::string& file = recipe.name;
  const nlohmann::json &training = recipe.json["training"], &optimizer = training["optimizer"];
  TrainingOptions o;
  o.epochs = require<int>(training, "epochs", file);
  o.batch_size = require<int>(training, "batch_size", file);
  o.bucketed = require<bool>(training, "bucketed", file);
  o.seed = require<uint64_t>(recipe.json, "seed", file);
  o.rate = require<double>(optimizer, "rate", file);
  o.optimizer = optimizer_options(optimizer, require<double>(training, "average", file), file);
  o.schedule = schedule_options(training["schedule"], file);
  o.clip = require<double>(training, "clip", file);
  o.label_smoothing = require<double>(training, "label_smoothing", file);
  o.word_dropout = require<double>(training, "word_dropout", file);
  if (const nlohmann::json& stop = training["early_stopping"]; !stop.is_null())
    o.early_stopping = {require<std::string>(stop, "metric", file), require<int>(stop, "patience", file)};
  if (const nlohmann::json& crops = training["crops"]; !crops.is_null())
    o.crops = {require<double>(crops, "share", file), require<int>(crops, "min", file),
               require<int>(crops, "max", file)};
  o.validate(file);
  return o;
}

SplitFractions split_fractions(const Recipe& recipe) {
  const nlohmann::json& split = recipe.json["split"];
  const SplitFractions f{require<double>(split, "train", recipe.name),
                         require<double>(split, "validation", recipe.name),
                         require<double>(split, "test", recipe.name)};
  check(
      f.train > 0 && f.validation >= 0 && f.test >= 0 && std::abs(f.train + f.validation + f.test - 1) < 1e-9,
      "[", recipe.name, "] the split is ", f.train, " + ", f.validation, " + ", f.test,
      ": expected parts of zero or more (train more than zero) that add up to 1.");
  return f;
}

}  // namespace heed
