// Sentences whose words have a label each: names, parts of speech.
#pragma once

#include <string>
#include <vector>

namespace heed {

struct LabelledWords {
  std::vector<std::string> words, labels;  // as many
};

// A file, gzipped or not, in one of two forms:
//   columns  a line per word, its label in the last column, white space in between; an empty line ends a
//            sentence
//   jsonl    {"tokens": ["the", "sea"], "labels": ["O", "O"]} on each line
// `format` names it; "": jsonl by the file's name (".jsonl", ".jsonl.gz"), else columns. Error "[file:line]
// …" for a line that is neither, and for a file without a sentence; UsageError for another format.
std::vector<LabelledWords> read_labelled_words(const std::string& path, const std::string& format = "");

}  // namespace heed
