// The table of data set formats. A reader takes one path and gives its rows to the collector; a new format is
// a function and a line in the table.
#pragma once

#include <string>
#include <vector>

#include "engine/data/rows.h"

namespace heed {

enum class LabelOrder { kFixed, kSorted, kAsMet };

struct DatasetFormat {
  const char* name;
  void (*read)(const std::string& path, RowCollector& rows);
  LabelOrder order;
  std::vector<std::string> labels;  // for kFixed
};

const std::vector<DatasetFormat>& dataset_format_table();

// Plain text, one file per class (readers_lines.cpp).
void read_enron(const std::string& folder, RowCollector& rows);
void read_lines(const std::string& path, RowCollector& rows);
// Columns (readers_columns.cpp).
void read_csv(const std::string& path, RowCollector& rows);
void read_tsv(const std::string& path, RowCollector& rows);
void read_jsonl(const std::string& path, RowCollector& rows);
void read_sst2(const std::string& path, RowCollector& rows);
void read_ag_news(const std::string& path, RowCollector& rows);
void read_ag_news_title(const std::string& path, RowCollector& rows);

}  // namespace heed
