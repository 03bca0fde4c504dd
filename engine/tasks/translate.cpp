// The task of writing one text when another is read: translation, and rules that turn one text into another.
// While it learns, the network is told what it should have written so far (teacher forcing).
#include <algorithm>
#include <cmath>
#include <sstream>

#include "engine/autograd/ops.h"
#include "engine/base/fnv1a.h"
#include "engine/data/pairs.h"
#include "engine/data/piece_encoder.h"
#include "engine/data/split.h"
#include "engine/format/json.h"
#include "engine/models/beam_search.h"
#include "engine/tasks/recipe_fields.h"
#include "engine/tasks/run_pieces.h"
#include "engine/tasks/task.h"
#include "engine/tasks/translation_figures.h"
#include "engine/tensor/pool.h"

namespace heed {
namespace {

constexpr size_t kWrittenToChoose = 200, kWrittenToJudge = 2000;  // pairs of the validation and the test part
constexpr size_t kShown = 5;                                      // of them
constexpr size_t kPairsAtOnce = 64;
constexpr int64_t kLongestPair = 128;  // tokens of either text, unless a recipe says otherwise

// A pair as a network reads it, with the token that ends both texts.
struct PairIds {
  std::vector<int32_t> source, target;
};

void append(std::vector<int32_t>& all, const std::vector<int32_t>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// Targets begin with the token that ends a text, and are asked for with their end.
StepBatch batch_of(const std::vector<const PairIds*>& pairs, int32_t end) {
  std::vector<int32_t> read, written, labels, read_lengths, written_lengths;
  for (const PairIds* pair : pairs) {
    append(read, pair->source);
    written.push_back(end);
    written.insert(written.end(), pair->target.begin(), pair->target.end() - 1);
    append(labels, pair->target);
    read_lengths.push_back(static_cast<int32_t>(pair->source.size()));
    written_lengths.push_back(static_cast<int32_t>(pair->target.size()));
  }
  const auto tensor = [](const std::vector<int32_t>& ids) {
    return Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
  };
  StepBatch made;
  made.batch.ids = tensor(read);
  made.batch.sentences = Spans::packed(read_lengths);
  made.batch.target_ids = tensor(written);
  made.batch.targets = Spans::packed(written_lengths);
  made.labels = tensor(labels);
  return made;
}

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
  return read_pairs(corpus_files(input.data.paths),
                    column_of(columns.empty() ? "" : columns[0], 1, recipe.name),
                    column_of(options.reading.label_column, 2, recipe.name));
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
    return batch_of(pairs, end_);
  }

  Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const override {
    return score_targets(ctx, answer, batch, options_);
  }
  static Scored score_targets(Context& ctx, const Variable& answer, const StepBatch& batch,
                              const TrainingOptions& options) {
    return {cross_entropy(ctx, answer, batch.labels, {}, options.label_smoothing), answer};
  }

  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override {
    if (part == DataPart::kTrain || size(part) == 0) return nullptr;
    nlohmann::json report = told(network, device, part);
    report.update(written(dynamic_cast<const SequenceNetwork&>(network), device, part));
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
  // How likely the references are, told what they have so far; and what the network writes by itself.
  nlohmann::json told(const Network& network, const Device& device, DataPart part) const;
  nlohmann::json written(const SequenceNetwork& network, const Device& device, DataPart part) const;

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
    const auto too_long = [&](int row) {
      PairIds& pair = ids_[static_cast<size_t>(row)];
      const bool both = fits(pairs_[static_cast<size_t>(row)].source, pair.source) &
                        fits(pairs_[static_cast<size_t>(row)].target, pair.target);
      return !both;
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

nlohmann::json Translate::told(const Network& network, const Device& device, DataPart part) const {
  Pool memory(*device.memory);
  double loss = 0;
  int64_t asked = 0, correct = 0;
  for (size_t first = 0; first < size(part); first += kPairsAtOnce) {
    std::vector<const PairIds*> pairs;
    for (size_t n = first; n < std::min(first + kPairsAtOnce, size(part)); ++n)
      pairs.push_back(&pair_of(part, n));
    const StepBatch made = batch_of(pairs, end_);
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    const Variable logits = network.forward(ctx, made.batch);
    const auto count = made.labels.count();
    loss += static_cast<double>(ctx.host(cross_entropy(ctx, logits, made.labels).value()).data<float>()[0]) *
            static_cast<double>(count);
    asked += count;
    const Tensor scores = ctx.host(logits.value());
    const float* row = scores.data<float>();
    for (const int32_t label : made.labels.values<int32_t>()) {
      correct += std::max_element(row, row + scores.size(1)) - row == label ? 1 : 0;
      row += scores.size(1);
    }
  }
  const double mean = loss / static_cast<double>(asked);
  return {{"loss", mean},
          {"accuracy", static_cast<double>(correct) / static_cast<double>(asked)},
          {"perplexity", std::exp(mean)},
          {"n", size(part)},
          {"tokens", asked}};
}

nlohmann::json Translate::written(const SequenceNetwork& network, const Device& device, DataPart part) const {
  const bool judges = part == DataPart::kTest;
  const size_t count = std::min(size(part), judges ? kWrittenToJudge : kWrittenToChoose);
  BeamOptions beam;
  beam.width = judges ? 4 : 1;
  const auto& pieces = dynamic_cast<const PieceEncoder&>(*text_);
  Pool memory(*device.memory);
  std::vector<Translated> all;
  nlohmann::json shown = nlohmann::json::array();
  int64_t exact = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t n = i * size(part) / count;  // files are often sorted
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    std::vector<Hypothesis> best = beam_search(network, ctx, pair_of(part, n).source, end_, end_, beam);
    std::vector<int> ids(best[0].ids.begin(), best[0].ids.end());
    if (!ids.empty() && ids.back() == end_) ids.pop_back();
    const TextPair& pair = pairs_[static_cast<size_t>(rows(part)[n])];
    all.push_back({pieces.text_of(ids), pair.target});
    exact += all.back().text == pair.target ? 1 : 0;
    if (i % (count / std::min(kShown, count)) == 0)
      shown.push_back({{"source", pair.source}, {"target", all.back().text}, {"reference", pair.target}});
  }
  const Bleu score = bleu(all);
  return {{"written", count},
          {"beam", beam.width},
          {"exact_match", static_cast<double>(exact) / static_cast<double>(count)},
          {"bleu", score.score},
          {"bleu_signature", Bleu::kSignature},
          {"length_ratio", score.length_ratio},
          {"chrf", chrf(all)},
          {"chrf_signature", kChrfSignature},
          {"samples", shown}};
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
