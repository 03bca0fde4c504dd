// What words add in the rows of a data file: of each row the words that speak most for a class and against
// it, to be sorted.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/explaining/contributions.h"
#include "native/studio/parts/data_table.h"

namespace heed::studio {

struct Strongest {
  std::string word;  // "": there is none
  double value = 0;
};

// The words that count most for one row and class.
struct ClassSummary {
  Strongest in_favour, against;
  double probability = 0;
  double sum = 0;  // of words and bias: the score
};

struct RowSummary {
  std::vector<ClassSummary> classes;  // in the model's order; none of a row without words
  size_t predicted = 0;
};

RowSummary summary_of(const session::TextContributions& found);

enum class SortBy { kRow, kLabel, kPrediction, kFor, kAgainst, kSum };

class ContributionTable {
 public:
  ContributionTable(Jobs& files, Mailbox& mailbox) : files_(files), mailbox_(mailbox) {}

  // Explains all rows in the background by the model in this folder, which is opened for it: the explored one
  // is in use. `title` is what panels call it.
  void explain(const std::string& folder, const std::string& title, const DataTable& table);
  void stop();  // with what there is so far
  bool busy() const { return stop_ != nullptr; }

  // Whether these rows are of `table` as it is now.
  bool is_of(const DataTable& table) const { return data_ && data_ == table.rows(); }
  const session::Labelled& data() const { return *data_; }
  const std::string& title() const { return title_; }
  const std::vector<std::string>& classes() const { return classes_; }
  const std::vector<RowSummary>& rows() const { return rows_; }
  // The class that a row is shown for: the chosen one, or what is predicted.
  size_t class_of(size_t row) const;
  const ClassSummary* shown_class(int row) const;  // null: the row has no words

  // Rows that match the filter (its order is another's), in this order.
  const std::vector<int>& shown() const { return shown_; }
  void arrange(const Filter& filter);

  SortBy by = SortBy::kRow;
  bool descending = false;
  int label = -1;   // of the model's classes; -1: of each row the one that is predicted
  double done = 0;  // share of the rows, while busy
  std::string problem;

 private:
  bool before(int a, int b) const;

  Jobs& files_;
  Mailbox& mailbox_;
  std::shared_ptr<std::atomic<bool>> stop_;  // of the job that runs; null: none does
  std::shared_ptr<const session::Labelled> data_;
  std::string title_;
  std::vector<std::string> classes_;
  std::vector<RowSummary> rows_;
  std::vector<int> shown_;
};

}  // namespace heed::studio
