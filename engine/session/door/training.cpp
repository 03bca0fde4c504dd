#include "engine/session/training/training.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "engine/base/error.h"
#include "engine/data/toy.h"
#include "engine/format/json.h"
#include "engine/format/store.h"
#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/session/training/labelled.h"
#include "engine/tasks/corpus.h"

namespace heed::session {

using nlohmann::json;

namespace {

// More of them than this nobody tells apart on a page, and a table of them is not read.
constexpr size_t kMostClasses = 1000;
// What a run goes on from, among the files that come with it.
constexpr const char* kCheckpoint = "checkpoint";

// One at a time: the next one takes its place.
struct OpenTraining {
  std::string name;
  std::shared_ptr<MemoryStore> store;
  std::unique_ptr<TrainingRun> run;
  json recipe;
  std::shared_ptr<const Labelled> rows;

  TrainingRun& here() {
    check(run != nullptr, "[train] nothing is being trained: begin first.");
    return *run;
  }
};

std::shared_ptr<const Labelled> read_rows(const json& given) {
  auto labelled = std::make_shared<Labelled>();
  labelled->labels = given.at("labels").get<std::vector<std::string>>();
  const size_t C = labelled->labels.size();
  check(C >= 2, "[train] there ", C == 1 ? "is 1 class" : "are no classes",
        ": expected two or more, so that there is something to tell apart.");
  check(C <= kMostClasses, "[train] there are ", C, " classes: expected at most ", kMostClasses,
        "; is another column the label?");
  for (const json& row : given.at("rows")) {
    const int label = row.at("label");
    check(label >= 0 && static_cast<size_t>(label) < C, "[train] row ", labelled->rows.size() + 1,
          " has label ", label, ": expected 0 to ", C - 1, ".");
    labelled->rows.push_back({row.at("text"), label, row.value("needed", std::vector<int>())});
  }
  check(labelled->rows.size() >= 2 * C, "[train] there are ", labelled->rows.size(), " texts of ", C,
        " classes: expected at least two of each.");
  return labelled;
}

std::string checkpoint_of(const std::string& name) {
  return name + ".checkpoint.safetensors";
}

// Bytes as floats, the last of which is filled with zeros.
size_t keep_bytes(Reply& reply, const std::string& bytes) {
  std::vector<float> values((bytes.size() + sizeof(float) - 1) / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return reply.keep(std::move(values));
}

json state_of(const Progress& at, bool ended) {
  return JsonObject()
      .add("epoch", at.epoch)
      .add("epochs", at.epochs)
      .add("step", at.step)
      .add("steps", at.steps)
      .add("tokens_per_second", at.tokens_per_second)
      .add("seconds_left", at.seconds_left)
      .add("ended", ended)
      .take();
}

json point_of(const Progress& at) {
  JsonObject point;
  point.add("step", (static_cast<int64_t>(at.epoch) - 1) * at.steps + at.step)
      .add("loss", at.step_loss)
      .add("mean_loss", at.loss)
      .add("accuracy", at.accuracy)
      .add("rate", at.rate)
      .add("gradient_norm", at.gradient_norm);
  if (at.epoch_ended) point.add("epoch", at.epoch);
  if (at.epoch_ended && !at.validation.is_null()) point.add("validation", at.validation);
  return point.take();
}

Reply begin_training(Door& door, const json& given, Files& files) {
  OpenTraining next;
  next.name = given.at("name");
  next.store = std::make_shared<MemoryStore>();
  TrainOptions options;
  options.recipe = options.out = next.name;
  options.written = parse_json_object(given.at("recipe").get<std::string>(), "recipe");
  options.from = given.value("from", "");
  options.threads = given.value("threads", 1);
  TrainPlaces places;
  const auto names = given.value("files", std::vector<std::string>(files.size(), kCheckpoint));
  check(names.size() == files.size(), "[train] ", files.size(), " files came, and ", names.size(),
        " names for them.");
  for (size_t i = 0; i < files.size(); ++i) {
    if (names[i] == kCheckpoint) {
      next.store->write(checkpoint_of(next.name), files[i]);
      options.resume = true;
    } else {
      places.from[names[i]] = std::move(files[i]);
    }
  }
  next.recipe = options.written;
  places.rows = next.rows = read_rows(given);
  places.store = next.store;
  places.memory = given.value("memory", int64_t{0});
  next.run = std::make_unique<TrainingRun>(options, places);
  Progress here = next.run->progress();
  ++here.epoch;  // under way
  JsonObject answer;
  answer.add("description", with_warnings(*next.run)).add("state", state_of(here, false));
  door.part<OpenTraining>() = std::move(next);
  return answer.take();
}

// At least one step.
Reply train(Door& door, const json& given, Files&) {
  using Clock = std::chrono::steady_clock;
  TrainingRun& run = door.part<OpenTraining>().here();
  const std::chrono::duration<double> budget(given.at("seconds").get<double>());
  int64_t left = given.value("steps", int64_t{0});
  const bool weights = given.value("weights", false);
  run.watch_weights(weights);
  const auto began = Clock::now();
  json points = json::array();
  bool more = true;
  do {
    more = run.step();
    points.push_back(point_of(run.progress()));
    if (given.value("epoch", false) && run.progress().epoch_ended) break;
  } while (more && --left != 0 && Clock::now() - began < budget);
  JsonObject answer;
  answer.add("points", std::move(points)).add("state", state_of(run.progress(), !more));
  if (weights) answer.add("weights", run.weights());
  return answer.take();
}

Reply watch_training(Door& door, const json&, Files&) {
  return add_model(door, door.part<OpenTraining>().here().snapshot());
}

Reply scale_rate(Door& door, const json& given, Files&) {
  const double factor = given.at("factor");
  check(factor > 0 && factor <= 1e6, "[train] the rate cannot be multiplied by ", factor,
        ": expected a number above 0.");
  door.part<OpenTraining>().here().scale_rate(factor);
  return json::object();
}

Reply keep_training(Door& door, const json&, Files&) {
  OpenTraining& open = door.part<OpenTraining>();
  Reply reply = json::object();
  if (!open.here().keep()) return reply;
  const std::string bytes = open.store->read(checkpoint_of(open.name));
  reply.value() = {{"bytes", bytes.size()}, {"tensor", keep_bytes(reply, bytes)}};
  return reply;
}

// What the finished model makes of each text that was held out.
json held_out(const OpenTraining& open, const std::map<std::string, std::string>& files) {
  constexpr size_t kMost = 2000;
  TaskData data;
  data.rows = as_dataset(*open.rows);
  const Corpus corpus = read_corpus(complete_recipe(open.name, open.recipe, open.name), data);
  const Model model = Model::from_files(open.name, files);
  json all = json::array();
  for (const int row : corpus.split.validation) {
    if (all.size() == kMost) break;
    const Analysis read = model.analyse(open.rows->rows[static_cast<size_t>(row)].text, {.attention = false});
    const auto best =
        std::max_element(read.classes.begin(), read.classes.end(),
                         [](const auto& a, const auto& b) { return a.probability < b.probability; });
    if (best == read.classes.end()) continue;
    all.push_back(
        {{"row", row}, {"predicted", best - read.classes.begin()}, {"probability", best->probability}});
  }
  return all;
}

Reply finish_training(Door& door, const json&, Files&) {
  OpenTraining& open = door.part<OpenTraining>();
  const json result = open.here().finish();
  Reply reply = json::object();
  json files = json::array();
  std::map<std::string, std::string> folder;
  for (const std::string& file : open.store->list())
    if (file.rfind(open.name + "/", 0) == 0)
      folder[file.substr(open.name.size() + 1)] = open.store->read(file);
  for (const auto& [name, bytes] : folder)
    files.push_back({{"name", name}, {"bytes", bytes.size()}, {"tensor", keep_bytes(reply, bytes)}});
  reply.value() = {
      {"train", result["train"]},     {"validation", result["validation"]}, {"test", result["test"]},
      {"seconds", result["seconds"]}, {"held_out", held_out(open, folder)}, {"files", std::move(files)}};
  open.run.reset();
  return reply;
}

Reply toy_texts(Door&, const json& given, Files&) {
  ToyOptions options;
  options.task = given.at("task");
  options.length = given.at("length");
  options.examples = given.at("examples");
  check(options.examples > 0 && options.examples <= 100000, "[toy] ", options.examples,
        " texts: expected 1 to 100,000.");
  const Dataset made = toy_dataset(options);
  json rows = json::array();
  for (const Example& example : made.examples)
    rows.push_back({{"text", example.text}, {"label", example.label}, {"needed", example.needed}});
  return JsonObject().add("labels", json(made.labels)).add("rows", std::move(rows)).take();
}

Reply end_training(Door& door, const json&, Files&) {
  door.part<OpenTraining>() = {};
  return json::object();
}

}  // namespace

const Command kBeginTraining{"begin-training", begin_training};
const Command kTrain{"train", train};
const Command kWatchTraining{"watch-training", watch_training};
const Command kScaleRate{"scale-rate", scale_rate};
const Command kKeepTraining{"keep-training", keep_training};
const Command kFinishTraining{"finish-training", finish_training};
const Command kToyTexts{"toy-texts", toy_texts};
const Command kEndTraining{"end-training", end_training};

}  // namespace heed::session
