// Labelled texts, and the readers that get them from files.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"

namespace heed {

struct Example {
  std::string text;              // as in the file; may hold bytes that are not UTF-8
  int label = 0;                 // index into Dataset::labels
  std::vector<int> needed = {};  // words on which the label hangs, where the data says so
  int file = 0;                  // index into Dataset::files
  size_t row = 0;  // its number there, from 1, as a spreadsheet or an editor shows it; 0: it is of no file
};

struct Dataset {
  std::vector<std::string> labels;
  std::vector<Example> examples;
  // [examples], or empty: texts of one group (the phrases of a sentence, the two forms of a news item) belong
  // into the same part of a split.
  std::vector<int> groups;
  // One per file and problem, with the line numbers of the rows (from 1): rows that were left out, and rows
  // that were kept although they are not UTF-8.
  std::vector<std::string> warnings;
  size_t left_out = 0;             // rows
  std::vector<std::string> files;  // that were read

  std::vector<size_t> class_counts() const;  // [labels]
};

struct ReadOptions {
  // The order of classes to use where it is not empty, that of an existing model for instance. A label that
  // differs from one of them only in the case of ASCII letters is that one; any other is an Error.
  std::vector<std::string> labels;
  // csv, tsv, jsonl: the columns, each by its name in the header or by its number from 1; several texts are
  // joined with a space. Empty: found by the usual names.
  std::vector<std::string> text_columns;
  std::string label_column;
  std::string links_column;    // of pairs of texts: links between their words
  std::optional<bool> header;  // whether csv and tsv have one; none: as it looks
  std::string delimiter;       // csv, tsv: one character or "tab"; empty: as it looks
  std::string encoding;        // as as_utf8() has it; empty: as it looks
  // What labels become; rows whose label is not in it are left out. Empty: labels stay.
  std::map<std::string, std::string> label_map;
  int most_classes = 1000;   // more labels that only the data names are an Error: it is another column
  bool single_label = true;  // goemotions: rows with several labels are left out, else they are repeated
  bool phrases = false;      // sst-trees: every phrase is a text, not whole sentences alone
  bool binary = false;       // sst-trees: negative and positive, neutral left out, instead of five classes
  bool restore_emotion = false;  // enisear: "I felt ... when" gets its emotion word back
};
// As keys of a recipe's "data". "label_map" stays open, and `labels` is none of them.
const Fields<ReadOptions>& read_option_fields();

// Reads files or folders in the given order; examples keep the order of the rows. Files may be gzipped, may
// begin with a byte order mark and may have lines that end in "\r\n". Of a folder the file with the data
// set's usual name is read ("train.csv", "train.tsv.gz").
//
//   enron          a folder with intent_pos (request, class 1) and intent_neg (no_request, class 0), one text
//   per
//                  line; of each folder first all of intent_pos, then all of intent_neg
//   lines          one text file per class, given one by one or as a folder; the label is the file's name
//   without
//                  its extension, classes in the order of the files
//   csv tsv jsonl  columns found by their names ("text" or "sentence", "label" or "class", …), or else by
//   their
//                  values (columns.h); labels are sorted. csv as in RFC 4180, also with semicolons, tabs or
//                  bars in place of commas
//   json           a list of objects, with the columns of jsonl
//   fasttext       "__label__NAME text" on each line; rows with several labels are left out
//   sst2           tab-separated with a header "label sentence" or "label content"; 0 negative, 1 positive;
//                  phrases of one sentence are a group
//   sst-trees      a tree of the Penn Treebank's form per line, "(3 (2 It) (4 works))", with labels 0 to 4
//   ag-news        csv: class 1 to 4, title, description; or with a header, `form` saying whether the text
//   has
//                  its title apart (split), in it (full) or not (desc). Title and description as one text
//   ag-news-title  the titles alone; rows that have none of their own are left out
//   ag-news-both   of every row both texts, title alone and title with description, as a group
//   goemotions     text, numbers of labels, comment id, tab-separated; names in labels.txt beside it,
//   otherwise
//                  those of the 28 original classes or, when no number is above 6, of the 7 Ekman classes
//   dair-emotion   "text;label", with or without a header
//   isear          the 43 columns of ISEAR, separated by |
//   enisear        tab-separated with the columns Prior_Emotion and Sentence; deisear is the same
//
// An empty `format` is found for each path by its ending and content (format_guess.h). An unknown one is a
// UsageError. A file without a usable row is an Error.
Dataset read_dataset(const std::string& format, const std::vector<std::string>& paths,
                     const ReadOptions& options = {});

std::vector<std::string> dataset_formats();

}  // namespace heed
