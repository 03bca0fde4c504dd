#include "engine/session/training/inside/run_inputs.h"

#include <algorithm>
#include <filesystem>

#include "engine/data/fetch.h"
#include "engine/format/json.h"
#include "engine/optim/weight_layers.h"
#include "engine/session/error.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/session/training/labelled.h"

namespace heed::session {

namespace fs = std::filesystem;

Recipe recipe_of(const TrainOptions& options) {
  Recipe recipe = options.written.is_null()
                      ? load_recipe(options.recipe, options.set)
                      : complete_recipe(options.recipe, options.written, options.recipe);
  if (options.seed) recipe.json["seed"] = *options.seed;
  if (options.split_seed) recipe.json["split_seed"] = *options.split_seed;
  if (options.epochs) recipe.json["training"]["epochs"] = *options.epochs;
  return recipe;
}

std::string folder_of(const TrainOptions& options, const Recipe& recipe) {
  std::string out = options.out.empty() ? "models/" + recipe.name : options.out;
  while (out.size() > 1 && out.back() == '/') out.pop_back();
  // A folder has a name, by which its lock and its checkpoint are called.
  if (const std::string last = fs::path(out).filename().string(); last == "." || last == "..")
    out = fs::weakly_canonical(fs::absolute(out)).string();
  return out;
}

TaskData data_of(const TrainOptions& options, const TrainPlaces& places, const Recipe& recipe, bool network) {
  TaskData data{options.data, options.test, options.splits, nullptr};
  if (places.rows) {
    data.rows = as_dataset(*places.rows);
  } else if (data.paths.empty() && network) {
    data.paths = default_data(recipe);
  }
  return data;
}

void check_storage(const Recipe& recipe) {
  const auto storage = require<std::string>(recipe.json, "storage", recipe.name);
  if (storage != "float32" && storage != "float16" && storage != "int8")
    fail<UsageError>("[", recipe.name, "] the storage \"", storage,
                     "\" is unknown: expected float32, float16 or int8.");
}

namespace {

// The gradients of a batch's parts are added up in a tree (ranks/pairwise.h): while the last part is
// computed, so many sums wait for their neighbours.
int64_t waiting_gradients(int parts) {
  int64_t levels = 0;
  for (; parts > 1; parts /= 2) ++levels;
  return levels;
}

}  // namespace

// Each number needs its value, a copy to look at or to judge by, and, where it learns, its gradients and two
// moments.
void check_room(const Parameters& parameters, const TrainingOptions& options, int parts, int64_t bytes_read,
                int64_t room) {
  int64_t all = 0, learn = 0;
  for (const Variable& parameter : parameters.all()) {
    const auto layer = layer_of(parameter.node().name);
    all += parameter.value().count();
    if (!options.freeze || !layer || *layer >= *options.freeze) learn += parameter.value().count();
  }
  const int64_t needed =
      static_cast<int64_t>(sizeof(float)) * (2 * all + (3 + waiting_gradients(parts)) * learn) + bytes_read;
  check(needed <= room, "[train] this network has ", all, " numbers, of which ", learn, " learn: that takes ",
        needed / 1000000, " MB, and there is room for ", room / 1000000,
        ". Let more of its layers rest (training.freeze), ",
        parts > 1 ? "set training.batch_parts to 1, " : "", "or take a smaller one.");
}

CardFacts card_facts(const TrainOptions& options, const TrainPlaces& places, const Recipe& recipe) {
  CardFacts facts{!options.splits.empty(), "", ""};
  if (places.rows) return facts.data = "rows that were given", facts;
  if (const nlohmann::json& set = recipe.json["data"]["set"]; !set.is_null() && set != "") {
    const PublicDataset& dataset = public_dataset(set.get<std::string>());
    if (std::any_of(options.data.begin(), options.data.end(),
                    [&](const std::string& path) { return is_of(dataset, path); }))
      return {facts.split_from_file, dataset.name + ", " + dataset.address, dataset.licence};
  }
  for (const std::string& path : options.data)
    facts.data += (facts.data.empty() ? "" : ", ") + fs::path(path).lexically_normal().filename().string();
  return facts;
}

}  // namespace heed::session
