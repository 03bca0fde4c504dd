#include "engine/session/training/recipes.h"

#include <algorithm>
#include <filesystem>

#include "engine/format/json.h"
#include "engine/models/architecture.h"
#include "engine/session/training/inside/recipe.h"

namespace heed::session {
namespace {

using Kind = Setting::Kind;

Setting whole(const char* key, double minimum, double maximum, const char* meaning) {
  return {key, Kind::kWhole, minimum, maximum, {}, meaning};
}
Setting real(const char* key, double minimum, double maximum, const char* meaning) {
  return {key, Kind::kReal, minimum, maximum, {}, meaning};
}
Setting flag(const char* key, const char* meaning) {
  return {key, Kind::kFlag, 0, 1, {}, meaning};
}
Setting choice(const char* key, std::vector<std::string> choices, const char* meaning) {
  return {key, Kind::kChoice, 0, 0, std::move(choices), meaning};
}

std::vector<Setting> training_settings() {
  return {
      whole("training.epochs", 1, 1000000, "How often the training part is gone through."),
      whole("training.batch_size", 1, 65536, "Texts per step of the optimizer."),
      flag("training.bucketed", "Texts of similar length go into a batch together."),
      choice("training.optimizer.name", {"adam", "adamw", "sgd"}, "The rule that moves the weights."),
      real("training.optimizer.rate", 0, 10, "The learning rate: how far a step moves the weights."),
      real("training.optimizer.weight_decay", 0, 10, "How much a step shrinks the weights."),
      real("training.optimizer.beta1", 0, 0.999999, "Adam: memory of the gradient's mean."),
      real("training.optimizer.beta2", 0, 0.999999, "Adam: memory of the gradient's square."),
      real("training.optimizer.epsilon", 0, 1, "Adam: added to the square root it divides by."),
      flag("training.optimizer.amsgrad", "Adam: divides by the largest square so far."),
      real("training.optimizer.momentum", 0, 0.999999, "SGD: share of the last step that goes on."),
      flag("training.optimizer.nesterov", "SGD: looks at the gradient where momentum leads."),
      choice("training.schedule.name", {"constant", "linear", "cosine", "step", "plateau"},
             "How the learning rate changes while training."),
      real("training.schedule.warmup_epochs", 0, 1000, "Epochs in which the rate rises to its value."),
      flag("training.schedule.warmup_from_zero", "The very first step has the rate 0."),
      real("training.schedule.minimum", 0, 10, "The lowest learning rate."),
      real("training.schedule.factor", 0, 1, "Schedules step and plateau: what the rate is multiplied with."),
      whole("training.schedule.every", 1, 1000000, "Schedule step: epochs between two steps."),
      whole("training.schedule.patience", 0, 1000000,
            "Schedule plateau: epochs without a better validation loss before the rate falls."),
      real("training.schedule.threshold", 0, 1, "Schedule plateau: how much better counts as better."),
      flag("training.schedule.absolute",
           "Schedule plateau: the threshold is a difference of losses, not a share."),
      whole("training.schedule.cooldown", 0, 1000000, "Schedule plateau: epochs of rest after a fall."),
      real("training.clip", 0, 1e6, "The largest norm of the gradient; 0: no limit."),
      real("training.label_smoothing", 0, 1, "Share of the target that goes to all classes alike."),
      real("training.word_dropout", 0, 0.99, "Share of words read as unknown while training."),
      real("training.average", 0, 0.999999, "Memory of the running average that is the model; 0: none."),
      choice("training.precision", {"float32", "tf32", "bf16"},
             "How a CUDA card rounds the factors of its products; the CPU does not round them."),
  };
}

std::vector<Setting> model_settings() {
  return {
      whole("model.embedding", 1, 65536, "D: width of a word's vector."),
      whole("model.attention", 1, 65536, "Width of queries and keys, all heads together."),
      whole("model.values", 1, 65536, "Width of the values, all heads together."),
      whole("model.heads", 1, 256, "H: attention maps per layer."),
      whole("model.layers", 1, 64, "Layers one after the other."),
      whole("model.feed_forward", 1, 65536, "Width of the hidden layer behind attention."),
      whole("model.hidden", 1, 65536, "Width of the recurrent state, of one direction."),
      whole("model.head_hidden", 0, 65536, "Width of the hidden layer before the classes; 0: none."),
      flag("model.bidirectional", "The sentence is read in both directions."),
      choice("model.cell", {"rnn", "gru", "lstm"}, "The recurrent cell."),
      real("model.dropout", 0, 0.99, "Share of activations put to zero while training."),
      real("model.embedding_dropout", 0, 0.99, "Share of the words' vectors put to zero while training."),
  };
}

std::vector<Setting> data_settings() {
  return {
      choice("text.tokenizer", {"basic_english", "whitespace", "words", "characters", "all_characters"},
             "What cuts a text into tokens."),
      whole("text.min_freq", 1, 1000000, "How often a word must occur to enter the vocabulary."),
      whole("text.max_size", 0, 100000000, "Words in the vocabulary; 0: no limit."),
      real("split.train", 0, 1, "Share of the rows that train."),
      real("split.validation", 0, 1, "Share of the rows that are measured after every epoch."),
      real("split.test", 0, 1, "Share of the rows that are looked at once, at the end."),
      whole("seed", 0, 4294967295.0, "Of weights, order and dropout: the same seed, the same model."),
      whole("split_seed", 0, 4294967295.0, "Of the split into training, validation and test part."),
      choice("storage", {"float32", "float16", "int8"}, "How the finished model's numbers are stored."),
  };
}

}  // namespace

std::vector<RecipeEntry> recipes() {
  namespace fs = std::filesystem;
  std::vector<RecipeEntry> found;
  for (const std::string& folder : recipe_folders()) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      if (entry.path().extension() != ".json") continue;
      const std::string name = entry.path().stem().string();
      if (std::any_of(found.begin(), found.end(), [&](const RecipeEntry& r) { return r.name == name; }))
        continue;
      try {
        const std::string file = entry.path().string();
        found.push_back({name, file, load_recipe(file, {}).json["description"].get<std::string>()});
      } catch (const std::exception&) {
        continue;  // `train` with its name says what is wrong with it
      }
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return found;
}

nlohmann::json recipe_values(const std::string& name_or_file, const std::vector<std::string>& set) {
  Recipe recipe = load_recipe(name_or_file, set);
  recipe.json["model"] = complete_model_config(recipe.json["model"], recipe.name);
  return std::move(recipe.json);
}

const std::vector<Setting>& settings() {
  static const std::vector<Setting> kSettings = [] {
    std::vector<Setting> all = training_settings();
    for (const auto& more : {model_settings(), data_settings()})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return kSettings;
}

}  // namespace heed::session
