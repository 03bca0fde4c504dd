// What a training run says about itself: before it starts, after it has ended, and in the model card.
#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <sstream>

#include "engine/data/fetch.h"
#include "engine/format/json.h"
#include "engine/session/training/inside/model_card.h"
#include "engine/session/training/inside/table.h"
#include "engine/session/training/inside/training_impl.h"

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

// As many samples of each class, spread evenly over the training part.
std::string samples(const Dataset& data, const std::vector<int>& rows, size_t count) {
  std::ostringstream text;
  for (size_t i = 0; i < std::min(count, rows.size()); ++i) {
    const Example& example = data.examples[static_cast<size_t>(rows[i * rows.size() / count])];
    text << "  " << data.labels[static_cast<size_t>(example.label)] << ": " << example.text << "\n";
  }
  return text.str();
}

std::string entries(const Vocabulary& vocabulary, size_t count) {
  std::ostringstream text;
  const size_t n = std::min(count, vocabulary.entries().size());
  for (size_t id = 0; id < n; ++id) {
    const Vocabulary::Entry& entry = vocabulary.entries()[id];
    text << (id == 0 ? "  " : ", ") << id << " " << entry.token;
    if (!entry.special) text << " (" << entry.count << "×)";
  }
  return text.str() + "\n";
}

std::string rates(const nlohmann::json& m) {
  if (m.is_null()) return "no examples";
  std::string text = "accuracy " + percent(m["accuracy"]);
  if (m.contains("tpr")) text += ", TPR " + percent(m["tpr"]) + ", FPR " + percent(m["fpr"]);
  return text;
}

// Of two classes the second, as the tutorial prints it; of more the whole distribution.
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

std::string TrainingRun::Impl::describe() const {
  const nlohmann::json& asked = recipe.json["report"];
  std::ostringstream text;
  text << "Recipe " << recipe.name << " on " << device.description << "\n";
  for (const std::string& warning : data.warnings) text << "warning: " << warning << "\n";
  text << "Data: " << data.examples.size() << " texts (";
  const std::vector<size_t> counts = data.class_counts();
  for (size_t c = 0; c < counts.size(); ++c)
    text << (c == 0 ? "" : ", ") << counts[c] << " " << data.labels[c];
  text << "); " << train.size() << " train, " << validation.size() << " validation, " << test.size()
       << " test\n";
  if (data.left_out > 0) text << "Left out: " << data.left_out << " rows, see the warnings\n";
  if (!asked.is_null())
    text << samples(data, split.train, value_or<size_t>(asked, "samples", 0, recipe.name));
  text << "Vocabulary: " << tokenizer->vocabulary.size() << " entries over " << tokenizer->tokens
       << " tokens, least frequency " << tokenizer->vocabulary.least_count() << "\n";
  if (!asked.is_null())
    text << entries(tokenizer->vocabulary, value_or<size_t>(asked, "vocabulary", 0, recipe.name));
  text << structure(parts.network->parameters());
  if (!asked.is_null()) text << "Before training, on the training part: " << rates(before) << "\n";
  if (first_epoch > 0) text << "Resumed after epoch " << first_epoch << "\n";
  return text.str();
}

std::string TrainingRun::Impl::report() const {
  const nlohmann::json& asked = recipe.json["report"];
  if (asked.is_null()) return "";
  const auto sentences = value_or<std::vector<std::string>>(asked, "sentences", {}, recipe.name);
  const auto shown = value_or<std::string>(asked, "attention", "", recipe.name);
  const Model model = Model::open(out);
  std::ostringstream text;
  text << "\nAfter training, on the training part: " << rates(measure(train)) << "\n";
  if (!sentences.empty()) text << "\n" << probabilities(model, sentences, parts.labels);
  if (!shown.empty()) text << "\n" << attention_text(model.analyse(shown));
  return text.str();
}

std::string TrainingRun::Impl::model_card(const nlohmann::json& result) const {
  std::ostringstream card;
  card << "---\nlibrary_name: heed\n---\n\n# " << recipe.name << "\n\n";
  const auto description = recipe.json["description"].get<std::string>();
  if (!description.empty()) card << description << "\n\n";
  card << "| | |\n| --- | --- |\n";
  card << "| recipe | `" << recipe.name << "` |\n| seed | " << recipe.json["seed"] << " |\n";
  card << "| split | "
       << (options.splits.empty() ? "seed " + recipe.json["split_seed"].dump() : "from a file") << ", "
       << train.size() << " train, " << validation.size() << " validation, " << test.size() << " test |\n";
  if (const nlohmann::json& set = recipe.json["data"]["set"]; !set.is_null()) {
    const PublicDataset& dataset = public_dataset(set.get<std::string>());
    card << "| data | " << dataset.name << ", " << dataset.address << " |\n| licence of the data | "
         << dataset.licence << " |\n";
  }
  card << "| parameters | " << parts.network->parameters().count() << " |\n| storage | "
       << recipe.json["storage"].get<std::string>() << " |\n| epochs | " << result["epochs"]
       << " |\n| date | " << today() << " |\n\n";
  for (const char* part : {"train", "validation", "test"})
    if (!result[part].is_null())
      card << "## " << part << "\n\n```\n" << metrics_table(result[part]) << "```\n\n";
  card << "## Recipe\n\n```json\n" << recipe.json.dump(2) << "\n```\n";
  return card.str();
}

}  // namespace heed::session
