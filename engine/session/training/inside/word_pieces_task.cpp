#include "engine/session/training/inside/word_pieces_task.h"

#include <algorithm>

#include "engine/base/clock.h"
#include "engine/data/corpus_lines.h"
#include "engine/format/json.h"
#include "engine/tasks/corpus.h"
#include "engine/tasks/word_counts.h"

namespace heed::session {
namespace {

constexpr int kMergesPerStep = 200;

}  // namespace

WordPiecesTask::WordPiecesTask(const TaskInput& input) : recipe_(input.recipe), test_(input.data.test) {
  check(!input.data.paths.empty(), "[", recipe_.name,
        "] names no public data set: give text files, or folders of them, with --data PATH.");
  read_settings();
  const Clock::time_point start = Clock::now();
  read_corpus(input.data.paths, input.progress);
  reading_seconds_ = seconds_since(start);
}

void WordPiecesTask::read_settings() {
  const std::string& file = recipe_.name;
  const nlohmann::json& model = recipe_.json["model"];
  const std::vector<std::string> known{"architecture", "pieces", "alphabet", "min_frequency", "lower_case"};
  for (const auto& [key, value] : model.items())
    check(std::find(known.begin(), known.end(), key) != known.end(), "[", file, "] \"model.", key,
          "\" is not a setting of wordpiece: expected pieces, alphabet, min_frequency or lower_case.");
  training_.pieces = value_or<size_t>(model, "pieces", training_.pieces, file);
  training_.alphabet = value_or<size_t>(model, "alphabet", training_.alphabet, file);
  training_.min_frequency = value_or<int64_t>(model, "min_frequency", training_.min_frequency, file);
  lower_case_ = value_or<bool>(model, "lower_case", lower_case_, file);
  check(training_.pieces <= 1000000 && training_.alphabet >= 1 && training_.min_frequency >= 1, "[", file,
        "] model.pieces is ", training_.pieces, ", model.alphabet ", training_.alphabet,
        ", model.min_frequency ", training_.min_frequency,
        ": expected at most 1000000 pieces, and 1 or more of the others.");
}

void WordPiecesTask::read_corpus(const std::vector<std::string>& paths, const WorkProgress& progress) {
  files_ = corpus_files(paths);
  const WordCounts counts = count_words(files_, lower_case_, &lines_, progress);
  check(!counts.empty(), "[", files_.front(), "] holds no words: expected text to learn from.");
  for (const auto& [word, count] : counts) words_ += count;
  different_ = static_cast<int64_t>(counts.size());
  trainer_ = std::make_unique<WordPieceTrainer>(counts, training_);
}

bool WordPiecesTask::step() {
  ended_ = !trainer_->step(kMergesPerStep);
  return !ended_;
}

Position WordPiecesTask::position() const {
  Position here;
  here.epochs = 1;
  here.counts = "pieces";
  here.step = static_cast<int64_t>(trainer_->pieces().size());
  here.epoch_steps = static_cast<int64_t>(training_.pieces);
  here.ended = ended_;
  return here;
}

TaskResult WordPiecesTask::finish(const nlohmann::json& run, const std::string& name) {
  std::map<std::string, std::string> files = word_piece_files(trainer_->pieces(), lower_case_);
  measure(files.at("tokenizer.json"));
  const double seconds = run["seconds"].get<double>() + reading_seconds_;
  TaskResult result;
  result.figures = {{"seconds", seconds},
                    {"epochs", 1},
                    {"seconds_per_epoch", seconds},
                    {"pieces", trainer_->pieces().size()}};
  for (const PieceCounts& counts : held_out_)
    result.figures["held_out"].push_back({{"tokenizer", counts.name},
                                          {"words", counts.words},
                                          {"pieces", counts.pieces},
                                          {"whole", counts.whole},
                                          {"unknown", counts.unknown}});
  files["README.md"] = card(name);
  result.files = std::move(files);
  return result;
}

const TaskEntry kWordPiecesTask{
    "word-pieces", "Learns a vocabulary of word pieces from the words of a corpus.", "wordpiece", false,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<WordPiecesTask>(input); }};

}  // namespace heed::session
