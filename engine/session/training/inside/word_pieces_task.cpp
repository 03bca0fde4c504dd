#include "engine/session/training/inside/word_pieces_task.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "engine/data/corpus_lines.h"
#include "engine/format/json.h"
#include "engine/tasks/corpus.h"
#include "engine/text/pipeline/normalizers.h"
#include "engine/text/pipeline/pre_tokenizers.h"
#include "engine/text/pipeline/word_piece_json.h"

namespace heed::session {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kMergesPerStep = 200;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Stretches between blanks, of which there are far fewer than words: each is normalized once.
void count_stretches(std::string_view line, WordCounts& counts) {
  constexpr const char* kBlank = " \t\r\n";
  for (size_t at = line.find_first_not_of(kBlank); at != std::string_view::npos;) {
    const size_t end = std::min(line.find_first_of(kBlank, at), line.size());
    ++counts[std::string(line.substr(at, end - at))];
    at = line.find_first_not_of(kBlank, end);
  }
}

// For `AutoTokenizer` of the transformers library, which asks for it beside tokenizer.json.
nlohmann::json tokenizer_config(bool lower_case) {
  return {{"tokenizer_class", "BertTokenizer"},
          {"do_lower_case", lower_case},
          {"unk_token", "[UNK]"},
          {"sep_token", "[SEP]"},
          {"pad_token", "[PAD]"},
          {"cls_token", "[CLS]"},
          {"mask_token", "[MASK]"},
          {"model_max_length", 512}};
}

}  // namespace

WordCounts count_words(const std::vector<std::string>& files, bool lower_case, int64_t* lines) {
  WordCounts stretches, words;
  const CorpusLines read =
      read_lines(files, [&](const std::string& line) { count_stretches(line, stretches); });
  if (lines != nullptr) *lines = read.lines;
  const auto normalizer = make_bert_normalizer({true, true, lower_case, lower_case});
  const auto pre_tokenizer = make_bert_pre_tokenizer();
  for (const auto& [stretch, count] : stretches) {
    if (stretch.find(kLeftOut) != std::string::npos) continue;
    AlignedText text = normalizer->apply(AlignedText::of(stretch));
    const size_t size = text.size();
    if (size == 0) continue;
    const CutText cut = pre_tokenizer->apply({std::move(text), {{0, size}}});
    for (const CutText::Word& word : cut.words)
      words[cut.text.text().substr(word.first, word.last - word.first)] += count;
  }
  return words;
}

WordPiecesTask::WordPiecesTask(const TaskInput& input) : recipe_(input.recipe), test_(input.data.test) {
  check(!input.data.paths.empty(), "[", recipe_.name,
        "] names no public data set: give text files, or folders of them, with --data PATH.");
  read_settings();
  const Clock::time_point start = Clock::now();
  read_corpus(input.data.paths);
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

void WordPiecesTask::read_corpus(const std::vector<std::string>& paths) {
  files_ = corpus_files(paths);
  const WordCounts counts = count_words(files_, lower_case_, &lines_);
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
  const std::string tokenizer = write_word_piece_json(trainer_->pieces(), lower_case_);
  measure(tokenizer);
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
  result.files = {{"tokenizer.json", tokenizer},
                  {"tokenizer_config.json", dump_json(tokenizer_config(lower_case_), name, 2) + "\n"},
                  {"README.md", card(name)}};
  return result;
}

const TaskEntry kWordPiecesTask{
    "word-pieces", "Learns a vocabulary of word pieces from the words of a corpus.", "wordpiece", false,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<WordPiecesTask>(input); }};

}  // namespace heed::session
