#include "engine/data/dataset.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "engine/base/error.h"
#include "engine/base/names.h"
#include "engine/data/columns.h"
#include "engine/data/format_guess.h"
#include "engine/data/label_doubts.h"
#include "engine/data/phrase_groups.h"
#include "engine/data/readers.h"
#include "engine/format/fields_json.h"

namespace heed {
namespace {

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

// The class that a label of the data is: by its name, or by its name but for case when just one is like it.
int class_of(const std::string& label, const std::vector<std::string>& labels,
             const std::map<std::string, int>& ids) {
  if (const auto id = ids.find(label); id != ids.end()) return id->second;
  int like_it = -1;
  for (size_t c = 0; c < labels.size(); ++c) {
    if (lower_ascii(labels[c]) != lower_ascii(label)) continue;
    if (like_it >= 0) return -1;
    like_it = static_cast<int>(c);
  }
  return like_it;
}

Dataset assembled(const RowCollector& rows, const std::vector<std::string>& labels,
                  const DatasetFormat& format) {
  Dataset dataset;
  dataset.labels = labels;
  dataset.warnings = rows.warnings();
  dataset.left_out = rows.left_out();
  dataset.files = rows.files();
  std::map<std::string, int> ids;
  for (const std::string& label : labels) ids.emplace(label, static_cast<int>(ids.size()));
  for (const auto& row : rows.rows()) {
    const int id = class_of(row.label, labels, ids);
    if (id < 0)
      fail("[", format.name, "] the data has the label \"", row.label,
           "\" (labels: ", listed(labels_in(rows, format.order)),
           "), expected only labels of the model: ", listed(labels),
           ". data.label_map can say which is which.");
    dataset.examples.push_back({row.text, id, {}, row.file, row.number});
    if (rows.groups() > 0) dataset.groups.push_back(row.group);
  }
  return dataset;
}

// A column of ids, dates or texts taken for labels makes as many classes as rows.
void check_classes(const std::vector<std::string>& labels, size_t rows, const std::string& path,
                   const ReadOptions& options, std::vector<std::string>& warnings) {
  constexpr size_t kFewClasses = 20;
  if (labels.size() < 3) return;
  std::ostringstream seen;
  seen << "[" << path << "] " << labels.size() << " of " << rows << " values are different (" << labels[0]
       << ", " << labels[1] << ", …): is this column an id? data.label_column names another";
  check(labels.size() <= static_cast<size_t>(options.most_classes), seen.str(), "; expected at most ",
        options.most_classes, " classes, which data.most_classes raises.");
  if (labels.size() > kFewClasses && 2 * labels.size() > rows) warnings.push_back(seen.str() + ".");
}

std::vector<int> groups_by_words(const RowCollector& rows) {
  std::vector<std::string_view> texts;
  for (const auto& row : rows.rows()) texts.push_back(row.text);
  return phrase_groups(texts);
}

// In the data, before some of its labels are left out by a map.
void doubt_labels(const RowCollector& rows, const std::string& path, std::vector<std::string>& warnings) {
  std::map<std::string, size_t> counts;
  for (const auto& row : rows.rows()) ++counts[row.label];
  for (const std::string& doubt : label_doubts(counts, "the label column"))
    warnings.push_back("[" + path + "] " + doubt + ".");
}

const DatasetFormat& format_named(const std::string& name) {
  for (const DatasetFormat& format : dataset_format_table())
    if (name == format.name) return format;
  fail<UsageError>("[data] there is no format \"", name, "\": expected one of ", listed(dataset_formats()),
                   ".");
}

std::string guessed_format(const std::string& path) {
  std::string format = format_of_file(path);
  check(!format.empty(), "[", path,
        "] neither its name nor its content says how it is written: choose a format (--set data.format=NAME) "
        "of ",
        listed(dataset_formats()), ".");
  return format;
}

}  // namespace

const std::vector<DatasetFormat>& dataset_format_table() {
  static const std::vector<std::string> kTopics = {"World", "Sports", "Business", "Sci/Tech"};
  static const std::vector<std::string> kNews = {"train.csv", "train_subset.csv"};
  static const std::vector<DatasetFormat> kTable = {
      {"enron", read_enron, LabelOrder::kFixed, {"no_request", "request"}},
      {"lines", read_lines, LabelOrder::kAsMet, {}},
      {"csv", read_csv, LabelOrder::kSorted, {}, {"train.csv"}},
      {"tsv", read_tsv, LabelOrder::kSorted, {}, {"train.tsv"}},
      {"jsonl", read_jsonl, LabelOrder::kSorted, {}, {"train.jsonl"}},
      {"json", read_json, LabelOrder::kSorted, {}, {"train.json"}},
      {"fasttext", read_fasttext, LabelOrder::kSorted, {}, {"train.txt"}},
      {"sst2", read_sst2, LabelOrder::kFixed, {"negative", "positive"}, {"train.tsv"}, true},
      {"sst-trees", read_sst_trees, LabelOrder::kFixed, {}, {"train.txt"}},
      {"ag-news", read_ag_news, LabelOrder::kFixed, kTopics, kNews},
      {"ag-news-title", read_ag_news_title, LabelOrder::kFixed, kTopics, kNews},
      {"ag-news-both", read_ag_news_both, LabelOrder::kFixed, kTopics, kNews},
      {"goemotions", read_goemotions, LabelOrder::kFixed, {}, {"train.tsv", "ekman/train.tsv"}},
      {"dair-emotion", read_dair_emotion, LabelOrder::kSorted, {}, {"train.txt"}},
      {"isear", read_isear, LabelOrder::kSorted, {}, {"isear.csv"}},
      {"enisear", read_enisear, LabelOrder::kSorted, {}, {"enISEAR.tsv", "enISEAR_appraisal.tsv"}},
      {"deisear", read_enisear, LabelOrder::kSorted, {}, {"deISEAR.tsv"}},
  };
  return kTable;
}

const Fields<ReadOptions>& read_option_fields() {
  using O = ReadOptions;
  static const auto fields =
      Fields<O>()
          .formed("text_column", &O::text_columns, Field::Kind::kNames, kNamesForm,
                  "Text column, or columns.")
          .formed("links_column", &O::links_column, Field::Kind::kText, kNameForm,
                  "Pairs of texts: number of the column with word alignments, \"0-0 1-2\". Heed compares "
                  "attention with them.")
          .only_for("translate")
          .formed("label_column", &O::label_column, Field::Kind::kText, kNameForm, "Label column.")
          .flag("header", &O::header, "Read the first line as column names; null: detect it.")
          .text("delimiter", &O::delimiter,
                "csv, tsv: delimiter between fields, one character or tab; empty: detect it.")
          .text("encoding", &O::encoding,
                "Encoding: utf-8, utf-16, windows-1252, latin-1 or macintosh; empty: detect it.")
          .number("most_classes", &O::most_classes, {2, 1000000},
                  "Largest number of classes. With more labels, Heed takes the column for ids and stops.")
          .open("label_map",
                "Map labels to new labels: {\"joy\": \"positive\"}. Rows with other labels are left out.")
          .flag("single_label", &O::single_label, "GoEmotions: leave out rows with several labels.")
          .flag("phrases", &O::phrases, "Trees: use their phrases as examples too.")
          .flag("binary", &O::binary, "Trees: use two classes and leave out neutral texts.")
          .flag("restore_emotion", &O::restore_emotion,
                "ISEAR format: put the emotion word back into \"I felt … when\".");
  return fields;
}

std::vector<std::string> dataset_formats() {
  std::vector<std::string> names;
  for (const DatasetFormat& format : dataset_format_table()) names.push_back(format.name);
  return names;
}

Dataset read_dataset(const std::string& format_name, const std::vector<std::string>& paths,
                     const ReadOptions& options) {
  const std::string name =
      paths.empty() || !format_name.empty() ? format_name : guessed_format(paths.front());
  const DatasetFormat& format = format_named(name);
  check(!paths.empty(), "[", format_name, "] no file or folder is given.");
  RowCollector rows(options.label_map);
  for (const std::string& path : paths) {
    const DatasetFormat& own = format_name.empty() ? format_named(guessed_format(path)) : format;
    own.read(own.files.empty() ? path : find_text(path, own.files), options, rows);
  }
  if (rows.labels().empty() && format.order == LabelOrder::kFixed) rows.use_labels(format.labels);
  const std::vector<std::string> own = rows.labels().empty() ? labels_in(rows, format.order) : rows.labels();
  std::vector<std::string> doubts;
  if (options.labels.empty() && rows.labels().empty()) {
    check_classes(own, rows.rows().size(), paths.front(), options, doubts);
    doubt_labels(rows, paths.front(), doubts);
  }
  Dataset dataset = assembled(rows, options.labels.empty() ? own : options.labels, format);
  dataset.warnings.insert(dataset.warnings.end(), doubts.begin(), doubts.end());
  if (format.phrases_of_sentences) dataset.groups = groups_by_words(rows);
  return dataset;
}

std::vector<size_t> Dataset::class_counts() const {
  std::vector<size_t> counts(labels.size(), 0);
  for (const Example& example : examples) ++counts[static_cast<size_t>(example.label)];
  return counts;
}

}  // namespace heed
