// Classification of the texts that a recipe names.
#include <algorithm>
#include <limits>
#include <numeric>
#include <sstream>

#include "engine/base/fnv1a.h"
#include "engine/format/json.h"
#include "engine/tasks/classification.h"
#include "engine/tasks/corpus.h"
#include "engine/tasks/prepared_text.h"

namespace heed {
namespace {

// Over all texts and labels: two runs with one fingerprint have read the same data.
uint64_t fingerprint_of(const Dataset& data) {
  Fnv1a hash;
  for (const Example& example : data.examples)
    hash.take(example.text + "\n" + std::to_string(example.label) + "\n");
  return hash.value();
}

// As many samples of each class, spread evenly over the training part.
std::string samples(const Dataset& data, const std::vector<int>& rows, size_t count) {
  std::ostringstream text;
  for (size_t i = 0; i < std::min(count, rows.size()); ++i) {
    const Example& example = data.examples[static_cast<size_t>(rows[i * rows.size() / count])];
    text << "  " << data.labels[static_cast<size_t>(example.label)] << ": " << example.text << "\n";
  }
  return text.str();
}

std::string entries(const Vocabulary& vocabulary, size_t count) {
  std::ostringstream text;
  const size_t n = std::min(count, vocabulary.entries().size());
  for (size_t id = 0; id < n; ++id) {
    const Vocabulary::Entry& entry = vocabulary.entries()[id];
    text << (id == 0 ? "  " : ", ") << id << " " << entry.token;
    if (!entry.special) text << " (" << entry.count << "×)";
  }
  return text.str() + "\n";
}

std::string describe_data(const Recipe& recipe, const Dataset& data, const Split& split) {
  std::ostringstream text;
  text << "Data: " << data.examples.size() << " texts (";
  constexpr size_t kClassesListed = 40;
  const std::vector<size_t> counts = data.class_counts();
  for (size_t c = 0; c < std::min(counts.size(), kClassesListed); ++c)
    text << (c == 0 ? "" : ", ") << counts[c] << " " << data.labels[c];
  if (counts.size() > kClassesListed) text << " and " << counts.size() - kClassesListed << " classes more";
  text << "); " << split.train.size() << " train, " << split.validation.size() << " validation, "
       << split.test.size() << " test\n";
  if (data.left_out > 0) text << "Left out: " << data.left_out << " rows, see the warnings\n";
  if (const nlohmann::json& asked = recipe.json["report"]; !asked.is_null())
    text << samples(data, split.train, value_or<size_t>(asked, "samples", 0, recipe.name));
  return text.str();
}

std::string describe_vocabulary(const Recipe& recipe, const PreparedText& text) {
  std::ostringstream said;
  said << "Vocabulary: " << text.vocabulary->size() << " entries over " << text.tokens
       << " tokens, least frequency " << text.vocabulary->least_count() << "\n";
  if (const nlohmann::json& asked = recipe.json["report"]; !asked.is_null())
    said << entries(*text.vocabulary, value_or<size_t>(asked, "vocabulary", 0, recipe.name));
  return said.str();
}

// Weights of C classes in the loss, as training.class_weights asks, or none. "balanced": n / (C · count);
// "inverse_count": 1 / count; or a number per class.
std::vector<float> class_weights(const Recipe& recipe, const std::vector<int>& labels, size_t C) {
  const nlohmann::json& asked = recipe.json["training"]["class_weights"];
  if (asked.is_null()) return {};
  if (asked.is_array()) {
    auto weights = json_as<std::vector<double>>(asked, "training.class_weights", recipe.name);
    check(weights.size() == C, "[", recipe.name, "] ", weights.size(), " class weights for ", C, " classes.");
    return {weights.begin(), weights.end()};
  }
  const auto rule = json_as<std::string>(asked, "training.class_weights", recipe.name);
  if (rule != "balanced" && rule != "inverse_count")
    fail<UsageError>("[", recipe.name, "] class_weights \"", rule,
                     "\": expected balanced, inverse_count, or a number per class.");
  std::vector<float> counts(C, 0.0f), weights;
  for (int label : labels) counts[static_cast<size_t>(label)] += 1;
  for (float count : counts) {
    const float inverse = 1 / std::max(1.0f, count);
    weights.push_back(rule == "balanced" ? inverse * static_cast<float>(labels.size()) / static_cast<float>(C)
                                         : inverse);
  }
  return weights;
}

std::vector<int> labels_of(const Dataset& data, const std::vector<int>& rows) {
  std::vector<int> labels;
  labels.reserve(rows.size());
  for (int row : rows) labels.push_back(data.examples[static_cast<size_t>(row)].label);
  return labels;
}

// None where the data does not know.
std::vector<std::vector<int>> needed_of(const Dataset& data, const std::vector<int>& rows) {
  std::vector<std::vector<int>> needed;
  const auto knows = [](const Example& example) { return !example.needed.empty(); };
  if (std::any_of(data.examples.begin(), data.examples.end(), knows))
    for (int row : rows) needed.push_back(data.examples[static_cast<size_t>(row)].needed);
  return needed;
}

// Texts that are longer than what is read of them.
struct LongTexts {
  std::vector<int> rows = {};
  size_t longest = 0;

