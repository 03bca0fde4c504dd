#include "engine/session/rows/judged_rows.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "engine/format/json.h"
#include "engine/session/error.h"
#include "engine/session/explaining/inside/model_data.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/tasks/metrics.h"

namespace heed::session {
namespace {

using nlohmann::json;

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

// Reads the texts until `go_on` says no.
void read_by(const Predictor& predictor, JudgedRows& rows, const JudgingOn& go_on) {
  const auto total = static_cast<int64_t>(rows.texts.size());
  rows.said = predictor.predict(rows.texts, [&](int64_t done) { return go_on(done, total); });
  rows.texts.resize(rows.said.tokens.size());
  rows.truth.resize(rows.said.tokens.size());
  rows.places.resize(rows.said.tokens.size());
}

// Begins what is told of a row.
json placed(const JudgedRows& rows, size_t row) {
  const RowPlace place = rows.place(row);
  json told{{"row", place.number}};
  if (rows.files.size() > 1) told["file"] = rows.files[static_cast<size_t>(place.file)];
  return told;
}

JudgedRows judged(const Predictor& predictor, const std::string& model, const JudgeOptions& options,
                  const JudgingOn& go_on) {
  const TextNetwork& network = predictor.network();
  JudgedRows rows;
  Dataset data =
      read_for_model(network, model, options.data,
                     data_json(network, options.format, options.set, options.data, &rows.warnings));
  leave_out_trained(options.held_out_of, data);
  rows.labels = predictor.labels();
  rows.files = std::move(data.files);
  rows.warnings.insert(rows.warnings.end(), data.warnings.begin(), data.warnings.end());
  for (Example& example : data.examples) {
    rows.texts.push_back(std::move(example.text));
    rows.truth.push_back(example.label);
    rows.places.push_back({example.file, example.row});
  }
  read_by(predictor, rows, go_on);
  const auto cut = std::count_if(rows.said.left_out.begin(), rows.said.left_out.end(),
                                 [](int64_t left_out) { return left_out > 0; });
  if (cut > 0)
    rows.warnings.push_back("[" + model + "] of " + std::to_string(cut) +
                            " texts the end was not read: the model or its tokenizer.json takes no more.");
  return rows;
}

}  // namespace

JudgedRows judge_rows(const std::string& model, const JudgeOptions& options, const JudgingOn& go_on) {
  return judged(Predictor(model, options.device, options.threads), model, options, go_on);
}

JudgedRows judge_rows(const Model& model, const JudgeOptions& options, const JudgingOn& go_on) {
  return judged(Predictor(model, options.threads), model.info().name, options, go_on);
}

JudgedRows judge_rows(const Model& model, Labelled data, const JudgingOn& go_on) {
  const Predictor predictor(model, 1);
  check(data.labels == predictor.labels(), "[rows] have other classes than the model, or in another order.");
  JudgedRows rows;
  rows.labels = std::move(data.labels);
  rows.files = std::move(data.files);
  for (LabelledRow& row : data.rows) {
    rows.texts.push_back(std::move(row.text));
    rows.truth.push_back(row.label);
    rows.places.push_back(row.place);
  }
  read_by(predictor, rows, go_on);
  return rows;
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
    json& error = errors.emplace_back(placed(rows, row));
    error.update({{"label", rows.labels[truth]},
                  {"predicted", rows.labels[static_cast<size_t>(answer.predicted)]},
                  {"probability", answer.probability},
                  {"probability_of_label", rows.said.probabilities[row * C + truth]},
                  {"text", rows.texts[row]}});
  }
  return errors;
}

json comparison_of(const JudgedRows& first, const JudgedRows& second) {
  check(first.labels == second.labels, "[compare] the two models have other classes, or in another order.");
  check(first.texts == second.texts, "[compare] the two models read other rows.");
  const size_t C = first.labels.size();
  int64_t both = 0, neither = 0, one = 0, other = 0;
  json disagreements = json::array();
  for (size_t row = 0; row < first.truth.size(); ++row) {
    const int a = first.said.answer(row, C).predicted, b = second.said.answer(row, C).predicted;
    const bool a_right = a == first.truth[row], b_right = b == first.truth[row];
    ++(a_right ? (b_right ? both : one) : (b_right ? other : neither));
    if (a == b) continue;
    json& told = disagreements.emplace_back(placed(first, row));
    told.update({{"label", first.labels[static_cast<size_t>(first.truth[row])]},
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
