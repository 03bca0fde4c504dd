#include "engine/session/rows/judged_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "engine/data/columns.h"
#include "engine/format/json.h"
#include "engine/session/error.h"
#include "engine/session/explaining/inside/model_data.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/session/training/labelled.h"
#include "engine/tasks/metrics.h"

namespace heed::session {
namespace {

using nlohmann::json;

// Words of ASCII letters and digits, in lower case; other bytes belong to words, so that "café" is one.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : lower_ascii(text)) {
    const bool part =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (part)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// Rows by the name of their slice, in the order of `names`.
json counted(const JudgedRows& rows, const char* by, const std::vector<std::string>& names,
             const std::function<size_t(size_t row)>& slice_of) {
  std::vector<int64_t> n(names.size()), right(names.size());
  for (size_t row = 0; row < rows.truth.size(); ++row) {
    const size_t slice = slice_of(row);
    ++n[slice];
    right[slice] += rows.right(row) ? 1 : 0;
  }
  json slices = json::array();
  for (size_t i = 0; i < names.size(); ++i)
    if (n[i] > 0)
      slices.push_back({{"by", by},
                        {"slice", names[i]},
                        {"n", n[i]},
                        {"accuracy", static_cast<double>(right[i]) / static_cast<double>(n[i])}});
  return slices;
}

void append(json& all, const json& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// log p / T, as probabilities again.
std::vector<double> tempered(const double* p, size_t C, double temperature) {
  std::vector<double> q(C);
  for (size_t c = 0; c < C; ++c) q[c] = std::log(std::max(p[c], 1e-300)) / temperature;
  const double largest = *std::max_element(q.begin(), q.end());
  double sum = 0;
  for (double& value : q) sum += value = std::exp(value - largest);
  for (double& value : q) value /= sum;
  return q;
}

struct Confidence {
  double probability = 0;
  bool right = false;
};

constexpr size_t kBins = 10;
struct Bin {
  int64_t n = 0;
  double confidence = 0, right = 0;
};

std::array<Bin, kBins> binned(const std::vector<Confidence>& all) {
  std::array<Bin, kBins> bins;
  for (const Confidence& one : all) {
    Bin& bin = bins[std::min(kBins - 1, static_cast<size_t>(one.probability * kBins))];
    ++bin.n;
    bin.confidence += one.probability;
    bin.right += one.right ? 1 : 0;
  }
  return bins;
}

double expected_error(const std::vector<Confidence>& all) {
  double sum = 0;
  for (const Bin& bin : binned(all)) sum += std::abs(bin.confidence - bin.right);
  return ratio(sum, static_cast<double>(all.size()));
}

class Temperature {
 public:
  explicit Temperature(const JudgedRows& rows) : rows_(rows), C_(rows.labels.size()) {}

  // Mean -log p of the true class on every other row is convex in 1 / T: golden-section search over log T.
  double fitted() const {
    const double golden = (std::sqrt(5.0) - 1) / 2;
    double low = std::log(0.05), high = std::log(20.0);
    for (int i = 0; i < 60; ++i) {
      const double a = high - golden * (high - low), b = low + golden * (high - low);
      (loss(std::exp(a)) < loss(std::exp(b)) ? high : low) = loss(std::exp(a)) < loss(std::exp(b)) ? b : a;
    }
    return std::exp((low + high) / 2);
  }

  std::vector<Confidence> confidences(double temperature, size_t first, size_t step) const {
    std::vector<Confidence> all;
    for (size_t row = first; row < rows_.truth.size(); row += step) {
      const std::vector<double> p = tempered(rows_.said.probabilities.data() + row * C_, C_, temperature);
      const auto best = std::max_element(p.begin(), p.end());
      all.push_back({*best, best - p.begin() == rows_.truth[row]});
    }
    return all;
  }

 private:
  double loss(double temperature) const {
    double sum = 0;
    for (size_t row = 0; row < rows_.truth.size(); row += 2)
      sum -= std::log(std::max(tempered(rows_.said.probabilities.data() + row * C_, C_,
                                        temperature)[static_cast<size_t>(rows_.truth[row])],
                               1e-300));
    return sum;
  }

  const JudgedRows& rows_;
  size_t C_;
};

json thresholds_of(const JudgedRows& rows) {
  json all = json::array();
  for (int step = 1; step < 20; ++step) all.push_back(threshold_figures(rows, step / 20.0));
  return all;
}

// What a model may be measured on.
void leave_out_trained(const std::vector<std::shared_ptr<const TrainedTexts>>& all, Dataset& data) {
  const size_t before = data.examples.size();
  for (const auto& trained : all)
    std::erase_if(data.examples, [&](const Example& example) { return trained->has(example.text); });
  check(!data.examples.empty() || before == 0, "[data] of ", before,
        " rows none was held out: all of their texts were trained on. Give rows of your own, or measure on "
        "all.");
  if (const size_t left_out = before - data.examples.size(); left_out > 0)
    data.warnings.push_back(std::to_string(left_out) + " of " + std::to_string(before) +
                            " rows are left out: their texts were trained on.");
}

// Both tails of a fair coin that fell `few` times on one side and `many` on the other.
double coin(int64_t few, int64_t many) {
  const double n = static_cast<double>(few + many);
  double p = 0;
  for (int64_t k = 0; k <= std::min(few, many); ++k) {
    const auto successes = static_cast<double>(k);
    p += std::exp(std::lgamma(n + 1) - std::lgamma(successes + 1) - std::lgamma(n - successes + 1) -
                  n * std::log(2.0));
  }
  return std::min(1.0, 2 * p);
}

// As far as `go_on` lets it.
void read_by(const Predictor& predictor, JudgedRows& rows, const std::function<bool(int64_t)>& go_on) {
  rows.said = predictor.predict(rows.texts, go_on);
  rows.texts.resize(rows.said.tokens.size());
  rows.truth.resize(rows.said.tokens.size());
}

}  // namespace

JudgedRows judge_rows(const std::string& model, const JudgeOptions& options,
                      const std::function<bool(int64_t)>& go_on) {
  const Predictor predictor(model, options.device, options.threads);
  const TextNetwork& network = predictor.network();
  Dataset data = read_for_model(network, model, options.data,
                                data_json(network, options.format, options.set, options.data));
  leave_out_trained(options.held_out_of, data);
  JudgedRows rows;
  rows.labels = predictor.labels();
  rows.warnings = std::move(data.warnings);
  for (Example& example : data.examples) {
    rows.texts.push_back(std::move(example.text));
    rows.truth.push_back(example.label);
  }
  read_by(predictor, rows, go_on);
  const auto cut = std::count_if(rows.said.left_out.begin(), rows.said.left_out.end(),
                                 [](int64_t left_out) { return left_out > 0; });
  if (cut > 0)
    rows.warnings.push_back("[" + model + "] of " + std::to_string(cut) +
                            " texts the end was not read: the model takes no more.");
  return rows;
}

JudgedRows judge_rows(const Model& model, Labelled data, const std::function<bool(int64_t)>& go_on) {
  const Predictor predictor(model, 1);
  check(data.labels == predictor.labels(), "[rows] have other classes than the model, or in another order.");
  JudgedRows rows;
  rows.labels = std::move(data.labels);
  for (LabelledRow& row : data.rows) {
    rows.texts.push_back(std::move(row.text));
    rows.truth.push_back(row.label);
  }
  read_by(predictor, rows, go_on);
  return rows;
}

json threshold_figures(const JudgedRows& rows, double threshold) {
  double hits = 0, said = 0, there = 0;
  for (size_t row = 0; row < rows.truth.size(); ++row) {
    const bool second = rows.said.probabilities[2 * row + 1] >= threshold;
    said += second;
    there += rows.truth[row] == 1;
    hits += second && rows.truth[row] == 1;
  }
  const double precision = ratio(hits, said), recall = ratio(hits, there);
  return {{"threshold", threshold},
          {"precision", precision},
          {"recall", recall},
          {"f1", ratio(2 * precision * recall, precision + recall)},
          {"share", ratio(said, static_cast<double>(rows.truth.size()))}};
}

json figures_of(const JudgedRows& rows) {
  return to_json(compute_metrics(rows.truth, rows.said.probabilities, rows.labels));
}

json errors_of(const JudgedRows& rows) {
  const size_t C = rows.labels.size();
  std::vector<size_t> wrong;
  for (size_t row = 0; row < rows.truth.size(); ++row)
    if (!rows.right(row)) wrong.push_back(row);
  std::stable_sort(wrong.begin(), wrong.end(), [&](size_t a, size_t b) {
    return rows.said.answer(a, C).probability > rows.said.answer(b, C).probability;
  });
  json errors = json::array();
  for (const size_t row : wrong) {
    const Predictions::Answer answer = rows.said.answer(row, C);
    const auto truth = static_cast<size_t>(rows.truth[row]);
    errors.push_back({{"row", row + 1},
                      {"label", rows.labels[truth]},
                      {"predicted", rows.labels[static_cast<size_t>(answer.predicted)]},
                      {"probability", answer.probability},
                      {"probability_of_label", rows.said.probabilities[row * C + truth]},
                      {"text", rows.texts[row]}});
  }
  return errors;
}

json slices_of(const JudgedRows& rows, const std::vector<std::string>& words) {
  json all =
      counted(rows, "class", rows.labels, [&](size_t row) { return static_cast<size_t>(rows.truth[row]); });
  const std::vector<int64_t> longest = {5, 10, 20, 40, 80};
  append(all, counted(rows, "tokens", {"to 5", "6 to 10", "11 to 20", "21 to 40", "41 to 80", "from 81"},
                      [&](size_t row) {
                        return static_cast<size_t>(
                            std::lower_bound(longest.begin(), longest.end(), rows.said.tokens[row]) -
                            longest.begin());
                      }));
  append(all, counted(rows, "unknown words", {"0", "1", "2 or more"}, [&](size_t row) {
           return static_cast<size_t>(std::min<int64_t>(2, rows.said.unknown[row]));
         }));
  for (const std::string& word : words) {
    const std::string wanted = lower_ascii(word);
    append(all, counted(rows, "word", {"with " + word, "without " + word}, [&](size_t row) {
             const auto has = words_of(rows.texts[row]);
             return static_cast<size_t>(std::find(has.begin(), has.end(), wanted) == has.end());
           }));
  }
  return all;
}

json calibration_of(const JudgedRows& rows) {
  const Temperature temperature(rows);
  const double fitted = temperature.fitted();
  const auto all = temperature.confidences(1, 0, 1);
  json bins = json::array();
  const auto parts = binned(all);
  for (size_t i = 0; i < kBins; ++i)
    if (parts[i].n > 0)
      bins.push_back({{"from", static_cast<double>(i) / kBins},
                      {"to", static_cast<double>(i + 1) / kBins},
                      {"n", parts[i].n},
                      {"confidence", parts[i].confidence / static_cast<double>(parts[i].n)},
                      {"accuracy", parts[i].right / static_cast<double>(parts[i].n)}});
  return {{"bins", bins},
          {"expected_error", expected_error(all)},
          {"temperature", fitted},
          {"expected_error_before", expected_error(temperature.confidences(1, 1, 2))},
          {"expected_error_after", expected_error(temperature.confidences(fitted, 1, 2))},
          {"thresholds", rows.labels.size() == 2 ? thresholds_of(rows) : json::array()}};
}

json comparison_of(const JudgedRows& first, const JudgedRows& second) {
  check(first.labels == second.labels, "[compare] the two models have other classes, or in another order.");
  check(first.texts.size() == second.texts.size(), "[compare] the two models read other rows.");
  const size_t C = first.labels.size();
  int64_t both = 0, neither = 0, one = 0, other = 0;
  json disagreements = json::array();
  for (size_t row = 0; row < first.truth.size(); ++row) {
    const int a = first.said.answer(row, C).predicted, b = second.said.answer(row, C).predicted;
    const bool a_right = a == first.truth[row], b_right = b == first.truth[row];
    ++(a_right ? (b_right ? both : one) : (b_right ? other : neither));
    if (a == b) continue;
    disagreements.push_back({{"row", row + 1},
                             {"label", first.labels[static_cast<size_t>(first.truth[row])]},
                             {"first", first.labels[static_cast<size_t>(a)]},
                             {"second", first.labels[static_cast<size_t>(b)]},
                             {"text", first.texts[row]}});
  }
  const auto n = static_cast<double>(std::max<size_t>(1, first.truth.size()));
  return {{"accuracy", {static_cast<double>(both + one) / n, static_cast<double>(both + other) / n}},
          {"both_right", both},
          {"both_wrong", neither},
          {"only_first", one},
          {"only_second", other},
          {"p", coin(one, other)},
          {"disagreements", disagreements}};
}

}  // namespace heed::session
