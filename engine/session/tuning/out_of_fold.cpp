#include "engine/session/tuning/out_of_fold.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/data/split.h"
#include "engine/session/error.h"
#include "engine/session/training/inside/data_fit.h"
#include "engine/session/training/labelled.h"
#include "engine/session/training/recipes.h"
#include "engine/session/tuning/search.h"

namespace heed::session {
namespace {

std::shared_ptr<const Labelled> rows_of_file(const TrainOptions& options, const nlohmann::json& recipe) {
  check(options.data.size() == 1, "[", options.recipe, "] ", options.data.size(),
        " files are named: expected one with labelled rows, --data FILE.");
  Recipe own{options.recipe, recipe};
  const std::string said = fit_recipe(own, options);
  auto rows = std::make_shared<Labelled>(read_labelled_as(own.json["data"], options.data.front()));
  if (!said.empty()) rows->problems.insert(rows->problems.begin(), said);
  return rows;
}

void judge(const Model& model, const LabelledRow& row, size_t place, JudgedRows& rows) {
  const size_t C = rows.labels.size();
  AnalysisOptions options;
  options.attention = false;
  const Analysis analysis = model.analyse(row.text, options);
  for (const ClassProbability& one : analysis.classes) {
    const auto found = std::find(rows.labels.begin(), rows.labels.end(), one.label);
    if (found != rows.labels.end())
      rows.said.probabilities[place * C + static_cast<size_t>(found - rows.labels.begin())] = one.probability;
  }
  rows.said.tokens[place] = static_cast<int64_t>(analysis.tokens.size());
  rows.said.left_out[place] = analysis.total_tokens - rows.said.tokens[place];
  rows.said.unknown[place] = std::count_if(analysis.tokens.begin(), analysis.tokens.end(),
                                           [](const Token& token) { return !token.known; });
}

// One fold: the rows that are held out of it.
struct Fold {
  const TrainOptions& options;
  const std::shared_ptr<const Labelled>& data;
  uint64_t split_seed;
  SplitFractions fractions;

  bool run(JudgedRows& rows, const WatchFold& watch) const {
    TrainOptions one = options;
    one.data.clear();
    one.out = "fold";
    for (const char* setting : {"split.train=0.9", "split.validation=0.1", "split.test=0"})
      one.set.emplace_back(setting);
    one.set.push_back("split.folds=" + std::to_string(fractions.folds));
    one.set.push_back("split.fold=" + std::to_string(fractions.fold));
    TrainPlaces places = places_of_trial();
    places.rows = data;
    TrainingRun training(one, places);
    while (training.step())
      if (!watch(fractions.fold, training.progress())) return false;
    const Model model = training.snapshot();
    for (const int row : stratified_split(rows.truth, split_seed, fractions).validation) {
      const auto place = static_cast<size_t>(row);
      judge(model, data->rows[place], place, rows);
    }
    return true;
  }
};

}  // namespace

JudgedRows out_of_fold(const TrainOptions& options, int folds, const WatchFold& watch) {
  const nlohmann::json recipe = recipe_values(options.recipe, options.set);
  check(recipe.at("task") == "classification", "[", options.recipe, "] is a recipe for ",
        recipe.at("task").get<std::string>(), ": expected one that trains a classifier of texts.");
  const std::shared_ptr<const Labelled> data = rows_of_file(options, recipe);
  const size_t n = data->rows.size(), C = data->labels.size();
  check(n >= static_cast<size_t>(folds), "[", options.data.front(), "] ", n,
        " rows cannot be dealt out into ", folds, " folds.");
  JudgedRows rows;
  rows.labels = data->labels;
  rows.files = data->files;
  rows.warnings = data->problems;
  for (const LabelledRow& row : data->rows) {
    rows.texts.push_back(row.text);
    rows.truth.push_back(row.label);
    rows.places.push_back(row.place);
  }
  rows.said.probabilities.assign(n * C, 1 / static_cast<double>(C));
  for (std::vector<int64_t>* numbers : {&rows.said.tokens, &rows.said.unknown, &rows.said.left_out})
    numbers->assign(n, 0);
  const auto seed = recipe.at("split_seed").get<uint64_t>();
  for (int fold = 0; fold < folds; ++fold)
    if (!Fold{options, data, seed, {0.9, 0.1, 0, folds, fold}}.run(rows, watch)) return {};
  return rows;
}

}  // namespace heed::session
