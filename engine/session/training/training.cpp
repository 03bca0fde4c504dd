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

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Examples encode(const TextToIds& encoder, const Dataset& data, const std::vector<int>& rows) {
  Examples examples;
  for (int row : rows) {
    const Example& example = data.examples[static_cast<size_t>(row)];
    examples.texts.push_back(encoder.encode(example.text));
    examples.labels.push_back(example.label);
  }
  return examples;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  check(!error, "[", folder.string(), "] cannot be made: ", error.message(), ".");
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
  model_config = complete_model_config(recipe.json["model"], recipe.name);
  const auto storage = require<std::string>(recipe.json, "storage", recipe.name);
  if (storage != "float32" && storage != "float16" && storage != "int8")
    fail<UsageError>("[", recipe.name, "] the storage \"", storage,
                     "\" is unknown: expected float32, float16 or int8.");
  fit_options(recipe);  // a mistake is found before the data is read
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
  begin_votes(model_config, phrases.start, parts.network->parameters(), recipe.name);
  train = encode(*parts.text, data, split.train);
  validation = encode(*parts.text, data, split.validation);
  test = encode(*parts.text, data, split.test);
  parts.network->parameters().move_to(device);
  before = measure(train);
  FitOptions fitting = fit_options(recipe);
  fitting.measure_train = options.measure_train;
  fitting.class_weights = class_weights(recipe, train.labels, data.labels.size());
  fit = std::make_unique<Fit>(*parts.network, device, fitting, train, validation, parts.labels,
                              parts.text->unknown());
  if (options.resume) {
    check(std::filesystem::exists(checkpoint()), "[", checkpoint(),
          "] there is no checkpoint to resume: start without --resume.");
    fit->resume(checkpoint(), identity());
  }
  first_epoch = fit->state().epoch;
  progress.epoch = first_epoch;
  progress.epochs = fitting.epochs;
  progress.steps = fit->steps_per_epoch();
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

// Every epoch's. Waiting for the disk can take longer than an epoch, so that gets a twentieth of the time.
void TrainingRun::Impl::write_checkpoint() {
  const bool due = seconds_since(durable) >= 20 * durable_seconds;
  const Clock::time_point start = Clock::now();
  fit->save(checkpoint(), identity(), due ? Durable::kYes : Durable::kNo);
  if (!due) return;
  durable = Clock::now();
  durable_seconds = seconds_since(start);
}

bool TrainingRun::Impl::step() {
  const int epoch = fit->state().epoch;
  if (fit->state().step == 0) {  // killed within the first epoch, a run can be resumed too
    const std::filesystem::path folder = std::filesystem::path(checkpoint()).parent_path();
    if (!folder.empty()) make_folder(folder);
    write_checkpoint();
  }
  const Clock::time_point start = Clock::now();
  const bool more = fit->step();
  progress.remark =
      fit->replay_problem().empty() ? "" : "steps are not recorded and repeated: " + fit->replay_problem();
  const FitState& state = fit->state();
  progress.epoch_ended = state.epoch > epoch;
  if (progress.epoch_ended) write_checkpoint();
  seconds += seconds_since(start);
  progress.epoch = epoch + 1;
  progress.step = state.in_epoch;
  progress.loss = state.examples > 0 ? state.loss_sum / static_cast<double>(state.examples) : 0;
  progress.accuracy =
      state.examples > 0 ? static_cast<double>(state.correct) / static_cast<double>(state.examples) : 0;
  progress.gradient_norm = fit->last().gradient_norm;
  progress.rate = fit->last().rate;
  progress.train = progress.epoch_ended && fit->train() ? to_json(*fit->train()) : nlohmann::json();
  progress.validation =
      progress.epoch_ended && fit->validation() ? to_json(*fit->validation()) : nlohmann::json();
  const double done =
      (epoch - first_epoch) + static_cast<double>(state.in_epoch) / static_cast<double>(progress.steps);
  progress.tokens_per_second = seconds > 0 ? static_cast<double>(state.tokens) / seconds : 0;
  progress.seconds_left = done > 0 ? seconds / done * (progress.epochs - first_epoch - done) : 0;
  return more;
}

nlohmann::json TrainingRun::Impl::measure(const Examples& examples) const {
  if (examples.size() == 0) return nullptr;
  return to_json(evaluate(*parts.network, device, examples, parts.labels));
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
               {"vocab_size", parts.text->size()},
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
  const ModelFiles files{config(), tokenizer->json, with_filter(fit->judged()), "", 0};
  return make_model(recipe.name, assemble(files, recipe.name), 0);
}

nlohmann::json TrainingRun::Impl::finish() {
  const bool ended = fit->state().ended;
  fit->finish();
  const auto storage = recipe.json["storage"].get<std::string>();
  // What is measured is what is stored.
  Parameters& parameters = parts.network->parameters();
  std::map<std::string, Tensor> weights = parameters.values();
  for (auto& [name, value] : weights) value = on_host(device, value);
  weights = through_storage(weights, storage);
  parameters.load(weights, out);
  parameters.move_to(device);
  const int epochs = fit->state().epoch;
  const int here = std::max(1, epochs - first_epoch);
  nlohmann::json result{{"before", before},
                        {"train", measure(train)},
                        {"validation", measure(validation)},
                        {"test", measure(test)},
                        {"seconds", seconds},
                        {"epochs", epochs},
                        {"seconds_per_epoch", seconds / here}};
  ModelFiles files;
  files.config = config();
  files.tokenizer_json = tokenizer->json;
  files.weights = with_filter(std::move(weights));
  files.readme = model_card(result);
  write_model_folder(out, files, storage);
  std::error_code ignored;
  if (ended) std::filesystem::remove(checkpoint(), ignored);
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
