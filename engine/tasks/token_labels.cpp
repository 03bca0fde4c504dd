// The task of labelling the words of sentences: names, parts of speech. Data are files of columns (a word,
// white space, its label; an empty line between sentences) or JSON Lines ({"tokens": […], "labels": […]}). A
// word's label is asked of its first piece. Labels "B-…" and "I-…" (or one label for all words of an entity)
// make entities, whose figures are reported beside those of single words.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <sstream>

#include "engine/autograd/ops.h"
#include "engine/data/rows.h"
#include "engine/data/text_encoder.h"
#include "engine/format/json.h"
#include "engine/tasks/metrics.h"
#include "engine/tasks/task.h"
#include "engine/tensor/arena.h"

namespace heed {
namespace {

struct Sentence {
  std::vector<std::string> words, labels;  // as many
};

std::vector<Sentence> read_columns(const std::string& path) {
  const std::string text = read_text(path);
  std::vector<Sentence> sentences(1);
  size_t number = 0;
  for (std::string_view line : split_lines(text)) {
    std::istringstream fields{std::string(line)};
    std::string word, label, field;
    ++number;
    if (!(fields >> word)) {
      if (!sentences.back().words.empty()) sentences.emplace_back();
      continue;
    }
    while (fields >> field) label = field;  // the last column
    check(!label.empty(), "[", path, ":", number, "] \"", word,
          "\" has no label: expected a word and a label.");
    sentences.back().words.push_back(word);
    sentences.back().labels.push_back(label);
  }
  if (sentences.back().words.empty()) sentences.pop_back();
  return sentences;
}

std::vector<Sentence> read_sentences(const std::vector<std::string>& paths) {
  std::vector<Sentence> all;
  for (const std::string& path : paths) {
    const std::vector<Sentence> some = read_columns(path);
    check(!some.empty(), "[", path, "] holds no sentence.");
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

// "O" first, the others in the order of the alphabet.
std::vector<std::string> labels_in(const std::vector<Sentence>& sentences) {
  std::set<std::string> found;
  for (const Sentence& sentence : sentences) found.insert(sentence.labels.begin(), sentence.labels.end());
  std::vector<std::string> labels;
  if (found.erase("O") > 0) labels.emplace_back("O");
  labels.insert(labels.end(), found.begin(), found.end());
  return labels;
}

// A sentence as a network reads it: pieces, and which of them have a label.
struct LabelledText {
  EncodedText text;
  std::vector<int32_t> rows, labels;  // a word's first piece, its label
};

LabelledText encode_sentence(const Sentence& sentence, const TextToIds& ids, int64_t most,
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

// Entities as (first word, last word + 1, kind).
using Entity = std::tuple<size_t, size_t, std::string>;
std::set<Entity> entities(const std::vector<int>& labels, size_t first, size_t last,
                          const std::vector<std::string>& names) {
  std::set<Entity> found;
  size_t begin = first;
  std::string open;
  for (size_t i = first; i <= last; ++i) {
    std::string label = i < last ? names[static_cast<size_t>(labels[i])] : "O";
    const bool begins = label.rfind("B-", 0) == 0, marked = begins || label.rfind("I-", 0) == 0;
    const std::string kind = label == "O" ? "" : marked ? label.substr(2) : label;
    if (!open.empty() && (begins || kind != open)) {
      found.insert({begin, i, open});
      open.clear();
    }
    if (open.empty() && !kind.empty()) {
      open = kind;
      begin = i;
    }
  }
  return found;
}

double share_of(double a, double b) {
  return b == 0 ? 0 : a / b;
}

class TokenLabels : public NetworkTask {
 public:
  explicit TokenLabels(const TaskInput& input) {
    const Recipe& recipe = input.recipe;
    check(input.text != nullptr, "[", recipe.name,
          "] token labels are learned by a network that is there already: say which with --from FOLDER.");
    std::vector<Sentence> sentences = read_sentences(input.data.paths);
    labels_ = input.labels.empty() ? labels_in(sentences) : input.labels;
    Split split;
    if (input.labels.empty()) {
      const std::vector<int> alike(sentences.size(), 0);
      split = stratified_split(alike, require<uint64_t>(recipe.json, "split_seed", recipe.name),
                               split_fractions(recipe));
    } else {
      split.test.resize(sentences.size());
      std::iota(split.test.begin(), split.test.end(), 0);
    }
    for (Sentence& sentence :
         input.data.test.empty() ? std::vector<Sentence>{} : read_sentences(input.data.test)) {
      split.test.push_back(static_cast<int>(sentences.size()));
      sentences.push_back(std::move(sentence));
    }
    std::map<std::string, int> numbers;
    for (size_t c = 0; c < labels_.size(); ++c) numbers[labels_[c]] = static_cast<int>(c);
    for (const std::vector<int>* rows : {&split.train, &split.validation, &split.test}) {
      std::vector<LabelledText>& part = parts_.emplace_back();
      for (int row : *rows)
        part.push_back(
            encode_sentence(sentences[static_cast<size_t>(row)], *input.text, input.max_tokens, numbers));
    }
    for (const Sentence& sentence : sentences)
      for (size_t w = 0; w < sentence.words.size(); ++w)
        for (char byte : sentence.words[w] + "\t" + sentence.labels[w] + "\n")
          fingerprint_ = (fingerprint_ ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  }

  std::string description() const override {
    int64_t words = 0;
    for (const auto& part : parts_)
      for (const LabelledText& text : part) words += static_cast<int64_t>(text.labels.size());
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
    const Variable scores = embedding(ctx, answer, batch.rows);
    return {cross_entropy(ctx, scores, batch.labels), scores};
  }

  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override {
    constexpr size_t kBatch = 64;
    if (size(part) == 0) return nullptr;
    Arena arena(*device.memory);
    std::vector<double> probabilities;
    std::vector<int> truth;
    for (size_t first = 0; first < size(part); first += kBatch) {
      Batch chosen(std::min(kBatch, size(part) - first));
      std::iota(chosen.begin(), chosen.end(), static_cast<int>(first));
      const StepBatch batch = batch_of(part, chosen);
      Context ctx;
      ctx.device = &device;
      ctx.memory = &arena;
      const Variable scores = embedding(ctx, network.forward(ctx, batch.batch), batch.rows);
      const Tensor result = ctx.make(scores.shape(), scores.dtype());
      ctx.kernels().softmax.softmax(device, scores.value(), result);
      const Tensor p = ctx.host(result);
      probabilities.insert(probabilities.end(), p.data<float>(), p.data<float>() + p.count());
      for (int32_t label : batch.labels.values<int32_t>()) truth.push_back(label);
      arena.reset();
    }
    nlohmann::json report = to_json(compute_metrics(truth, probabilities, labels_));
    for (const char* of_texts : {"confusion", "tpr", "fpr", "tnr", "fnr", "roc_auc", "f1"})
      report.erase(of_texts);
    report.update(entity_figures(truth, probabilities, part));
    return report;
  }

 private:
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

  nlohmann::json entity_figures(const std::vector<int>& truth, const std::vector<double>& p,
                                DataPart part) const {
    const size_t C = labels_.size();
    std::vector<int> predicted;
    for (size_t i = 0; i < truth.size(); ++i) {
      const double* row = p.data() + i * C;
      predicted.push_back(static_cast<int>(std::max_element(row, row + C) - row));
    }
    double hits = 0, wanted = 0, given = 0;
    size_t first = 0;
    for (const LabelledText& text : texts(part)) {
      const size_t last = first + text.labels.size();
      const std::set<Entity> right = entities(truth, first, last, labels_),
                             found = entities(predicted, first, last, labels_);
      wanted += static_cast<double>(right.size());
      given += static_cast<double>(found.size());
      hits += static_cast<double>(
          std::count_if(found.begin(), found.end(), [&](const Entity& e) { return right.count(e) > 0; }));
      first = last;
    }
    const double precision = share_of(hits, given), recall = share_of(hits, wanted);
    return {{"entity_precision", precision},
            {"entity_recall", recall},
            {"entity_f1", share_of(2 * precision * recall, precision + recall)}};
  }

  std::vector<std::string> labels_;
  NetworkText text_;
  std::vector<std::vector<LabelledText>> parts_;
  uint64_t fingerprint_ = 14695981039346656037u;
};

}  // namespace

extern const TaskEntry kTokenLabels;
const TaskEntry kTokenLabels{
    "token-labels", "Labels each word of a sentence: names, parts of speech.", nullptr, true,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<TokenLabels>(input); }};

}  // namespace heed
