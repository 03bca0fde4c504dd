// Labelled texts, and the readers that get them from files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heed {

struct Example {
  std::string text;  // as in the file; may hold bytes that are not UTF-8
  int label = 0;     // index into Dataset::labels
};

struct Dataset {
  std::vector<std::string> labels;
  std::vector<Example> examples;
  // One per file and problem, with the line numbers of the rows (from 1): rows that were left out, and rows
  // that were kept although they are not UTF-8.
  std::vector<std::string> warnings;

  std::vector<size_t> class_counts() const;  // [labels]
};

// Reads files or folders in the given order; examples keep the order of the rows.
//
//   enron                  a folder with intent_pos (request, class 1) and intent_neg (no_request, class 0),
//   one text
//                          per line; of each folder first all of intent_pos, then all of intent_neg
//   lines                  one text file per class, given one by one or as a folder; the label is the file's
//   name
//                          without its extension, classes in the order of the files
//   csv tsv jsonl          columns found by their names ("text" or "sentence", "label" or "class", …), or
//   without a
//                          header the first is the text and the second the label; labels are sorted
//   sst2                   tab-separated with a header "label sentence" or "label content"; 0 negative, 1
//   positive ag-news ag-news-title  csv without header: class 1 to 4, title, description
//
// `labels`, where not empty, is the order of classes to use, that of an existing model for instance; a label
// in the data that it does not have is an Error. An unknown format is a UsageError. A file without a usable
// row is an Error.
Dataset read_dataset(const std::string& format, const std::vector<std::string>& paths,
                     const std::vector<std::string>& labels = {});

std::vector<std::string> dataset_formats();

}  // namespace heed
