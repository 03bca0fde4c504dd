// The task of writing one text when another is read: translation, and rules that turn one text into another.
// While it learns, the network is told what it should have written so far (teacher forcing), or now and then
// what it would have written itself (scheduled sampling, Bengio et al. 2015).
#include <algorithm>
#include <sstream>

#include "engine/autograd/ops.h"
#include "engine/base/fnv1a.h"
#include "engine/data/pairs.h"
#include "engine/data/piece_encoder.h"
#include "engine/data/split.h"
#include "engine/format/json.h"
#include "engine/tasks/alignment.h"
#include "engine/tasks/own_words.h"
#include "engine/tasks/pair_figures.h"
#include "engine/tasks/recipe_fields.h"
#include "engine/tasks/reinforce.h"
#include "engine/tasks/run_pieces.h"
#include "engine/tasks/task.h"

namespace heed {
namespace {

constexpr int64_t kLongestPair = 128;  // tokens of either text, unless a recipe says otherwise

// The number of a column that a recipe names.
size_t column_of(const std::string& given, size_t usual, const std::string& recipe) {
  if (given.empty()) return usual;
  const bool number = given.size() < 3 && given.find_first_not_of("0123456789") == std::string::npos;
  check(number && given != "0", "[", recipe, "] the column \"", given,
        "\" of a pair: expected its number, from 1.");
  return std::stoul(given);
}

Pairs pairs_of(const TaskInput& input) {
  const Recipe& recipe = input.recipe;
  DataOptions options = read_data_options(recipe.json["data"], recipe.name);
  if (input.data.paths.empty()) {
    check(!options.toy.task.empty(), "[", recipe.name,
          "] pairs of texts are learned from files with a tab between them: name them with --data PATH.");
    const auto seed = require<uint64_t>(recipe.json, "split_seed", recipe.name);
    return made_pairs(options.toy.task, options.toy.examples, options.toy.length, seed);
  }
  const std::vector<std::string>& columns = options.reading.text_columns;
  check(columns.size() < 2, "[", recipe.name, "] data.text_column names ", columns.size(),
        " columns: expected the source's alone.");
  return read_pairs(
      corpus_files(input.data.paths), column_of(columns.empty() ? "" : columns[0], 1, recipe.name),
      column_of(options.reading.label_column, 2, recipe.name),
      options.reading.links_column.empty() ? 0 : column_of(options.reading.links_column, 3, recipe.name));
}

class Translate : public NetworkTask {
 public:
  explicit Translate(const TaskInput& input) {
    const Recipe& recipe = input.recipe;
    const bool measures = input.text != nullptr && recipe.json.find("split_seed") == recipe.json.end();
    if (!measures) options_ = training_options(recipe);
    Pairs read = pairs_of(input);
    pairs_ = std::move(read.pairs);
    warnings_ = std::move(read.warnings);
    share_out(input, measures);
    read_pieces(input);
    encode(input);
  }

  std::string description() const override {
    std::ostringstream said;
    said << "Data: " << pairs_.size() << " pairs; " << size(DataPart::kTrain) << " to train, "
         << size(DataPart::kValidation) << " validation, " << size(DataPart::kTest)
         << " test, no text of which is trained on; " << text_->size() << " pieces\n";
    return said.str();
  }
  nlohmann::json identity() const override {
    Fnv1a hash;
    for (const TextPair& pair : pairs_) hash.take(pair.source + "\t" + pair.target + "\n");
    return {{"data_fingerprint", hash.value()}, {"pieces", text_->size()}};
  }
  Output output() const override { return Output::kTarget; }
  const std::vector<std::string>& labels() const override { return labels_; }
  const NetworkText& text() const override { return network_text_; }
  std::vector<std::string> warnings() const override { return warnings_; }
  size_t size(DataPart part) const override { return rows(part).size(); }
  std::vector<int> lengths() const override {
    std::vector<int> lengths;
    for (const int row : rows(DataPart::kTrain)) {
      const PairIds& pair = ids_[static_cast<size_t>(row)];
      lengths.push_back(static_cast<int>(pair.source.size() + pair.target.size()));
    }
    return lengths;
  }

  StepBatch batch(const Batch& chosen, int64_t) const override {
    std::vector<const PairIds*> pairs;
    for (const int n : chosen) pairs.push_back(&pair_of(DataPart::kTrain, static_cast<size_t>(n)));
    return pairs_batch(pairs, end_);
  }

