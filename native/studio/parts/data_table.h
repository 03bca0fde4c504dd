// Labelled rows that are browsed and edited: what is shown in which order, and what was changed.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/session/training/labelled.h"
#include "native/studio/parts/jobs.h"

namespace heed::studio {

enum class Order { kFile, kLoss, kConfidence };  // largest loss, least confidence first

struct Filter {
  std::string words;  // part of the text, in any case of ASCII letters
  int label = -1;     // -1: any
  Order order = Order::kFile;
};

// Rows that match, in their order. Scores may be fewer than rows: those without one come last.
std::vector<int> select_rows(const session::Labelled& data, const std::vector<session::RowScore>& scores,
                             const Filter& filter);

class DataTable {
 public:
  DataTable(Jobs& files, Mailbox& mailbox) : files_(files), mailbox_(mailbox) {}

  // Reads in the background; `loaded` is called when it is there. A problem leaves the old rows.
  void load(const std::string& path, const std::string& format, const std::vector<std::string>& set,
            std::function<void()> loaded);
  void score(const std::string& model, const std::string& title);
  // Scores from elsewhere, of all rows of that file; false where it is not the one that is open.
  bool take_scores(const std::string& path, std::shared_ptr<std::vector<session::RowScore>> scores,
                   const std::string& by);
  // To a file of its own; one that is there is written over only when `replace`.
  void save(const std::string& file, bool replace, session::Cells cells);

  bool empty() const { return data_->rows.empty(); }
  const session::Labelled& data() const { return *data_; }
  std::shared_ptr<const session::Labelled> rows() const { return data_; }  // as they are now
  const std::string& path() const { return path_; }
  const std::vector<session::RowScore>& scores() const { return *scores_; }
  const std::string& judged_by() const { return judged_by_; }  // whose scores they are
  const std::vector<int>& shown() const { return shown_; }

  void relabel(int row, int label);
  void forget_changes();  // those that are not saved are given up, or are saved
  // Whether the model's loss is that of another label than the row has now.
  bool is_relabelled(int row) const {
    const auto read = labels_read_.find(row);
    return read != labels_read_.end() && read->second != data_->rows[static_cast<size_t>(row)].label;
  }
  void add(const std::string& text, int label);
  void select();  // after `filter` has changed

  Filter filter;
  bool loading = false, scoring = false, saving = false;
  double scored = 0;            // share of the rows, while scoring
  std::set<int> changed;        // rows that were edited or added since loading
  std::string problem, note;    // note: what was done last
  std::string asks_to_replace;  // a file that is there: to be asked about

 private:
  void show(std::shared_ptr<std::vector<session::RowScore>> scores, const std::string& by);
  session::Labelled& editable();  // a copy when a job still reads the rows

  Jobs& files_;
  Mailbox& mailbox_;
  std::string path_;
  std::shared_ptr<session::Labelled> data_ = std::make_shared<session::Labelled>();
  std::shared_ptr<std::vector<session::RowScore>> scores_ =
      std::make_shared<std::vector<session::RowScore>>();
  std::string judged_by_;
  std::vector<int> shown_;
  std::map<int, int> labels_read_;  // of rows that were relabelled: what the file says
};

}  // namespace heed::studio
