#include "engine/session/training/labelled.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/base/names.h"
#include "engine/data/columns.h"
#include "engine/data/delimited.h"
#include "engine/data/format_guess.h"
#include "engine/data/rows.h"
#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/session/rows/predictions.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/session/training/inside/row_files.h"
#include "engine/tasks/corpus.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;

// Names of the first row's fields where it is a header, else their numbers.
void describe_columns(const std::string& path, const ReadOptions& options, Labelled& data) {
  const std::string delimiter = data.format == "tsv" && options.delimiter.empty() ? "tab" : options.delimiter;
  const std::vector<Row> rows = read_delimited(read_text(path, options.encoding), delimiter).rows;
  if (rows.empty()) return;
  const Columns columns = find_columns(rows, options, {}, path);
  for (size_t i = 0; i < rows[0].fields.size(); ++i)
    data.columns.push_back(columns.has_header ? rows[0].fields[i] : std::to_string(i + 1));
  for (size_t column : columns.text)
    if (column < data.columns.size()) append_name(data.text_column, data.columns[column]);
  if (columns.label < data.columns.size()) data.label_column = data.columns[columns.label];
}

std::string ending(const std::string& file) {
  return lower_ascii(fs::path(file).extension().string());
}

std::string json_line(const std::string& text, const std::string& label) {
  return nlohmann::json{{"text", text}, {"label", label}}.dump(-1, ' ', false,
                                                               nlohmann::json::error_handler_t::replace);
}

RowScore score_of(const double* p, size_t classes, const std::vector<int>& model_to_data, int label) {
  const auto best = static_cast<size_t>(std::max_element(p, p + classes) - p);
  RowScore score{std::numeric_limits<double>::infinity(), p[best], model_to_data[best]};
  for (size_t c = 0; c < classes; ++c)
    if (model_to_data[c] == label) score.loss = -std::log(std::max(p[c], 1e-300));
  return score;
}

}  // namespace

std::string place_in_words(RowPlace place, const std::vector<std::string>& files) {
  std::string number = std::to_string(place.number);
  if (files.size() < 2) return number;
  return fs::path(files.at(static_cast<size_t>(place.file))).filename().string() + " " + number;
}

std::shared_ptr<const Dataset> as_dataset(const Labelled& data) {
  auto rows = std::make_shared<Dataset>();
  rows->labels = data.labels;
  rows->files = data.files;
  for (const LabelledRow& row : data.rows)
    rows->examples.push_back({row.text, row.label, row.needed, row.place.file, row.place.number});
  return rows;
}

std::vector<int64_t> Labelled::class_counts() const {
  std::vector<int64_t> counts(labels.size(), 0);
  for (const LabelledRow& row : rows) ++counts[static_cast<size_t>(row.label)];
  return counts;
}

std::string guess_format(const std::string& path) {
  return format_of_file(path);
}

Labelled read_labelled(const std::string& path, const std::string& format,
                       const std::vector<std::string>& set) {
  nlohmann::json data = {{"format", format}};
  set_data_keys(data, set);
  return read_labelled_as(data, path);
}

Labelled read_labelled_as(const nlohmann::json& settings, const std::string& path) {
  const DataOptions options = read_data_options(settings, path);
  Dataset read = read_data(options, {path});
  Labelled data;
  data.format = options.format.empty() ? format_of_file(path) : options.format;
  data.labels = std::move(read.labels);
  data.problems = std::move(read.warnings);
  data.left_out = static_cast<int64_t>(read.left_out);
  data.rows.reserve(read.examples.size());
  data.files = std::move(read.files);
  for (Example& example : read.examples)
    data.rows.push_back({std::move(example.text), example.label, {}, {example.file, example.row}});
  if (data.format == "csv" || data.format == "tsv")
    describe_columns(find_text(path, {"train." + data.format}), options.reading, data);
  return data;
}

void write_labelled(const std::string& file, const Labelled& data, Cells cells) {
  const std::string kind = ending(file);
  check(kind == ".csv" || kind == ".tsv" || kind == ".jsonl", "[", file,
        "] rows are written as .csv, .tsv or .jsonl: give the file one of these endings.");
  check(!data.rows.empty(), "[", file, "] there is no row to write.");
  std::string bytes = kind == ".csv" ? "text,label\n" : kind == ".tsv" ? "text\tlabel\n" : "";
  for (const LabelledRow& row : data.rows) {
    const std::string& label = data.labels.at(static_cast<size_t>(row.label));
    if (kind == ".csv") bytes += csv_field(row.text, cells) + "," + csv_field(label, cells);
    if (kind == ".tsv") bytes += tsv_field(row.text, cells) + "\t" + tsv_field(label, cells);
    if (kind == ".jsonl") bytes += json_line(row.text, label);
    bytes += '\n';
  }
  write_file_atomically(file, bytes);
}

std::vector<RowScore> score_rows(const std::string& model, const Labelled& data,
                                 const std::function<bool(int64_t)>& go_on) {
  const Predictor predictor(model, "cpu", 1);
  std::vector<int> model_to_data;
  for (const std::string& label : predictor.labels()) {
    const auto found = std::find(data.labels.begin(), data.labels.end(), label);
    model_to_data.push_back(found == data.labels.end() ? -1 : static_cast<int>(found - data.labels.begin()));
  }
  std::vector<std::string> texts;
  texts.reserve(data.rows.size());
  for (const LabelledRow& row : data.rows) texts.push_back(row.text);
  const Predictions said = predictor.predict(texts, go_on);
  const size_t C = predictor.labels().size();
  std::vector<RowScore> scores;
  scores.reserve(said.tokens.size());
  for (size_t i = 0; i < said.tokens.size(); ++i)
    scores.push_back(score_of(said.probabilities.data() + i * C, C, model_to_data, data.rows[i].label));
  return scores;
}

}  // namespace heed::session
