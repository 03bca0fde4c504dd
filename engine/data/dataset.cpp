#include "engine/data/dataset.h"

#include <algorithm>
#include <map>

#include "engine/base/error.h"
#include "engine/data/readers.h"

namespace heed {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// "9" before "10", and numbers before words.
bool label_less(const std::string& a, const std::string& b) {
  if (is_number(a) != is_number(b)) return is_number(a);
  if (is_number(a) && a.size() != b.size()) return a.size() < b.size();
  return a < b;
}

std::vector<std::string> labels_in(const RowCollector& rows, LabelOrder order) {
  std::map<std::string, bool> seen;
  std::vector<std::string> labels;
  for (const auto& row : rows.rows())
    if (seen.emplace(row.label, true).second) labels.push_back(row.label);
  if (order == LabelOrder::kSorted) std::sort(labels.begin(), labels.end(), label_less);
  return labels;
}

Dataset assembled(const RowCollector& rows, const std::vector<std::string>& labels, const std::string& format,
                  LabelOrder order) {
  Dataset dataset;
  dataset.labels = labels;
  dataset.warnings = rows.warnings();
  std::map<std::string, int> ids;
  for (const std::string& label : labels) ids.emplace(label, static_cast<int>(ids.size()));
  for (const auto& row : rows.rows()) {
    auto id = ids.find(row.label);
    if (id == ids.end())
      fail("[", format, "] the data has the label \"", row.label,
           "\" (labels: ", joined(labels_in(rows, order)),
           "), expected only labels of the model: ", joined(labels), ".");
    dataset.examples.push_back({row.text, id->second});
  }
  return dataset;
}

const DatasetFormat& format_named(const std::string& name) {
  for (const DatasetFormat& format : dataset_format_table())
    if (name == format.name) return format;
  fail<UsageError>("[data] there is no format \"", name, "\": expected one of ", joined(dataset_formats()),
                   ".");
}

}  // namespace

const std::vector<DatasetFormat>& dataset_format_table() {
  static const std::vector<std::string> kTopics = {"World", "Sports", "Business", "Sci/Tech"};
  static const std::vector<DatasetFormat> kTable = {
      {"enron", read_enron, LabelOrder::kFixed, {"no_request", "request"}},
      {"lines", read_lines, LabelOrder::kAsMet, {}},
      {"csv", read_csv, LabelOrder::kSorted, {}},
      {"tsv", read_tsv, LabelOrder::kSorted, {}},
      {"jsonl", read_jsonl, LabelOrder::kSorted, {}},
      {"sst2", read_sst2, LabelOrder::kFixed, {"negative", "positive"}},
      {"ag-news", read_ag_news, LabelOrder::kFixed, kTopics},
      {"ag-news-title", read_ag_news_title, LabelOrder::kFixed, kTopics},
  };
  return kTable;
}

std::vector<std::string> dataset_formats() {
  std::vector<std::string> names;
  for (const DatasetFormat& format : dataset_format_table()) names.push_back(format.name);
  return names;
}

Dataset read_dataset(const std::string& format_name, const std::vector<std::string>& paths,
                     const std::vector<std::string>& labels) {
  const DatasetFormat& format = format_named(format_name);
  check(!paths.empty(), "[", format_name, "] no file or folder is given.");
  RowCollector rows;
  for (const std::string& path : paths) format.read(path, rows);
  if (!labels.empty()) return assembled(rows, labels, format_name, format.order);
  bool fixed = format.order == LabelOrder::kFixed;
  return assembled(rows, fixed ? format.labels : labels_in(rows, format.order), format_name, format.order);
}

std::vector<size_t> Dataset::class_counts() const {
  std::vector<size_t> counts(labels.size(), 0);
  for (const Example& example : examples) ++counts[static_cast<size_t>(example.label)];
  return counts;
}

}  // namespace heed
