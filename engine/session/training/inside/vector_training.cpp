#include "engine/session/training/inside/vector_training.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/training/inside/corpus_lines.h"
#include "engine/session/training/inside/table.h"
#include "engine/session/training/inside/vector_corpus.h"
#include "engine/text/tokenizer_json.h"

namespace heed::session {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int64_t kTermsPerStep = int64_t{1} << 20;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

VectorTraining::VectorTraining(const TrainOptions& options, Recipe recipe)
    : options_(options), recipe_(std::move(recipe)) {
  if (options_.seed) recipe_.json["seed"] = *options_.seed;
  if (options_.epochs) recipe_.json["training"]["epochs"] = *options_.epochs;
  out_ = options_.out.empty() ? "models/" + recipe_.name : options_.out;
  while (out_.size() > 1 && out_.back() == '/') out_.pop_back();
  check(options_.device == "cpu", "[train] word vectors are trained on the cpu, not on \"", options_.device,
        "\".");
  check(!options_.data.empty(), "[", recipe_.name,
        "] names no public data set: give text files, or folders of them, with --data PATH.");
  read_settings();
  read_corpus();
  if (options_.resume) {
    check(std::filesystem::exists(checkpoint()), "[", checkpoint(),
          "] there is no checkpoint to resume: start without --resume.");
    glove_->resume(checkpoint(), identity());
  }
  first_epoch_ = glove_->epoch();
  progress_.epochs = glove_options_.epochs;
  progress_.steps = (glove_->terms() + kTermsPerStep - 1) / kTermsPerStep;
}

void VectorTraining::read_settings() {
  const std::string& file = recipe_.name;
  const nlohmann::json &model = recipe_.json["model"], &training = recipe_.json["training"];
  const std::vector<std::string> known{"architecture", "width", "window", "words", "x_max", "alpha"};
  for (const auto& [key, value] : model.items())
    check(std::find(known.begin(), known.end(), key) != known.end(), "[", file, "] \"model.", key,
          "\" is not a setting of word-vectors: expected width, window, words, x_max or alpha.");
  words_ = value_or<int32_t>(model, "words", words_, file);
  window_ = value_or<int>(model, "window", window_, file);
  check(words_ >= 2 && words_ <= 1000000 && window_ >= 1 && window_ <= 1000, "[", file, "] model.words is ",
        words_, ", model.window ", window_, ": expected 2 to 1000000 words, a window of 1 to 1000.");
  glove_options_.width = value_or<int64_t>(model, "width", glove_options_.width, file);
  glove_options_.x_max = value_or<double>(model, "x_max", glove_options_.x_max, file);
  glove_options_.alpha = value_or<double>(model, "alpha", glove_options_.alpha, file);
  glove_options_.epochs = require<int>(training, "epochs", file);
  glove_options_.rate = require<double>(training["optimizer"], "rate", file);
  glove_options_.seed = require<uint64_t>(recipe_.json, "seed", file);
  const auto optimizer = require<std::string>(training["optimizer"], "name", file);
  if (optimizer != "adagrad")
    fail<UsageError>("[", file, "] the optimizer \"", optimizer,
                     "\": word vectors are trained with adagrad.");
  storage_ = require<std::string>(recipe_.json, "storage", file);
  if (storage_ != "float32" && storage_ != "float16" && storage_ != "int8")
    fail<UsageError>("[", file, "] the storage \"", storage_,
                     "\" is unknown: expected float32, float16 or int8.");
}

void VectorTraining::read_corpus() {
  files_ = corpus_files(options_.data);
  VectorCorpus corpus = read_vector_corpus(files_, recipe_.json["text"], words_, recipe_.name);
  lines_ = corpus.lines;
  tokens_ = corpus.count;
  fingerprint_ = corpus.fingerprint;
  const auto tokenizer =
      make_tokenizer(require<std::string>(recipe_.json["text"], "tokenizer", recipe_.name));
  tokenizer_json_ = write_tokenizer_json(*tokenizer, corpus.vocabulary);
  vocabulary_ = std::make_unique<Vocabulary>(std::move(corpus.vocabulary));
  const int32_t V = vocabulary_->size() - 1;
  glove_ = std::make_unique<Glove>(count_cooccurrences(corpus.tokens, V, window_), V, glove_options_);
}

std::string VectorTraining::identity() const {
  nlohmann::json run = recipe_.json;
  run["training"].erase("epochs");  // a run may be given more
  run.erase("report");
  run.erase("description");
  run["data_fingerprint"] = fingerprint_;
  return run.dump();
}

std::string VectorTraining::description() const {
  std::ostringstream text;
  text << "Recipe " << recipe_.name << "\nData: " << files_.size() << " files, " << lines_ << " lines, "
       << tokens_ << " tokens\nVocabulary: " << vocabulary_->size() - 1 << " words, least frequency "
       << vocabulary_->least_count() << "\nCo-occurrences: " << glove_->terms() << " within " << window_
       << " words\n";
  if (first_epoch_ > 0) text << "Resumed after epoch " << first_epoch_ << "\n";
  return text.str();
}

void VectorTraining::write_checkpoint() const {
  const std::filesystem::path folder = std::filesystem::path(checkpoint()).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  check(!error, "[", folder.string(), "] cannot be made: ", error.message(), ".");
  glove_->save(checkpoint(), identity());
}

bool VectorTraining::step() {
  const Clock::time_point start = Clock::now();
  const int epoch = glove_->epoch();
  const bool more = glove_->step(kTermsPerStep);
  progress_.epoch_ended = glove_->epoch() > epoch;
  if (progress_.epoch_ended) write_checkpoint();
  seconds_ += seconds_since(start);
  progress_.epoch = std::min(epoch + 1, progress_.epochs);
  progress_.step = (glove_->done() + kTermsPerStep - 1) / kTermsPerStep;
  progress_.loss = glove_->loss();
  const double part = static_cast<double>(glove_->done()) / static_cast<double>(glove_->terms());
  const double done = epoch - first_epoch_ + part;
  progress_.tokens_per_second = done * static_cast<double>(tokens_) / seconds_;
  progress_.seconds_left = done > 0 ? seconds_ / done * (progress_.epochs - first_epoch_ - done) : 0;
  return more;
}

nlohmann::json VectorTraining::finish() {
  const int64_t V = vocabulary_->size(), D = glove_options_.width;
  std::vector<float> rows(static_cast<size_t>(D), 0.0f);  // of <unk>
  const std::vector<float> trained = glove_->vectors();
  rows.insert(rows.end(), trained.begin(), trained.end());
  ModelFiles files;
  // What is measured is what is stored.
  files.weights = through_storage({{"vectors", Tensor::of<float>({V, D}, rows)}}, storage_);
  vectors_ = files.weights.at("vectors").values<float>();
  files.config = {{"architecture", kWordVectors},
                  {"width", D},
                  {"vocab_size", V},
                  {"recipe", recipe_.name},
                  {"seed", recipe_.json["seed"]},
                  {"text", {{"preprocess", recipe_.json["text"]["preprocess"]}}}};
  files.tokenizer_json = tokenizer_json_;
  const int here = std::max(1, glove_->epoch() - first_epoch_);
  const nlohmann::json result{{"before", nullptr},         {"train", nullptr},
                              {"validation", nullptr},     {"test", nullptr},
                              {"loss", glove_->loss()},    {"seconds", seconds_},
                              {"epochs", glove_->epoch()}, {"seconds_per_epoch", seconds_ / here}};
  files.readme = card(result);
  write_model_folder(out_, files, storage_);
  std::error_code ignored;
  std::filesystem::remove(checkpoint(), ignored);
  return result;
}

}  // namespace heed::session
