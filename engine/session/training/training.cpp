#include "engine/session/training/training.h"

#include <cstdio>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/session/training/inside/other_training.h"
#include "engine/session/training/inside/training_impl.h"
#include "engine/session/training/inside/training_start.h"

namespace heed::session {
namespace {

Examples encode(const TextEncoder& encoder, const Dataset& data, const std::vector<int>& rows) {
  Examples examples;
  for (int row : rows) {
    const Example& example = data.examples[static_cast<size_t>(row)];
    examples.texts.push_back(encoder.encode(example.text));
    examples.labels.push_back(example.label);
  }
  return examples;
}

// FNV-1a over all texts and labels: two runs with one fingerprint have read the same data.
uint64_t fingerprint(const Dataset& data) {
  uint64_t hash = 14695981039346656037u;
  auto take = [&](const std::string& bytes) {
    for (char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  };
  for (const Example& example : data.examples)
    take(example.text + "\n" + std::to_string(example.label) + "\n");
  return hash;
}

}  // namespace

TrainingRun::Impl::Impl(const TrainOptions& given)
    : options(given), recipe(load_recipe(given.recipe, given.set)) {
  if (options.seed) recipe.json["seed"] = *options.seed;
  if (options.split_seed) recipe.json["split_seed"] = *options.split_seed;
  if (options.epochs) recipe.json["training"]["epochs"] = *options.epochs;
  out = options.out.empty() ? "models/" + recipe.name : options.out;
  while (out.size() > 1 && out.back() == '/') out.pop_back();
  store = FolderStore(std::filesystem::path(out).parent_path().string());
  model_config = complete_model_config(recipe.json["model"], recipe.name);
  const auto storage = require<std::string>(recipe.json, "storage", recipe.name);
  if (storage != "float32" && storage != "float16" && storage != "int8")
    fail<UsageError>("[", recipe.name, "] the storage \"", storage,
                     "\" is unknown: expected float32, float16 or int8.");
  training_options(recipe);  // a mistake is found before the data is read
  threads = std::make_unique<ThreadPool>(options.threads);
  device = chosen_device();
  prepare_data();
  prepare_model();
}

Device TrainingRun::Impl::chosen_device() const {
  const auto precision = require<std::string>(recipe.json["training"], "precision", recipe.name);
  if (precision != "float32" && precision != "tf32" && precision != "bf16")
    fail<UsageError>("[", recipe.name, "] the precision \"", precision,
                     "\" is unknown: expected float32, tf32 or bf16.");
  return open_device(options.device, precision, threads.get(), "train");
}

void TrainingRun::Impl::prepare_data() {
  paths = options.data.empty() ? default_data(recipe) : options.data;
  Corpus corpus = read_corpus(recipe, paths, options.test, options.splits);
  data = std::move(corpus.data);
  split = std::move(corpus.split);
  check(!split.train.empty(), "[train] no row is left to train on.");
  tokenizer = count_tokens(recipe, data, split.train);
  phrases = count_phrases(recipe, data, split.train);
}

void TrainingRun::Impl::prepare_model() {
  const auto seed = require<uint64_t>(recipe.json, "seed", recipe.name);
  parts = build({model_config, recipe.json["text"], tokenizer->json, data.labels, phrases.filter}, seed,
                recipe.name, "tokenizer->json");
  begin_votes(model_config, phrases.start, parts.classifier->parameters(), recipe.name);
  parts.classifier->parameters().move_to(device);
  TrainingOptions options_of_task = training_options(recipe);
  Examples train = encode(*parts.encoder, data, split.train);
  options_of_task.measure_train = options.measure_train;
  options_of_task.class_weights = class_weights(recipe, train.labels, data.labels.size());
  task = std::make_unique<Classification>(
      options_of_task, parts.labels, parts.encoder->vocabulary().unknown_id(), std::move(train),
      encode(*parts.encoder, data, split.validation), encode(*parts.encoder, data, split.test));
  before = measure(Part::kTrain);
  trainer = std::make_unique<Trainer>(
      *task, *parts.classifier, device, options_of_task,
      Trainer::Keep{&store, std::filesystem::path(checkpoint()).filename().string(), identity()});
  if (options.resume) trainer->resume();
  const Position here = trainer->position();
  first_epoch = here.epoch;
  progress.epoch = first_epoch;
  progress.epochs = here.epochs;
  progress.steps = here.epoch_steps;
}

std::string TrainingRun::Impl::identity() const {
  nlohmann::json run = recipe.json;
  run["training"].erase("epochs");  // a run may be given more epochs
  run.erase("report");
  run.erase("description");
  run["data_fingerprint"] = fingerprint(data);
  run["rows"] = {split.train.size(), split.validation.size(), split.test.size()};
  if (!options.splits.empty()) run["splits"] = read_file(options.splits).size();
  return run.dump();
}

bool TrainingRun::Impl::step() {
  const int epoch = trainer->position().epoch;
  const bool more = trainer->run({1, 0}) == RunState::kRunning;
  const Position here = trainer->position();
  const double seconds = trainer->seconds();
  progress.remark = here.remark;
  progress.epoch_ended = here.epoch > epoch;
  progress.epoch = epoch + 1;
  progress.step = here.step;
  progress.loss = here.loss;
  progress.accuracy = here.accuracy;
  progress.gradient_norm = here.gradient_norm;
  progress.rate = here.rate;
  progress.train = trainer->gradient_steps().train_report();
  progress.validation = trainer->gradient_steps().validation_report();
  const double done =
      (epoch - first_epoch) + static_cast<double>(here.step) / static_cast<double>(here.epoch_steps);
  progress.tokens_per_second = seconds > 0 ? here.tokens / seconds : 0;
  progress.seconds_left = done > 0 ? seconds / done * (progress.epochs - first_epoch - done) : 0;
  return more;
}

nlohmann::json TrainingRun::Impl::measure(Part part) const {
  return task->size(part) > 0 ? task->evaluate(*parts.classifier, device, part) : nullptr;
}

nlohmann::json TrainingRun::Impl::config() const {
  nlohmann::json json = model_config;
  nlohmann::json names = nlohmann::json::object(), ids = nlohmann::json::object();
  for (size_t c = 0; c < parts.labels.size(); ++c) {
    names[std::to_string(c)] = parts.labels[c];
    ids[parts.labels[c]] = c;
  }
  json.update({{"id2label", names},
               {"label2id", ids},
               {"vocab_size", parts.encoder->vocabulary().size()},
               {"text",
                {{"preprocess", recipe.json["text"]["preprocess"]},
                 {"ngrams", recipe.json["text"]["ngrams"]},
                 {"phrases", recipe.json["text"]["phrases"]}}},
               {"data", recipe.json["data"]},
               {"max_tokens", parts.max_tokens},
               {"recipe", recipe.name},
               {"seed", recipe.json["seed"]}});
  return json;
}

std::map<std::string, Tensor> TrainingRun::Impl::with_filter(std::map<std::string, Tensor> weights) const {
  if (const std::vector<uint8_t> filter = phrases.filter.bytes(); !filter.empty())
    weights[kPhraseFilter] = Tensor::of<uint8_t>({static_cast<int64_t>(filter.size())}, filter);
  return weights;
}

Model TrainingRun::Impl::snapshot() {
  const ModelFiles files{config(), tokenizer->json, with_filter(trainer->gradient_steps().snapshot()), "", 0};
  return make_model(recipe.name, assemble(files, recipe.name), 0);
}

nlohmann::json TrainingRun::Impl::finish() {
  const Position here = trainer->position();
  trainer->gradient_steps().finish();
  const auto storage = recipe.json["storage"].get<std::string>();
  // What is measured is what is stored.
  Parameters& parameters = parts.classifier->parameters();
  std::map<std::string, Tensor> weights = parameters.values();
  for (auto& [name, value] : weights) value = on_host(device, value);
  weights = through_storage(weights, storage);
  parameters.load(weights, out);
  parameters.move_to(device);
  const double seconds = trainer->seconds();
  nlohmann::json result{{"before", before},
                        {"train", measure(Part::kTrain)},
                        {"validation", measure(Part::kValidation)},
                        {"test", measure(Part::kTest)},
                        {"seconds", seconds},
                        {"epochs", here.epoch},
                        {"seconds_per_epoch", seconds / std::max(1, here.epoch - first_epoch)}};
  ModelFiles files;
  files.config = config();
  files.tokenizer_json = tokenizer->json;
  files.weights = with_filter(std::move(weights));
  files.readme = model_card(result);
  write_model_folder(out, files, storage);
  if (here.ended) trainer->forget();
  return result;
}

TrainingRun::TrainingRun(const TrainOptions& options)
    : other_(other_training(options, load_recipe(options.recipe, options.set))) {
  if (!other_) impl_ = std::make_unique<Impl>(options);
}
TrainingRun::~TrainingRun() = default;
std::string TrainingRun::description() const {
  return other_ ? other_->description() : impl_->describe();
}
bool TrainingRun::step() {
  return other_ ? other_->step() : impl_->step();
}
const Progress& TrainingRun::progress() const {
  return other_ ? other_->progress() : impl_->progress;
}
Model TrainingRun::snapshot() {
  check(impl_ != nullptr, "[train] this recipe trains no classifier: there is no model to look at.");
  return impl_->snapshot();
}
nlohmann::json TrainingRun::finish() {
  return other_ ? other_->finish() : impl_->finish();
}
std::string TrainingRun::report() const {
  return other_ ? other_->report() : impl_->report();
}

}  // namespace heed::session
