// The task of saying which words are hidden (Devlin et al. 2019): what encoders are pretrained by. Data are
// text files of any size and number, an empty line between documents, or what `heed pack` made of them. They
// become rows of tokens without padding; no attention crosses from one document to the next. Rows may be
// short at first and longer at the end (You et al. 2020, §4.2), the share of hidden words may fall (Wettig et
// al. 2023; Yang et al. 2023).
#include <algorithm>
#include <sstream>

#include "engine/autograd/ops.h"
#include "engine/format/json.h"
#include "engine/tasks/masked_figures.h"
#include "engine/tasks/packed_file.h"
#include "engine/tasks/packing.h"
#include "engine/tasks/row_plan.h"
#include "engine/tasks/run_pieces.h"
#include "engine/tasks/task.h"

namespace heed {
namespace {

// Of a packed corpus, which stands alone.
std::optional<PackedFile> packed_among(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (!is_packed_file(file)) continue;
    check(files.size() == 1, "[", file, "] is a packed corpus beside ", files.size() - 1,
          " other files: expected it alone.");
    return read_packed_file(file);
  }
  return std::nullopt;
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
    std::optional<PackedFile> packed = packed_among(files);
    read_pieces(input, files, packed);
    if (measures) {
      test_ = held_out_of(files, packed, input);
      return;
    }
    train_ = packed ? corpus_of(*packed, files.front(), recipe) : pack_texts(files, input);
    if (!input.data.test.empty()) {
      const std::vector<std::string> test = corpus_files(input.data.test);
      test_ = held_out_of(test, packed_among(test), input);
    }
    plan_ = RowPlan(options_, train_.train, ends_.count(), input.max_tokens);
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
    return score_hidden(ctx, answer, batch, {});
  }
  static Scored score_hidden(Context& ctx, const Variable& answer, const StepBatch& batch,
                             const TrainingOptions&) {
    return {cross_entropy(ctx, answer, batch.labels), answer};
  }

  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override {
    if (part == DataPart::kTrain) return nullptr;
    return masked_figures(network, device, part == DataPart::kTest ? test_ : train_, pieces_);
  }

 private:
  void read_pieces(const TaskInput& input, const std::vector<std::string>& files,
                   const std::optional<PackedFile>& packed) {
    text_ = input.text;
    if (!text_) {
      pieces_path_ = input.scratch.empty() || packed ? "" : input.scratch + ".pieces";
      RunPieces run =
          packed ? pieces_in(packed->pieces, files.front()) : run_pieces(input.recipe, files, pieces_path_);
      text_ = run.text;
      network_text_.files = std::move(run.files);
      network_text_.sizes.V = text_->size();
    }
    pieces_ = MaskingPieces::of(*text_);
    ends_ = TextEnds::of(*text_);
  }

  // The packed corpus with the ends of its texts, if the network has its pieces.
  PackedCorpus with_ends(const PackedFile& packed, const std::string& file) const {
    const auto own = pieces_in(packed.pieces, file).text;
    check(packed.vocabulary == own->size() && fingerprint_of_pieces(*own) == fingerprint_of_pieces(*text_),
          "[", file, "] was packed with ", own->size(), " other pieces than the ", text_->size(),
          " of the network: pack it with heed pack --from FOLDER.");
    PackedCorpus corpus = packed.corpus;
    corpus.ends = ends_;
    return corpus;
  }

  PackedCorpus corpus_of(const PackedFile& packed, const std::string& file, const Recipe& recipe) const {
    const double share = split_fractions(recipe).validation;
    const auto seed = require<uint64_t>(recipe.json, "split_seed", recipe.name);
    check(packed.held_out == share && packed.split_seed == seed, "[", file, "] was packed with ",
          packed.held_out, " of the documents held out by the seed ", packed.split_seed, ", ", recipe.name,
          " has split.validation ", share, " and split_seed ", seed, ": set these, or pack it again.");
    return with_ends(packed, file);
  }

  PackedCorpus pack_texts(const std::vector<std::string>& files, const TaskInput& input) {
    path_ = input.scratch.empty() ? "" : input.scratch + ".tokens";
    check(path_.empty() || !is_packed_file(path_), "[", path_,
          "] is a packed corpus, and would be overwritten by this run's tokens: give --out another name.");
    return pack_corpus(input.recipe, files, *text_, {0, 0, path_, input.threads, input.progress});
  }

  // What is measured: texts, or what a packed corpus holds out.
  PackedCorpus held_out_of(const std::vector<std::string>& files, const std::optional<PackedFile>& packed,
                           const TaskInput& input) const {
    if (!packed) return pack_corpus(files, *text_, {1, 0, "", input.threads, input.progress}, nullptr);
    PackedCorpus corpus = with_ends(*packed, files.front());
    check(held_out(corpus) > 0, "[", files.front(), "] holds nothing out that could be measured.");
    return corpus;
  }

  static int64_t held_out(const PackedCorpus& corpus) {
    int64_t tokens = 0;
    for (const PackedCorpus::HeldOut& part : corpus.held_out) tokens += part.count;
    return tokens;
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
    "masked-words",
    "Says which words of a text are hidden: what encoders are pretrained by.",
    nullptr,
    true,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<MaskedWords>(input); },
    MaskedWords::score_hidden};

}  // namespace heed