  void mix_in(const Network& network, const Device& device, StepBatch& batch) const override {
    mix_in_own_words(network, device, options_.seed, batch);
  }

  Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const override {
    return score_targets(ctx, answer, batch, options_);
  }
  static Scored score_targets(Context& ctx, const Variable& answer, const StepBatch& batch,
                              const TrainingOptions& options) {
    const Variable loss = cross_entropy(ctx, answer, batch.labels, {}, options.label_smoothing);
    return {with_choices_of_texts(ctx, loss, answer, batch.labels, batch.batch.targets), answer};
  }

  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override {
    if (part == DataPart::kTrain || size(part) == 0) return nullptr;
    std::vector<AskedPair> asked;
    asked.reserve(size(part));
    for (size_t n = 0; n < size(part); ++n)
      asked.push_back({&pairs_[static_cast<size_t>(rows(part)[n])], &pair_of(part, n)});
    nlohmann::json report = told_figures(network, device, asked, end_);
    report.update(written_figures(dynamic_cast<const SequenceNetwork&>(network), device, asked,
                                  dynamic_cast<const PieceEncoder&>(*text_), end_,
                                  part == DataPart::kTest ? Writing::kToJudge : Writing::kToChoose));
    if (part == DataPart::kTest)
      report["alignment"] =
          alignment_figures(network, device, asked, dynamic_cast<const PieceEncoder&>(*text_), end_);
    return report;
  }

 private:
  const std::vector<int>& rows(DataPart part) const {
    return part == DataPart::kTrain        ? split_.train
           : part == DataPart::kValidation ? split_.validation
                                           : split_.test;
  }
  const PairIds& pair_of(DataPart part, size_t n) const { return ids_[static_cast<size_t>(rows(part)[n])]; }

  void share_out(const TaskInput& input, bool measures);
  void read_pieces(const TaskInput& input);
  void encode(const TaskInput& input);

  TrainingOptions options_;
  std::vector<TextPair> pairs_;
  std::vector<std::string> warnings_, labels_;
  Split split_;
  NetworkText network_text_;
  std::shared_ptr<const TextToIds> text_;
  int32_t end_ = 0;
  std::vector<PairIds> ids_;
};

// No text of the validation and the test part is trained on, in either language. All pairs are the test part
// of a model that is measured.
void Translate::share_out(const TaskInput& input, bool measures) {
  if (measures) {
    for (size_t n = 0; n < pairs_.size(); ++n) split_.test.push_back(static_cast<int>(n));
    return;
  }
  const Recipe& recipe = input.recipe;
  split_ = grouped_split(std::vector<int>(pairs_.size(), 0), groups_of(pairs_),
                         require<uint64_t>(recipe.json, "split_seed", recipe.name), split_fractions(recipe));
}

void Translate::read_pieces(const TaskInput& input) {
  text_ = input.text;
  if (!text_) {
    std::vector<std::string> texts;
    for (const int row : split_.train) {
      texts.push_back(pairs_[static_cast<size_t>(row)].source);
      texts.push_back(pairs_[static_cast<size_t>(row)].target);
    }
    RunPieces run = byte_pairs_of_texts(input.recipe, texts);
    text_ = run.text;
    network_text_.files = std::move(run.files);
    network_text_.sizes.V = text_->size();
  }
  const std::optional<int> end = end_piece(*text_);
  check(end.has_value(), "[", input.recipe.name,
        "] the vocabulary has no piece that ends a text: expected <|endoftext|>, </s> or the like.");
  end_ = *end;
}

// Pairs that are too long are left out of all parts.
void Translate::encode(const TaskInput& input) {
  const auto asked = value_or<int64_t>(input.recipe.json.value("text", nlohmann::json::object()),
                                       "max_tokens", 0, input.recipe.name);
  const int64_t most =
      std::min(asked > 0 ? asked : kLongestPair, input.max_tokens > 0 ? input.max_tokens : kLongestPair);
  size_t left_out = 0;
  const auto fits = [&](const std::string& text, std::vector<int32_t>& ids) {
    ids = text_->encode(text).ids;
    ids.push_back(end_);
    return static_cast<int64_t>(ids.size()) <= most;
  };
  ids_.resize(pairs_.size());
  for (std::vector<int>* part : {&split_.train, &split_.validation, &split_.test}) {
    RowProgress done(input.progress, "reading texts", part->size());
    const auto too_long = [&](int row) {
      PairIds& pair = ids_[static_cast<size_t>(row)];
      const TextPair& texts = pairs_[static_cast<size_t>(row)];
      const bool source = fits(texts.source, pair.source), target = fits(texts.target, pair.target);
      done.next();
      return !source || !target;
    };
    const auto end = std::remove_if(part->begin(), part->end(), too_long);
    left_out += static_cast<size_t>(part->end() - end);
    part->erase(end, part->end());
  }
  if (left_out > 0)
    warnings_.push_back("[" + input.recipe.name + "] " + std::to_string(left_out) +
                        " pairs with a text of more than " + std::to_string(most) +
                        " tokens were left out (text.max_tokens).");
}

}  // namespace

extern const TaskEntry kTranslate;
const TaskEntry kTranslate{
    "translate",
    "Writes one text when another is read: translations, and rules that turn one text into another.",
    nullptr,
    true,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<Translate>(input); },
    Translate::score_targets};

}  // namespace heed
