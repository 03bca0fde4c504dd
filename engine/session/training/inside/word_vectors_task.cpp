#include "engine/session/training/inside/word_vectors_task.h"

#include <algorithm>
#include <sstream>

#include "engine/data/corpus_lines.h"
#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/training/inside/table.h"
#include "engine/session/training/inside/vector_corpus.h"
#include "engine/text/tokenizer_json.h"

namespace heed::session {
WordVectorsTask::WordVectorsTask(const TaskInput& input) : recipe_(input.recipe) {
  check(!input.data.paths.empty(), "[", recipe_.name,
        "] names no public data set: give text files, or folders of them, with --data PATH.");
  read_settings();
  read_corpus(input.data.paths, input.progress);
}

void WordVectorsTask::read_settings() {
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

void WordVectorsTask::read_corpus(const std::vector<std::string>& paths, const WorkProgress& progress) {
  files_ = corpus_files(paths);
  VectorCorpus corpus = read_vector_corpus(files_, recipe_.json["text"], words_, recipe_.name, progress);
  lines_ = corpus.lines;
  tokens_ = corpus.count;
  fingerprint_ = corpus.fingerprint;
  const auto tokenizer =
      make_tokenizer(require<std::string>(recipe_.json["text"], "tokenizer", recipe_.name));
  tokenizer_json_ = write_tokenizer_json(*tokenizer, corpus.vocabulary);
  vocabulary_ = std::make_unique<Vocabulary>(std::move(corpus.vocabulary));
  const int32_t V = vocabulary_->size() - 1;
  glove_options_.tokens = static_cast<double>(tokens_);
  glove_ = std::make_unique<Glove>(count_cooccurrences(corpus.tokens, V, window_), V, glove_options_);
}

std::string WordVectorsTask::description() const {
  std::ostringstream text;
  text << "Data: " << files_.size() << " files, " << lines_ << " lines, " << tokens_
       << " tokens\nVocabulary: " << vocabulary_->size() - 1 << " words, least frequency "
       << vocabulary_->least_count() << "\nCo-occurrences: " << glove_->terms() << " within " << window_
       << " words\n";
  return text.str();
}

TaskResult WordVectorsTask::finish(const nlohmann::json& run, const std::string&) {
  const int64_t V = vocabulary_->size(), D = glove_options_.width;
  std::vector<float> rows(static_cast<size_t>(D), 0.0f);  // of <unk>
  const std::vector<float> trained = glove_->vectors();
  rows.insert(rows.end(), trained.begin(), trained.end());
  ModelFiles files;
  // Figures belong to the weights as they are stored.
  files.weights = through_storage({{"vectors", Tensor::of<float>({V, D}, rows)}}, storage_);
  vectors_ = files.weights.at("vectors").values<float>();
  files.config = {{"architecture", kWordVectors},
                  {"width", D},
                  {"vocab_size", V},
                  {"recipe", recipe_.name},
                  {"seed", recipe_.json["seed"]},
                  {"text", {{"preprocess", recipe_.json["text"]["preprocess"]}}}};
  files.tokenizer_json = tokenizer_json_;
  files.readme = card(run);
  return {{{"loss", glove_->loss()}}, model_folder_files(files, storage_, recipe_.name)};
}

const TaskEntry kWordVectorsTask{
    "word-vectors", "Learns a vector for each of the most frequent words of a corpus.", kWordVectors, false,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<WordVectorsTask>(input); }};

}  // namespace heed::session
