#include "engine/session/explaining/faithfulness.h"

#include <algorithm>
#include <numeric>

#include "engine/base/file.h"
#include "engine/base/fnv1a.h"
#include "engine/base/random.h"
#include "engine/base/thread_pool.h"
#include "engine/explain/data_faithfulness.h"
#include "engine/explain/even_maps.h"
#include "engine/explain/method.h"
#include "engine/explain/variants.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/explaining/inside/data_report.h"
#include "engine/session/explaining/inside/faithfulness_json.h"
#include "engine/session/explaining/inside/guides.h"
#include "engine/session/explaining/inside/kept_rows.h"
#include "engine/session/explaining/inside/model_data.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/tasks/metrics.h"
#include "engine/tensor/recycler.h"

namespace heed::session {
namespace {

// Without being named: each measures something of its own.
const char* const kUsual[] = {"attention",     "contribution",       "gradient-input", "integrated-gradients",
                              "leave-one-out", "attention-gradient", "value-norm"};

std::vector<std::string> methods_for(const explain::Subject& subject, const EncodedText& text,
                                     const std::vector<std::string>& wanted) {
  std::vector<std::string> methods = wanted;
  for (const std::string& name : wanted) {
    const std::string lacking = explain::lacks(explain::method_named(name), subject, text);
    check(lacking.empty(), "[faithfulness] ", name, " cannot be asked here: ", lacking, ".");
  }
  if (wanted.empty()) methods.assign(std::begin(kUsual), std::end(kUsual));
  return methods;
}

// At most `limit` examples, in their order.
void draw(std::vector<Example>& examples, int64_t limit, uint64_t seed) {
  if (limit <= 0 || limit >= static_cast<int64_t>(examples.size())) return;
  std::vector<size_t> rows(examples.size());
  std::iota(rows.begin(), rows.end(), size_t{0});
  Random(seed).shuffle(rows);
  rows.resize(static_cast<size_t>(limit));
  std::sort(rows.begin(), rows.end());
  std::vector<Example> drawn;
  drawn.reserve(rows.size());
  for (const size_t row : rows) drawn.push_back(std::move(examples[row]));
  examples = std::move(drawn);
}

}  // namespace

struct FaithfulnessRun::Impl {
  std::string name;
  FaithfulnessOptions options;
  ThreadPool pool;
  Device device = cpu::device(&pool);
  TextNetwork parts;
  Recycler memory{*device.memory};
  std::vector<std::string> warnings;
  std::vector<std::string> written;  // the texts as they are in the data
  std::vector<EncodedText> texts;
  std::vector<int> labels;  // [texts], what they are
  explain::Subject subject;
  explain::FaithfulnessOptions each;
  LabelledTexts guide;
  explain::Matrix logits;  // [texts, C]
  uint64_t identity = 0;
  std::vector<explain::TextFigures> rows;

  Impl(const std::string& folder, const FaithfulnessOptions& given)
      : name(folder_name(folder)),
        options(given),
        pool(given.threads),
        parts(open_network(folder, device)),
        subject(explain::classifier(*parts.network), *parts.text, device, memory) {
    explain::map_points(subject.anatomy);  // says so if there is none
    for (const std::string& method : options.methods) explain::method_named(method);
    read(folder);
    each.methods = methods_for(subject, texts.front(), options.methods);
    each.permutations = options.permutations;
    each.drop_ends = options.drop_ends;
    each.random_orders = kRandomOrders;
    logits = explain::logits_of(subject, texts);
    identify();
  }

  void read(const std::string& folder) {
    const nlohmann::json data = data_json(parts, options.format, options.set, options.data, &warnings);
    Dataset set = options.held_out ? read_held_out(parts, folder, options.data, data)
                                   : read_for_model(parts, folder, options.data, data);
    warnings.insert(warnings.end(), set.warnings.begin(), set.warnings.end());
    draw(set.examples, options.limit, options.seed);
    int64_t empty = 0;
    for (Example& example : set.examples) {
      EncodedText text = encoded(example.text);
      if (explain::standing(text).empty()) {
        ++empty;
        continue;
      }
      texts.push_back(std::move(text));
      written.push_back(std::move(example.text));
      labels.push_back(example.label);
    }
    if (empty > 0) warnings.push_back(std::to_string(empty) + " texts without a token are left out");
    check(!texts.empty(), "[", options.data.front(), "] there is no text with a token.");
    if (options.guide.empty()) return;
    check(parts.network->answers() == AnswerKind::kOneClass, "[", name,
          "] gives each class a probability of its own: expected one ",
          "class for each text, to be guided by.");
    for (const Example& example : read_for_model(parts, folder, options.guide, data).examples) {
      guide.texts.push_back(encoded(example.text));
      guide.labels.push_back(example.label);
      if (!explain::standing(guide.texts.back()).empty()) continue;
      guide.texts.pop_back();
      guide.labels.pop_back();
    }
  }

