// The task of labelling the words of sentences: names, parts of speech (data/labelled_words.h). A word's
// label is asked of its first piece. Entities that labels mark have figures beside those of single words
// (entities.h).
#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

#include "engine/autograd/ops.h"
#include "engine/base/fnv1a.h"
#include "engine/data/labelled_words.h"
#include "engine/data/text_encoder.h"
#include "engine/format/json.h"
#include "engine/tasks/entities.h"
#include "engine/tasks/evaluate.h"
#include "engine/tasks/task.h"

namespace heed {
namespace {

using Sentences = std::vector<LabelledWords>;

Sentences read_sentences(const std::vector<std::string>& paths, const std::string& format) {
  Sentences all;
  for (const std::string& path : paths) {
    const Sentences some = read_labelled_words(path, format);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

// "O" first, the others in the order of the alphabet.
std::vector<std::string> labels_in(const Sentences& sentences) {
  std::set<std::string> found;
  for (const LabelledWords& sentence : sentences)
    found.insert(sentence.labels.begin(), sentence.labels.end());
  std::vector<std::string> labels;
  if (found.erase("O") > 0) labels.emplace_back("O");
  labels.insert(labels.end(), found.begin(), found.end());
  return labels;
}

uint64_t fingerprint_of(const Sentences& sentences) {
  Fnv1a hash;
  for (const LabelledWords& sentence : sentences)
    for (size_t w = 0; w < sentence.words.size(); ++w)
      hash.take(sentence.words[w] + "\t" + sentence.labels[w] + "\n");
  return hash.value();
}

// A sentence as a network reads it: pieces, and which of them have a label.
struct LabelledText {
  EncodedText text;
  std::vector<int32_t> rows, labels;  // a word's first piece, its label
};

LabelledText encode_sentence(const LabelledWords& sentence, const TextToIds& ids, int64_t most,
                             const std::map<std::string, int>& numbers) {
  std::string text;
  std::vector<size_t> begins;
  for (const std::string& word : sentence.words) {
    text += text.empty() ? "" : " ";
    begins.push_back(text.size());
    text += word;
  }
  LabelledText made{ids.encode(text), {}, {}};
  if (most > 0) ids.cut(made.text, static_cast<size_t>(most));
  size_t word = 0;
  for (size_t t = 0; t < made.text.tokens.size(); ++t) {
    const auto begin = static_cast<size_t>(made.text.tokens[t].start),
               end = static_cast<size_t>(made.text.tokens[t].end);
    if (begin == end) continue;  // stands around the text
    while (word < begins.size() && begins[word] + sentence.words[word].size() <= begin) ++word;
    if (word == begins.size() || end <= begins[word]) continue;
    const auto number = numbers.find(sentence.labels[word]);
    check(number != numbers.end(), "[token-labels] the label \"", sentence.labels[word],
          "\" is none of the model's.");
    made.rows.push_back(static_cast<int32_t>(t));
    made.labels.push_back(number->second);
    ++word;
  }
  made.text.tokens = {};
  return made;
}

class TokenLabels : public NetworkTask {
 public:
  explicit TokenLabels(const TaskInput& input) {
    const Recipe& recipe = input.recipe;
    check(input.text != nullptr, "[", recipe.name,
          "] token labels are learned by a network that is there already: say which with --from FOLDER.");
    const std::string format = read_data_options(recipe.json["data"], recipe.name).format;
    Sentences sentences = read_sentences(input.data.paths, format);
    labels_ = input.labels.empty() ? labels_in(sentences) : input.labels;
    Split split = split_of(input, sentences.size());
    for (LabelledWords& sentence : read_sentences(input.data.test, format)) {
      split.test.push_back(static_cast<int>(sentences.size()));
      sentences.push_back(std::move(sentence));
    }
    std::map<std::string, int> numbers;
    for (size_t c = 0; c < labels_.size(); ++c) numbers[labels_[c]] = static_cast<int>(c);
    for (const std::vector<int>* rows : {&split.train, &split.validation, &split.test}) {
      std::vector<LabelledText>& part = parts_.emplace_back();
      RowProgress done(input.progress, "reading texts", rows->size());
      for (int row : *rows) {
        part.push_back(
            encode_sentence(sentences[static_cast<size_t>(row)], *input.text, input.max_tokens, numbers));
        done.next();
      }
    }
    fingerprint_ = fingerprint_of(sentences);
  }

  std::string description() const override {
    size_t words = 0;
    for (const auto& part : parts_)
      for (const LabelledText& text : part) words += text.labels.size();
    std::ostringstream said;
    said << "Data: " << size(DataPart::kTrain) << " sentences to train, " << size(DataPart::kValidation)
         << " validation, " << size(DataPart::kTest) << " test; " << words << " labelled words of "
         << labels_.size() << " labels\n";
    return said.str();
  }
  nlohmann::json identity() const override {
    return {{"data_fingerprint", fingerprint_},
            {"rows", {size(DataPart::kTrain), size(DataPart::kValidation), size(DataPart::kTest)}}};
  }
  Output output() const override { return Output::kTokens; }
  const std::vector<std::string>& labels() const override { return labels_; }
  const NetworkText& text() const override { return text_; }
  size_t size(DataPart part) const override { return texts(part).size(); }
  std::vector<int> lengths() const override {
    std::vector<int> lengths;
    for (const LabelledText& text : texts(DataPart::kTrain))
      lengths.push_back(static_cast<int>(text.text.ids.size()));
    return lengths;
  }

  StepBatch batch(const Batch& chosen, int64_t) const override { return batch_of(DataPart::kTrain, chosen); }

  Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const override {
    return score_words(ctx, answer, batch, {});
  }
  static Scored score_words(Context& ctx, const Variable& answer, const StepBatch& batch,
                            const TrainingOptions&) {
    const Variable scores = embedding(ctx, answer, batch.rows);
    return {cross_entropy(ctx, scores, batch.labels), scores};
  }

  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override {
    if (size(part) == 0) return nullptr;
    const std::vector<double> p =
        predict(network, device, size(part), [&](const Batch& chosen) { return batch_of(part, chosen); });
    std::vector<int> truth;
    std::vector<size_t> lengths;
    for (const LabelledText& text : texts(part)) {
      truth.insert(truth.end(), text.labels.begin(), text.labels.end());
      lengths.push_back(text.labels.size());
    }
    nlohmann::json report = to_json(compute_metrics(truth, p, labels_));
    for (const char* of_texts : {"confusion", "tpr", "fpr", "tnr", "fnr", "roc_auc", "f1"})
      report.erase(of_texts);
    report.update(entity_figures(truth, largest_of_rows(p, labels_.size()), lengths, labels_));
    return report;
  }

 private:
  // All sentences are the test part of a model that is measured.
  static Split split_of(const TaskInput& input, size_t sentences) {
    if (input.labels.empty())
      return stratified_split(std::vector<int>(sentences, 0),
                              require<uint64_t>(input.recipe.json, "split_seed", input.recipe.name),
                              split_fractions(input.recipe));
    Split split;
    split.test.resize(sentences);
    std::iota(split.test.begin(), split.test.end(), 0);
    return split;
  }

  const std::vector<LabelledText>& texts(DataPart part) const { return parts_[static_cast<size_t>(part)]; }

  StepBatch batch_of(DataPart part, const Batch& chosen) const {
    std::vector<EncodedText> encoded;
    std::vector<int32_t> rows, labels;
    Batch all;
    int32_t before = 0;
    for (int index : chosen) {
      const LabelledText& text = texts(part)[static_cast<size_t>(index)];
      for (int32_t row : text.rows) rows.push_back(before + row);
      labels.insert(labels.end(), text.labels.begin(), text.labels.end());
      before += static_cast<int32_t>(text.text.ids.size());
      all.push_back(static_cast<int>(all.size()));
      encoded.push_back(text.text);
    }
    StepBatch made;
    made.batch = make_batch(encoded, all);
    made.labels = Tensor::of<int32_t>({static_cast<int64_t>(labels.size())}, labels);
    made.rows = Tensor::of<int32_t>({static_cast<int64_t>(rows.size())}, rows);
    return made;
  }

  std::vector<std::string> labels_;
  NetworkText text_;
  std::vector<std::vector<LabelledText>> parts_;
  uint64_t fingerprint_ = 0;
};

}  // namespace

extern const TaskEntry kTokenLabels;
const TaskEntry kTokenLabels{
    "token-labels",
    "Labels each word of a sentence: names, parts of speech.",
    nullptr,
    true,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<TokenLabels>(input); },
    TokenLabels::score_words};

}  // namespace heed
