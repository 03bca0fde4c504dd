// The table of data set formats. A reader takes one file and gives its rows to the collector; a new format is
// a function and a line in the table.
#pragma once

#include <string>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/data/rows.h"

namespace heed {

enum class LabelOrder { kFixed, kSorted, kAsMet };

struct DatasetFormat {
  const char* name;
  void (*read)(const std::string& path, const ReadOptions& options, RowCollector& rows);
  LabelOrder order;
  std::vector<std::string> labels;  // for kFixed; a reader's use_labels() goes before it
  // The first of these is read where a folder is given; empty: the reader takes folders itself.
  std::vector<std::string> files = {};
  bool phrases_of_sentences =
      false;  // rows belong to the longest row that holds their words (phrase_groups.h)
};

const std::vector<DatasetFormat>& dataset_format_table();

// Plain text, one file per class (readers_lines.cpp).
void read_enron(const std::string& folder, const ReadOptions& options, RowCollector& rows);
void read_lines(const std::string& path, const ReadOptions& options, RowCollector& rows);
// Columns (readers_columns.cpp).
void read_csv(const std::string& path, const ReadOptions& options, RowCollector& rows);
void read_tsv(const std::string& path, const ReadOptions& options, RowCollector& rows);
void read_jsonl(const std::string& path, const ReadOptions& options, RowCollector& rows);
void read_json(const std::string& path, const ReadOptions& options, RowCollector& rows);
void read_fasttext(const std::string& path, const ReadOptions& options, RowCollector& rows);
void read_sst2(const std::string& path, const ReadOptions& options, RowCollector& rows);
// News (readers_news.cpp).
void read_ag_news(const std::string& path, const ReadOptions& options, RowCollector& rows);
void read_ag_news_title(const std::string& path, const ReadOptions& options, RowCollector& rows);
void read_ag_news_both(const std::string& path, const ReadOptions& options, RowCollector& rows);
// Emotions (readers_emotion.cpp).
void read_goemotions(const std::string& path, const ReadOptions& options, RowCollector& rows);
void read_dair_emotion(const std::string& path, const ReadOptions& options, RowCollector& rows);
void read_isear(const std::string& path, const ReadOptions& options, RowCollector& rows);
void read_enisear(const std::string& path, const ReadOptions& options, RowCollector& rows);
// Trees (readers_trees.cpp).
void read_sst_trees(const std::string& path, const ReadOptions& options, RowCollector& rows);

}  // namespace heed