  EncodedText encoded(const std::string& text) const {
    EncodedText read = parts.text->encode(text);
    parts.text->cut(read, static_cast<size_t>(std::min(parts.network->max_tokens(), parts.max_tokens)));
    return read;
  }

  void identify() {
    Fnv1a hash;
    const auto bytes = [&](const auto& values) {
      hash.take({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])});
    };
    bytes(logits.values);
    bytes(labels);
    for (const std::string& method : each.methods) hash.take(method + " ");
    hash.take(std::to_string(options.seed) + " " + std::to_string(options.permutations) + " " +
              std::to_string(options.drop_ends));
    identity = hash.value();
  }

  Metrics metrics_of(const explain::Matrix& answers) const {
    std::vector<double> p;
    for (int64_t row = 0; row < answers.rows; ++row) {
      const std::vector<double> one = answers_to(answers.row(row), answers.columns, parts.network->answers());
      p.insert(p.end(), one.begin(), one.end());
    }
    return compute_metrics(labels, p, parts.labels);
  }

  static constexpr int kRandomOrders = 4;
};

FaithfulnessRun::FaithfulnessRun(const std::string& model, const FaithfulnessOptions& options)
    : impl_(std::make_unique<Impl>(model, options)) {}

FaithfulnessRun::~FaithfulnessRun() = default;

bool FaithfulnessRun::step() {
  Impl& run = *impl_;
  const size_t row = run.rows.size();
  if (row == run.texts.size()) return false;
  explain::FaithfulnessOptions options = run.each;
  options.seed = mix64(run.options.seed) + row;
  run.rows.push_back(figures_of(explain::faithfulness(run.subject, run.texts[row], options)));
  return run.rows.size() < run.texts.size();
}

int64_t FaithfulnessRun::done() const {
  return static_cast<int64_t>(impl_->rows.size());
}

int64_t FaithfulnessRun::total() const {
  return static_cast<int64_t>(impl_->texts.size());
}

const std::vector<std::string>& FaithfulnessRun::warnings() const {
  return impl_->warnings;
}

void FaithfulnessRun::keep(const std::string& file) const {
  write_file_atomically(file, write_rows(impl_->identity, impl_->rows), Durable::kNo);
}

void FaithfulnessRun::take_up(const std::string& file) {
  std::vector<explain::TextFigures> rows = read_rows(read_file(file, kLongestText), impl_->identity, file);
  check(rows.size() <= impl_->texts.size(), "[", file, "] holds ", rows.size(), " rows of ",
        impl_->texts.size(), ": remove it to begin anew.");
  impl_->rows = std::move(rows);
}

nlohmann::json FaithfulnessRun::finish(const Progressing& progress) {
  while (step()) {
  }
  Impl& run = *impl_;
  const explain::Matrix even = explain::logits_of_even(run.subject, run.texts);
  int64_t changed = 0;
  for (int64_t row = 0; row < even.rows; ++row)
    changed += explain::likeliest(even.row(row), even.columns) !=
               explain::likeliest(run.logits.row(row), even.columns);
  nlohmann::json written = figures_json(explain::sum_up(run.rows, explain::measured_by(run.each)), run.each);
  const Metrics own = run.metrics_of(run.logits), of_even = run.metrics_of(even);
  written["model"] = run.name;
  written["seed"] = run.options.seed;
  written["drop_ends"] = run.options.drop_ends;
  written["accuracy"] = own.accuracy;
  written["macro_f1"] = own.macro_f1;
  written["loss"] = own.loss;
  written["even"] = {{"accuracy", of_even.accuracy},
                     {"macro_f1", of_even.macro_f1},
                     {"loss", of_even.loss},
                     {"changed", static_cast<double>(changed) / static_cast<double>(even.rows)}};
  add_heads(explain::head_roles(run.subject, run.texts, run.labels),
            explain::head_importance(run.subject, run.texts, run.labels,
                                     [&](int64_t done, int64_t total) {
                                       if (progress) progress(done, total, "passes without heads");
                                     }),
            written);
  if (!run.guide.texts.empty())
    written["guides"] = guides_json(run.subject, run.guide, {run.texts, run.labels}, run.parts.labels,
                                    run.options.seed, progress);
  if (run.options.report) {
    const auto encode = [&run](const std::string& text) { return run.encoded(text); };
    written["report"] = data_report(run.subject, {run.written, run.texts, encode, run.parts.labels},
                                    run.options.seed, progress);
  }
  return written;
}

}  // namespace heed::session
