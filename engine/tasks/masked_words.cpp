// The task of saying which words are hidden (Devlin et al. 2019): what encoders are pretrained by. Data are
// text files of any size and number, an empty line between documents. They become rows of tokens without
// padding; no attention crosses from one document to the next. Rows may be short at first and longer at the
// end (You et al. 2020, §4.2), the share of hidden words may fall (Wettig et al. 2023; Yang et al. 2023).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "engine/autograd/ops.h"
#include "engine/base/clock.h"
#include "engine/format/json.h"
#include "engine/tasks/masking.h"
#include "engine/tasks/packed_corpus.h"
#include "engine/tasks/row_plan.h"
#include "engine/tasks/run_pieces.h"
#include "engine/tasks/task.h"
#include "engine/tensor/arena.h"

namespace heed {
namespace {

constexpr uint32_t kMaskingTensor = 0xFFFFFFFEu;  // its stream beside those of the network's dropouts
constexpr int64_t kTokensAtOnce = 4096;           // when measuring
// What is measured is said of words that are hidden for certain, with as much around them in every run.
constexpr int64_t kMeasuredLength = 128;
const MaskingOptions kMeasured{0.15, std::nullopt, "pieces", 1, 0};

struct Figures {
  double loss = 0;
  int64_t hidden = 0, correct = 0, tokens = 0;
  double seconds = 0;

  void add(const Figures& other) {
    loss += other.loss;
    hidden += other.hidden;
    correct += other.correct;
    tokens += other.tokens;
    seconds += other.seconds;
  }
  nlohmann::json json() const {
    const double mean = loss / static_cast<double>(hidden);
    return {{"loss", mean},
            {"accuracy", static_cast<double>(correct) / static_cast<double>(hidden)},
            {"perplexity", std::exp(mean)},
            {"n", hidden},
            {"tokens", tokens},
            {"tokens_per_second", static_cast<double>(tokens) / std::max(seconds, 1e-9)}};
  }
};

// One batch of texts with some of their words hidden.
StepBatch hidden_batch(const std::vector<std::vector<int32_t>>& texts, const MaskingPieces& pieces,
                       const MaskingOptions& options, double share, RandomStream stream) {
  std::vector<int32_t> ids, lengths;
  for (const std::vector<int32_t>& text : texts) {
    ids.insert(ids.end(), text.begin(), text.end());
    lengths.push_back(static_cast<int32_t>(text.size()));
  }
  const Masked hidden = mask_words(ids, pieces, options, share, stream);
  StepBatch made;
  made.batch.ids = Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
  made.batch.sentences = Spans::packed(lengths);
  made.batch.places = Tensor::of<int32_t>({static_cast<int64_t>(hidden.places.size())}, hidden.places);
  made.labels = Tensor::of<int32_t>({static_cast<int64_t>(hidden.labels.size())}, hidden.labels);
  return made;
}

Figures measure_batch(const Network& network, Context& ctx, const StepBatch& made) {
  const Clock::time_point start = Clock::now();
  const Variable logits = network.forward(ctx, made.batch);
  Figures figures;
  figures.hidden = made.labels.count();
  figures.tokens = made.batch.ids.count();
  figures.loss = ctx.host(cross_entropy(ctx, logits, made.labels).value()).data<float>()[0] *
                 static_cast<double>(figures.hidden);
  const Tensor scores = ctx.host(logits.value());
  const int64_t V = scores.shape()[1];
  const float* row = scores.data<float>();
  for (int32_t label : made.labels.values<int32_t>()) {
    figures.correct += std::max_element(row, row + V) - row == label ? 1 : 0;
    row += V;
  }
  figures.seconds = seconds_since(start);
  return figures;
}

class MaskedWords : public NetworkTask {
 public:
  explicit MaskedWords(const TaskInput& input) {
    const Recipe& recipe = input.recipe;
    const bool measures = !input.labels.empty();  // a model that is there: all is its test part
    check(!input.data.paths.empty(), "[", recipe.name,
          "] masked words are learned from text files: name them, or folders of them, with --data PATH.");
    if (!measures) options_ = training_options(recipe);
    const std::vector<std::string> files = corpus_files(input.data.paths);
    read_pieces(input, files);
    const std::vector<std::string> test =
        input.data.test.empty() ? std::vector<std::string>{} : corpus_files(input.data.test);
    if (measures) {
      pack(test_, files, {1, 0, "", input.threads, input.progress}, nullptr);
    } else {
      const double share = split_fractions(recipe).validation;
      const auto seed = require<uint64_t>(recipe.json, "split_seed", recipe.name);
      const nlohmann::json from = {{"files", marks_of(files)},
                                   {"pieces", fingerprint_of_pieces()},
                                   {"held_out", share},
                                   {"split_seed", seed}};
      path_ = input.scratch.empty() ? "" : input.scratch + ".tokens";
      pack(train_, files, {share, seed, path_, input.threads, input.progress}, from);
      if (!test.empty()) pack(test_, test, {1, 0, "", input.threads, input.progress}, nullptr);
      plan_ = RowPlan(options_, train_.train, ends_.count(), input.max_tokens);
    }
  }

