// Labelled rows beside what a classifier says about them: which are wrong, where it is weak, and whether its
// probabilities can be believed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/rows/predictions.h"
#include "engine/session/rows/run_rows.h"
#include "engine/session/training/labelled.h"

namespace heed::session {

struct JudgedRows {
  std::vector<std::string> labels;  // the model's
  std::vector<std::string> texts;
  std::vector<int> truth;          // index into labels
  std::vector<RowPlace> places;    // [rows], or empty: each is numbered as it stands here
  std::vector<std::string> files;  // of the places
  Predictions said;
  std::vector<std::string> warnings;  // rows that were left out, and the like

  RowPlace place(size_t row) const {
    return row < places.size() && places[row].number > 0 ? places[row] : RowPlace{0, row + 1};
  }

  bool right(size_t row) const { return said.answer(row, labels.size()).predicted == truth[row]; }
};

struct JudgeOptions {
  std::vector<std::string> data;  // files, or a folder, as evaluate() has them
  std::string format;             // empty: the model's own recipe decides, or else the file's ending
  std::vector<std::string> set;   // KEY=VALUE for the recipe's "data" object
  std::string device = "cpu";
  int threads = 1;
  // Rows whose text is among these are left out, and a warning says how many. Error where all are.
  std::vector<std::shared_ptr<const TrainedTexts>> held_out_of = {};
};

// Called now and then; false ends it, with the rows so far.
using JudgingOn = std::function<bool(int64_t done, int64_t total)>;

JudgedRows judge_rows(const std::string& model, const JudgeOptions& options, const JudgingOn& go_on);
// By a model that is open, on its own device.
JudgedRows judge_rows(const Model& model, const JudgeOptions& options, const JudgingOn& go_on);
// Rows that are there already, their classes the model's.
JudgedRows judge_rows(const Model& model, Labelled data, const JudgingOn& go_on);

nlohmann::json figures_of(const JudgedRows& rows);  // M of the contract, as evaluate() gives it

// The rows that are wrong, the surest first: {"row" (RowPlace::number), "file" (where several were read),
// "label", "predicted", "probability", "probability_of_label", "text"}.
nlohmann::json errors_of(const JudgedRows& rows);

// {"bins": [{"from", "to", "n", "confidence", "accuracy"}, …], "expected_error", "temperature",
// "expected_error_before",
// "expected_error_after", "thresholds"}. The expected calibration error is the mean distance between
// confidence and accuracy in ten bins, weighted by rows (Guo et al. 2017, equation 3). The temperature is
// fitted on every other row, and what it leaves is measured on those between. Of two classes also, for
// thresholds of the second: {"threshold", "precision", "recall", "f1", "share"}.
nlohmann::json calibration_of(const JudgedRows& rows);

// The second of two classes, said where its probability is at least `threshold`: {"threshold", "precision",
// "recall", "f1", "share" (of the rows that are said to be it)}.
nlohmann::json threshold_figures(const JudgedRows& rows, double threshold);

// Two models on the same rows: {"accuracy": [a, b], "both_right", "both_wrong", "only_first", "only_second",
// "p", "disagreements": [{"row", "label", "first", "second", "text"}, …]}, rows as errors_of has them. `p` is
// McNemar's test, exact: how likely so uneven a share of the rows is where one alone is right, if both were
// equally good. Error where their classes differ.
nlohmann::json comparison_of(const JudgedRows& first, const JudgedRows& second);

// The same as tables for people; at most `most` rows of texts.
std::string errors_table(const nlohmann::json& errors, size_t most);
std::string slices_table(const nlohmann::json& slices);
std::string calibration_table(const nlohmann::json& calibration);
std::string comparison_table(const nlohmann::json& comparison, size_t most);

// A p-value for people: "0.0312", and "< 0.0001" below, since no test says that something cannot be.
std::string p_value(double p);

}  // namespace heed::session
