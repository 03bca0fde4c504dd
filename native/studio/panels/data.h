// A data file as it is; its rows: browse, filter, sort by what a model finds odd, mend, and save under
// another name; or what their words add to what a model says of them.
#pragma once

#include <string>

#include "native/studio/panels/contributions.h"
#include "native/studio/parts/data_file.h"
#include "native/studio/parts/data_table.h"
#include "native/studio/parts/explorer.h"
#include "native/studio/parts/fold_judge.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

class DataPanel {
 public:
  // The explored model judges the rows, and a row that is clicked becomes its sentence.
  // `form` is the recipe by which models are trained that judge them by folds.
  DataPanel(DataTable& table, DataFile& file, FoldJudge& folds, const Form& form, Explorer& explorer,
            ContributionTable& explained, Section& section)
      : table_(table),
        file_(file),
        folds_(folds),
        form_(form),
        explorer_(explorer),
        contributions_(explained, table, explorer, section) {}

  void draw(Ui& ui);
  void show_file() { shown_ = Shown::kFile; }

 private:
  enum class Shown { kFile, kRows, kContributions };

  void source(Ui& ui);
  void filters(Ui& ui);
  void judge(Ui& ui);
  void judge_by_folds(Ui& ui);
  void rows(Ui& ui, float height);
  void row(Ui& ui, int index);
  void text_of(Ui& ui, int index);
  void label_of(Ui& ui, int index);
  void score_of(size_t index) const;
  void additions(Ui& ui);
  void saving(Ui& ui);
  bool choose_shown(Ui& ui);

  DataTable& table_;
  DataFile& file_;
  FoldJudge& folds_;
  const Form& form_;
  Explorer& explorer_;
  ContributionsPanel contributions_;
  Shown shown_ = Shown::kRows;
  std::string new_sentence_;  // what is typed
  size_t new_label_ = 0;
  bool to_end_ = false;  // the table scrolls to its end
};

}  // namespace heed::studio
