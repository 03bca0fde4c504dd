#include "engine/session/rows/run_rows.h"

#include <filesystem>

#include "engine/format/json.h"
#include "engine/session/explaining/inside/model_data.h"
#include "engine/session/runs/run_record.h"
#include "engine/session/runs/run_store.h"
#include "engine/session/training/labelled.h"
#include "engine/tasks/corpus.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;

struct Trained {
  Recipe recipe;
  TaskData data;
};

// As TrainingRun::settings() has them.
Recipe recipe_of(const std::string& name, nlohmann::json settings) {
  settings.erase("name");
  return {name, std::move(settings)};
}

TaskData task_data_of(const TrainOptions& options) {
  return {options.data, options.test, options.splits, nullptr};
}

Trained trained_by(const nlohmann::json& settings, const TrainOptions& options) {
  return {recipe_of(options.recipe, settings), task_data_of(options)};
}

// The last run that wrote the folder. Without one, the card's recipe over the data that it names itself.
Trained how_trained(const std::string& model) {
  const std::string folder = fs::absolute(model).lexically_normal().string();
  const std::vector<nlohmann::json> runs = read_runs(default_runs_folder());
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    if ((*run)["out"] != folder || !(*run)["settings"].is_object()) continue;
    return {recipe_of(model, (*run)["settings"]), task_data_of(train_options_of((*run)["options"]))};
  }
  return {recipe_of_card(model), {}};
}

Corpus corpus_of(Trained trained) {
  if (trained.data.paths.empty()) trained.data.paths = default_data(trained.recipe);
  return read_corpus(trained.recipe, trained.data);
}

Labelled rows_of(Corpus corpus, RunPart part) {
  Labelled rows;
  rows.labels = corpus.data.labels;
  rows.files = corpus.data.files;
  for (const int row : part == RunPart::kTraining ? corpus.split.train : corpus.split.validation) {
    Example& example = corpus.data.examples[static_cast<size_t>(row)];
    rows.rows.push_back({std::move(example.text), example.label, {}, {example.file, example.row}});
  }
  return rows;
}

}  // namespace

Labelled rows_of_run(const nlohmann::json& settings, const TrainOptions& options, RunPart part) {
  return rows_of(corpus_of(trained_by(settings, options)), part);
}

Labelled trained_rows(const std::string& model) {
  return rows_of(corpus_of(how_trained(model)), RunPart::kTraining);
}

TrainedTexts::TrainedTexts(const std::string& model) {
  add(corpus_of(how_trained(model)));
}

TrainedTexts::TrainedTexts(const nlohmann::json& settings, const TrainOptions& options) {
  add(corpus_of(trained_by(settings, options)));
}

void TrainedTexts::add(const Corpus& corpus) {
  const auto add = [&](const std::vector<int>& rows) {
    for (const int row : rows) texts_.insert(hash_(corpus.data.examples[static_cast<size_t>(row)].text));
  };
  add(corpus.split.train);
  if (!corpus.split.test.empty()) add(corpus.split.validation);
}

}  // namespace heed::session