  std::string description() const override {
    std::ostringstream said;
    said << "Data: " << train_.documents << " documents, " << train_.train << " tokens to train, "
         << held_out(train_) << " validation, " << held_out(test_) << " test; " << text_->size()
         << " pieces\n";
    said << plan_.description();
    return said.str();
  }
  nlohmann::json identity() const override {
    return {{"data_fingerprint", train_.fingerprint}, {"tokens", train_.train}, {"pieces", text_->size()}};
  }
  void discard() const override {
    if (path_.empty()) return;
    remove_packed(path_);
    remove_packed(pieces_path_);
  }

  Output output() const override { return Output::kWords; }
  const std::vector<std::string>& labels() const override { return labels_; }
  const NetworkText& text() const override { return network_text_; }
  size_t size(DataPart part) const override {
    if (part == DataPart::kTrain) return static_cast<size_t>(plan_.rows());
    return static_cast<size_t>(held_out(part == DataPart::kTest ? test_ : train_));
  }
  std::vector<int> lengths() const override { return {static_cast<int>(plan_.longest())}; }

  std::vector<Batch> batches(const TrainingOptions& options, int epoch) const override {
    return plan_.batches(options, epoch);
  }

  StepBatch batch(const Batch& chosen, int64_t step) const override {
    std::vector<std::vector<int32_t>> texts;
    for (int number : chosen) {
      const auto [first, count] = plan_.row(number);
      for (auto& text : train_.row(first, count)) texts.push_back(std::move(text));
    }
    const MaskingOptions& masking = options_.masking;
    const double done = std::min(1.0, static_cast<double>(step) / static_cast<double>(plan_.steps()));
    const double share = masking.share + done * (masking.last_share.value_or(masking.share) - masking.share);
    return hidden_batch(texts, pieces_, masking, share,
                        random_stream(options_.seed, static_cast<uint32_t>(step), kMaskingTensor));
  }

  Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const override {
    return {cross_entropy(ctx, answer, batch.labels), answer};
  }

  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override {
    const PackedCorpus& corpus = part == DataPart::kTest ? test_ : train_;
    if (part == DataPart::kTrain || held_out(corpus) == 0) return nullptr;
    Figures all;
    nlohmann::json corpora = nlohmann::json::array();
    for (const PackedCorpus::HeldOut& source : corpus.held_out) {
      if (source.count == 0) continue;
      const Figures figures = measure(network, device, corpus, source);
      if (figures.hidden == 0) continue;
      all.add(figures);
      corpora.push_back(figures.json());
      corpora.back()["name"] = source.name;
    }
    if (all.hidden == 0) return nullptr;
    nlohmann::json report = all.json();
    report["corpora"] = std::move(corpora);
    return report;
  }

 private:
  void read_pieces(const TaskInput& input, const std::vector<std::string>& files) {
    text_ = input.text;
    if (!text_) {
      pieces_path_ = input.scratch.empty() ? "" : input.scratch + ".pieces";
      RunPieces run = run_pieces(input.recipe, files, pieces_path_);
      text_ = run.text;
      network_text_.files = std::move(run.files);
      network_text_.sizes.V = text_->size();
    }
    pieces_ = MaskingPieces::of(*text_);
    ends_ = TextEnds::of(*text_);
  }

  uint64_t fingerprint_of_pieces() const {
    uint64_t hash = 0;
    for (int64_t id = 0; id < text_->size(); ++id)
      for (char byte : text_->token_of(id)) hash = mix64(hash ^ static_cast<unsigned char>(byte));
    return hash;
  }

  void pack(PackedCorpus& into, const std::vector<std::string>& files, const Packing& how,
            const nlohmann::json& made_from) const {
    into = pack_corpus(files, *text_, how, made_from);
  }

  static int64_t held_out(const PackedCorpus& corpus) {
    int64_t tokens = 0;
    for (const PackedCorpus::HeldOut& part : corpus.held_out) tokens += part.count;
    return tokens;
  }

  Figures measure(const Network& network, const Device& device, const PackedCorpus& corpus,
                  const PackedCorpus::HeldOut& source) const {
    Arena arena(*device.memory);
    Figures figures;
    const int64_t count =
        std::max<int64_t>(1, std::min(kMeasuredLength, network.max_tokens()) - ends_.count());
    uint32_t number = 0;
    for (int64_t at = 0; at < source.count;) {
      std::vector<std::vector<int32_t>> texts;
      for (int64_t tokens = 0; at < source.count && tokens < kTokensAtOnce; at += count, tokens += count)
        for (auto& text : corpus.row(source.first + at, std::min(count, source.count - at)))
          texts.push_back(std::move(text));
      if (texts.empty()) continue;
      Context ctx;
      ctx.device = &device;
      ctx.memory = &arena;
      figures.add(measure_batch(network, ctx,
                                hidden_batch(texts, pieces_, kMeasured, kMeasured.share,
                                             random_stream(0, number++, kMaskingTensor))));
      arena.reset();
    }
    return figures;
  }

  TrainingOptions options_;
  std::shared_ptr<const TextToIds> text_;
  NetworkText network_text_;
  std::vector<std::string> labels_;
  MaskingPieces pieces_;
  TextEnds ends_;
  PackedCorpus train_, test_;
  RowPlan plan_;
  std::string path_, pieces_path_;
};

}  // namespace

extern const TaskEntry kMaskedWords;
const TaskEntry kMaskedWords{
    "masked-words", "Says which words of a text are hidden: what encoders are pretrained by.", nullptr, true,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<MaskedWords>(input); }};

}  // namespace heed