  std::string warning(int64_t most) const {
    constexpr size_t kListed = 10;
    std::ostringstream said;
    said << "[train] " << rows.size() << (rows.size() == 1 ? " text has" : " texts have") << " more than "
         << most << " tokens, the longest " << longest << ": the first " << most
         << " are read (text.max_tokens says how many). Counted from 1:";
    for (size_t i = 0; i < std::min(rows.size(), kListed); ++i) said << (i == 0 ? " " : ", ") << rows[i] + 1;
    if (rows.size() > kListed) said << " and " << rows.size() - kListed << " more";
    return said.str() + ".";
  }
};

void shorten(const TextToIds& encoder, int64_t most, int row, EncodedText& text, LongTexts& long_texts) {
  if (most <= 0 || static_cast<int64_t>(text.ids.size()) <= most) return;
  long_texts.rows.push_back(row);
  long_texts.longest = std::max(long_texts.longest, text.ids.size());
  encoder.cut(text, static_cast<size_t>(most));
}

Examples encode(const TextToIds& encoder, int64_t most, const Dataset& data, const std::vector<int>& rows,
                LongTexts& long_texts, const WorkProgress& progress) {
  Examples examples{{}, labels_of(data, rows)};
  RowProgress done(progress, "reading texts", rows.size());
  for (int row : rows) {
    examples.texts.push_back(encoder.encode(data.examples[static_cast<size_t>(row)].text));
    shorten(encoder, most, row, examples.texts.back(), long_texts);
    examples.texts.back().tokens = {};
    done.next();
  }
  examples.needed = needed_of(data, rows);
  return examples;
}

// The rows of the files, before they become a task.
struct Rows {
  Dataset data;
  Split split;
  PreparedText text;
  std::shared_ptr<const TextToIds> encoder;
  Examples train, validation, test;
  TrainingOptions options;
};

// The most tokens to read of a text: the limit of a given network, or the default for a new one.
int64_t most_tokens(const TaskInput& input) {
  if (input.text) return input.max_tokens;
  const auto asked = require<int64_t>(input.recipe.json["text"], "max_tokens", input.recipe.name);
  return asked > 0 ? asked : kUsualMaxTokens;
}

// A classifier has something to tell apart.
void check_classes(const Dataset& data, const std::vector<int>& train) {
  check(!train.empty(), "[train] no row is left to train on.");
  const auto label_of = [&](int row) { return data.examples[static_cast<size_t>(row)].label; };
  const int first = label_of(train[0]);
  check(std::any_of(train.begin(), train.end(), [&](int row) { return label_of(row) != first; }), "[train] ",
        train.size() == 1 ? "the one row" : "every one of the " + std::to_string(train.size()) + " rows",
        " to train on has the label \"", data.labels[static_cast<size_t>(first)],
        "\": expected two classes or more. Is another column the label (data.label_column)?");
}

Rows read_rows(const TaskInput& input) {
  Rows rows;
  const Recipe& recipe = input.recipe;
  if (!input.labels.empty()) {
    DataOptions options = read_data_options(recipe.json["data"], recipe.name);
    options.reading.labels = input.labels;
    rows.data = read_data(options, input.data.paths);
    rows.split.test.resize(rows.data.examples.size());
    std::iota(rows.split.test.begin(), rows.split.test.end(), 0);
    rows.encoder = input.text;
    LongTexts long_texts;
    rows.test =
        encode(*rows.encoder, input.max_tokens, rows.data, rows.split.test, long_texts, input.progress);
    if (!long_texts.rows.empty()) rows.data.warnings.push_back(long_texts.warning(input.max_tokens));
    return rows;
  }
  rows.options = training_options(recipe);  // a mistake is found before the data is read
  Corpus corpus = read_corpus(recipe, input.data);
  rows.data = std::move(corpus.data);
  rows.split = std::move(corpus.split);
  const std::vector<int>& train = rows.split.train;
  check_classes(rows.data, train);
  const int64_t most = most_tokens(input);
  LongTexts long_texts;
  if (input.text) {
    rows.encoder = input.text;
    rows.train = encode(*rows.encoder, most, rows.data, train, long_texts, input.progress);
  } else {
    rows.text = prepare_text(recipe, *recipe_tokenizer(recipe), rows.data, train, input.progress);
    rows.encoder = std::move(rows.text.encoder);
    rows.train = {std::move(rows.text.train), labels_of(rows.data, train), needed_of(rows.data, train)};
    for (size_t i = 0; i < train.size(); ++i)
      shorten(*rows.encoder, most, train[i], rows.train.texts[i], long_texts);
  }
  rows.validation = encode(*rows.encoder, most, rows.data, rows.split.validation, long_texts, input.progress);
  rows.test = encode(*rows.encoder, most, rows.data, rows.split.test, long_texts, input.progress);
  if (!long_texts.rows.empty()) rows.data.warnings.push_back(long_texts.warning(most));
  rows.options.measure_train = input.measure_train;
  rows.options.class_weights = class_weights(recipe, rows.train.labels, rows.data.labels.size());
  return rows;
}

class RecipeClassification : public Classification {
 public:
  RecipeClassification(const TaskInput& input, Rows rows)
      : Classification(rows.options, rows.data.labels, rows.encoder->unknown(), std::move(rows.train),
                       std::move(rows.validation), std::move(rows.test)),
        identity_{{"data_fingerprint", fingerprint_of(rows.data)},
                  {"rows", {rows.split.train.size(), rows.split.validation.size(), rows.split.test.size()}}},
        warnings_(rows.data.warnings) {
    if (!input.labels.empty()) return;
    const Recipe& recipe = input.recipe;
    description_ = describe_data(recipe, rows.data, rows.split);
    if (input.text) return;
    description_ += describe_vocabulary(recipe, rows.text);
    const EncoderOptions options = read_encoder_options(recipe.json["text"], recipe.name);
    const bool counted = options.phrases.min_freq > 0;
    text_.sizes = {rows.encoder->size(), options.ngrams.buckets,
                   counted ? rows.text.filter.rows() : options.phrases.buckets,
                   static_cast<int64_t>(rows.data.labels.size())};
    text_.tokenizer_json = std::move(rows.text.tokenizer_json);
    if (const std::vector<uint8_t> filter = rows.text.filter.bytes(); !filter.empty())
      text_.tensors[kPhraseFilter] = Tensor::of<uint8_t>({static_cast<int64_t>(filter.size())}, filter);
    start_ = std::move(rows.text.start);
    start_times_ = value_or<double>(recipe.json["model"], "phrase_start", 0.0, recipe.name);
    if (const auto bound = value_or<double>(recipe.json["model"], "phrase_bound", 0.0, recipe.name);
        bound > 0)
      bound_ = static_cast<float>(bound);
    check(start_times_ == 0 || !start_.votes.empty(), "[", recipe.name, "] phrase_start is ", start_times_,
          ", but no phrases are counted: give text.phrases a min_freq.");
  }

  std::string description() const override { return description_; }
  nlohmann::json identity() const override { return identity_; }
  std::vector<std::string> warnings() const override { return warnings_; }

  // The phrases' votes begin at model.phrase_start times those of counting, the classes with its bias, if it
  // has one.
  void begin(const Parameters& parameters) const override {
    if (start_times_ == 0) return;
    std::transform(
        start_.votes.begin(), start_.votes.end(), parameters.find("phrases.weight").value().data<float>(),
        [&](float vote) { return std::clamp(static_cast<float>(start_times_) * vote, -bound_, bound_); });
    std::copy(start_.bias.begin(), start_.bias.end(),
              parameters.find("classifier.bias").value().data<float>());
  }

 private:
  std::string description_;
  nlohmann::json identity_;
  std::vector<std::string> warnings_;
  PhraseVotes start_;
  double start_times_ = 0;
  float bound_ = std::numeric_limits<float>::infinity();
};

std::unique_ptr<Task> make(const TaskInput& input) {
  return std::make_unique<RecipeClassification>(input, read_rows(input));
}

}  // namespace

const TaskEntry kClassification{"classification",           "Names the class of a text.", nullptr, true, make,
                                Classification::score_texts};

}  // namespace heed
