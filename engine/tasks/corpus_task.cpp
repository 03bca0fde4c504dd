#include "engine/tasks/corpus_task.h"

#include <sstream>

#include "engine/autograd/ops.h"
#include "engine/format/json.h"

namespace heed {
namespace {

// The packed corpus among the files, which stands alone.
std::optional<PackedFile> packed_among(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (!is_packed_file(file)) continue;
    check(files.size() == 1, "[", file, "] is a packed corpus beside ", files.size() - 1,
          " other files: expected it alone.");
    return read_packed_file(file);
  }
  return std::nullopt;
}

int64_t tokens_held_out(const PackedCorpus& corpus) {
  int64_t tokens = 0;
  for (const PackedCorpus::HeldOut& part : corpus.held_out) tokens += part.count;
  return tokens;
}

}  // namespace

const CorpusUse kMaskedWordsCorpus{"masked-words", "masked words", PieceKind::kWordPieces,
                                   [](const TextToIds& text, const std::string&) {
                                     return StreamForm{TextEnds::of(text), false};
                                   },
                                   true};

const CorpusUse kNextWordCorpus{
    "next-word", "next words", PieceKind::kBytePairs,
    [](const TextToIds& text, const std::string& place) {
      const std::optional<int32_t> end = end_piece(text);
      check(end.has_value(), "[", place,
            "] the vocabulary has no piece that ends a text: expected <|endoftext|>, </s> or the like.");
      return StreamForm{{std::nullopt, end}, true};
    },
    false};

const CorpusUse* corpus_use(const std::string& task) {
  for (const CorpusUse* use : {&kMaskedWordsCorpus, &kNextWordCorpus})
    if (task == use->task) return use;
  return nullptr;
}

CorpusTask::CorpusTask(const TaskInput& input, const CorpusUse& use) : use_(use) {
  const Recipe& recipe = input.recipe;
  const bool measures = !input.labels.empty();  // a model that is there: all is its test part
  check(!input.data.paths.empty(), "[", recipe.name, "] ", use.learns,
        " are learned from text files: name them, or folders of them, with --data PATH.");
  if (!measures) options_ = training_options(recipe);
  const std::vector<std::string> files = corpus_files(input.data.paths);
  const std::optional<PackedFile> packed = packed_among(files);
  read_pieces(input, files, packed);
  if (measures) {
    test_ = measured_of(files, packed, input);
    return;
  }
  train_ = packed ? corpus_of(*packed, files.front(), recipe) : pack_texts(files, input);
  if (!input.data.test.empty()) {
    const std::vector<std::string> test = corpus_files(input.data.test);
    test_ = measured_of(test, packed_among(test), input);
  }
  plan_ = RowPlan(options_, train_.train, use.cuts_texts ? form_.ends.count() : 0, input.max_tokens);
}

std::string CorpusTask::description() const {
  std::ostringstream said;
  said << "Data: " << train_.documents << " documents, " << train_.train << " tokens to train, "
       << tokens_held_out(train_) << " validation, " << tokens_held_out(test_) << " test; " << text_->size()
       << " pieces\n";
  said << plan_.description();
  return said.str();
}

nlohmann::json CorpusTask::identity() const {
  return {{"data_fingerprint", train_.fingerprint}, {"tokens", train_.train}, {"pieces", text_->size()}};
}

void CorpusTask::discard() const {
  if (path_.empty()) return;
  remove_packed(path_);
  remove_packed(pieces_path_);
}

size_t CorpusTask::size(DataPart part) const {
  return static_cast<size_t>(part == DataPart::kTrain ? plan_.rows() : tokens_held_out(held_out(part)));
}

NetworkTask::Scored CorpusTask::score_rows(Context& ctx, const Variable& answer, const StepBatch& batch,
                                           const TrainingOptions&) {
  return {cross_entropy(ctx, answer, batch.labels), answer};
}

void CorpusTask::read_pieces(const TaskInput& input, const std::vector<std::string>& files,
                             const std::optional<PackedFile>& packed) {
  text_ = input.text;
  if (!text_) {
    pieces_path_ = input.scratch.empty() || packed ? "" : input.scratch + ".pieces";
    RunPieces run = packed ? pieces_in(packed->pieces, files.front())
                           : run_pieces(input.recipe, use_.pieces, files, pieces_path_, input.progress);
    text_ = run.text;
    network_text_.files = std::move(run.files);
    network_text_.sizes.V = text_->size();
  }
  form_ = use_.form(*text_, input.recipe.name);
}

// The packed corpus with the ends of its texts, if the network has its pieces.
PackedCorpus CorpusTask::with_ends(const PackedFile& packed, const std::string& file) const {
  const auto own = pieces_in(packed.pieces, file).text;
  check(packed.vocabulary == own->size() && fingerprint_of_pieces(*own) == fingerprint_of_pieces(*text_), "[",
        file, "] was packed with ", own->size(), " other pieces than the ", text_->size(),
        " of the network: pack it with heed pack --from FOLDER.");
  PackedCorpus corpus = packed.corpus;
  corpus.ends = form_.ends;
  return corpus;
}

PackedCorpus CorpusTask::corpus_of(const PackedFile& packed, const std::string& file,
                                   const Recipe& recipe) const {
  const double share = split_fractions(recipe).validation;
  const auto seed = require<uint64_t>(recipe.json, "split_seed", recipe.name);
  check(packed.held_out == share && packed.split_seed == seed, "[", file, "] was packed with ",
        packed.held_out, " of the documents held out by the seed ", packed.split_seed, ", ", recipe.name,
        " has split.validation ", share, " and split_seed ", seed, ": set these, or pack it again.");
  return with_ends(packed, file);
}

PackedCorpus CorpusTask::pack_texts(const std::vector<std::string>& files, const TaskInput& input) {
  path_ = input.scratch.empty() ? "" : input.scratch + ".tokens";
  check(path_.empty() || !is_packed_file(path_), "[", path_,
        "] is a packed corpus, and would be overwritten by this run's tokens: give --out another name.");
  return pack_corpus(input.recipe, files, *text_, {0, 0, path_, input.threads, input.progress, form_});
}

// The texts to measure on: those of files, or the held-out part of a packed corpus.
PackedCorpus CorpusTask::measured_of(const std::vector<std::string>& files,
                                     const std::optional<PackedFile>& packed, const TaskInput& input) const {
  if (!packed) return pack_corpus(files, *text_, {1, 0, "", input.threads, input.progress, form_}, nullptr);
  PackedCorpus corpus = with_ends(*packed, files.front());
  check(tokens_held_out(corpus) > 0, "[", files.front(), "] holds nothing out that could be measured.");
  return corpus;
}

}  // namespace heed
