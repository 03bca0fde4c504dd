#include "engine/session/training/inside/network_training.h"

#include <algorithm>
#include <sstream>

#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/session/training/inside/model_card.h"
#include "engine/session/training/inside/shared_run.h"
#include "engine/session/training/inside/table.h"
#include "engine/session/training/training.h"

namespace heed::session {
namespace {

std::string percent(const nlohmann::json& rate) {
  return fixed(100 * rate.get<double>(), 1) + " %";
}

std::string structure(const Parameters& parameters) {
  Table table({"tensor", "shape", "numbers"});
  for (const Variable& parameter : parameters.all())
    table.add({parameter.node().name, parameter.shape().str(), std::to_string(parameter.value().count())});
  return table.str() + "Parameters: " + std::to_string(parameters.count()) + "\n";
}

std::string rates(const nlohmann::json& m) {
  if (m.is_null()) return "no examples";
  std::string text = "accuracy " + percent(m["accuracy"]);
  if (m.contains("tpr")) text += ", TPR " + percent(m["tpr"]) + ", FPR " + percent(m["fpr"]);
  return text;
}

// The second of two classes, as the tutorial prints it; the whole distribution of more.
std::string probabilities(const Model& model, const std::vector<std::string>& sentences,
                          const std::vector<std::string>& labels) {
  const size_t first = labels.size() == 2 ? 1 : 0;
  std::vector<std::string> header{"sentence"};
  for (size_t c = first; c < labels.size(); ++c) header.push_back("P(" + labels[c] + ")");
  Table table(header);
  for (const std::string& sentence : sentences) {
    const Analysis analysis = model.analyse(sentence);
    std::vector<std::string> row{sentence};
    for (size_t c = first; c < labels.size(); ++c)
      row.push_back(analysis.classes.empty() ? "–" : fixed(analysis.classes[c].probability, 3));
    table.add(row);
  }
  return table.str();
}

}  // namespace

NetworkTraining::NetworkTraining(const Recipe& recipe, std::unique_ptr<NetworkTask> task,
                                 std::unique_ptr<Trainee> trainee, const Device& device,
                                 const TrainingOptions& options, CardFacts facts, Ranks* ranks)
    : recipe_(recipe),
      task_(std::move(task)),
      trainee_(std::move(trainee)),
      device_(device),
      facts_(std::move(facts)) {
  trainee_->network().parameters().move_to(device);
  before_ = measure(DataPart::kTrain);
  if (ranks) {
    shared_.emplace(*task_, *ranks);
    tell_run(*ranks, recipe, *shared_, *trainee_, device, options.measure_train);
  }
  const NetworkTask& learned = shared_ ? static_cast<const NetworkTask&>(*shared_) : *task_;
  steps_ = std::make_unique<GradientSteps>(learned, trainee_->network(), device, options, ranks);
  if (ranks) leading_.emplace(*steps_, *ranks);
}

nlohmann::json NetworkTraining::measure(DataPart part) const {
  return task_->evaluate(trainee_->network(), device_, part);
}

Model NetworkTraining::snapshot() const {
  return Model::from_files(recipe_.name, trainee_->files(steps_->snapshot(), "float32", "", recipe_.name));
}

std::vector<std::string> NetworkTraining::warnings() const {
  std::vector<std::string> all = task_->warnings();
  for (std::string& warning : trainee_->warnings()) all.push_back(std::move(warning));
  return all;
}

TaskResult NetworkTraining::finish(const nlohmann::json& run, const std::string& name) {
  steps_->finish();
  const auto storage = recipe_.json["storage"].get<std::string>();
  // Figures belong to the weights as they are stored.
  Parameters& parameters = trainee_->network().parameters();
  std::map<std::string, Tensor> weights = parameters.values();
  for (auto& [key, value] : weights) value = on_host(device_, value);
  if (storage != "float32") {
    weights = through_storage(weights, storage);
    parameters.load(weights, name);
    parameters.move_to(device_);
  }
  TaskResult result;
  result.figures = {{"before", before_},
                    {"train", measure(DataPart::kTrain)},
                    {"validation", measure(DataPart::kValidation)},
                    {"test", measure(DataPart::kTest)}};
  nlohmann::json all = run;
  all.update(result.figures);
  result.files = trainee_->files(weights, storage, model_card(all), name);
  if (!recipe_.json["report"].is_null()) written_ = result.files;
  return result;
}

std::string NetworkTraining::description() const {
  std::string text = task_->description() + structure(trainee_->network().parameters());
  if (!recipe_.json["report"].is_null())
    text += "Before training, on the training part: " + rates(before_) + "\n";
  return text;
}

std::string NetworkTraining::report() const {
  const nlohmann::json& asked = recipe_.json["report"];
  if (asked.is_null()) return "";
  const auto sentences = value_or<std::vector<std::string>>(asked, "sentences", {}, recipe_.name);
  const auto shown = value_or<std::string>(asked, "attention", "", recipe_.name);
  const Model model = Model::from_files(recipe_.name, written_);
  std::ostringstream text;
  text << "\nAfter training, on the training part: " << rates(measure(DataPart::kTrain)) << "\n";
  if (!sentences.empty()) text << "\n" << probabilities(model, sentences, task_->labels());
  if (!shown.empty()) text << "\n" << attention_text(model.analyse(shown));
  return text.str();
}

std::string NetworkTraining::model_card(const nlohmann::json& result) const {
  std::ostringstream card;
  card << card_head(recipe_.name);
  const auto description = recipe_.json["description"].get<std::string>();
  if (!description.empty()) card << description << "\n\n";
  card << "| | |\n| --- | --- |\n";
  card << "| recipe | `" << recipe_.name << "` |\n| seed | " << recipe_.json["seed"] << " |\n";
  card << "| split | "
       << (!facts_.split_from_file ? "seed " + recipe_.json["split_seed"].dump() : "from a file") << ", "
       << task_->size(DataPart::kTrain) << " train, " << task_->size(DataPart::kValidation) << " validation, "
       << task_->size(DataPart::kTest) << " test |\n";
  if (!facts_.data.empty()) card << "| data | " << facts_.data << " |\n";
  if (!facts_.licence.empty()) card << "| licence of the data | " << facts_.licence << " |\n";
  card << "| parameters | " << trainee_->network().parameters().count() << " |\n| storage | "
       << recipe_.json["storage"].get<std::string>() << " |\n| epochs | " << result["epochs"]
       << " |\n| date | " << today() << " |\n\n";
  for (const char* part : {"train", "validation", "test"})
    if (!result[part].is_null())
      card << "## " << part << "\n\n```\n" << metrics_table(result[part]) << "```\n\n";
  card << "## Recipe\n\n```json\n" << recipe_.json.dump(2) << "\n```\n";
  return card.str();
}

}  // namespace heed::session
