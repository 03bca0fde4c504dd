// The rows of a data file with the words that speak most for a class and against it: sorted by a click on a
// column, opened under Explore by a click on a row.
#pragma once

#include "native/studio/parts/contribution_table.h"
#include "native/studio/parts/explorer.h"
#include "native/studio/section.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

class ContributionsPanel {
 public:
  ContributionsPanel(ContributionTable& explained, DataTable& table, Explorer& explorer, Section& section)
      : explained_(explained), table_(table), explorer_(explorer), section_(section) {}

  void draw(Ui& ui);

 private:
  void choices(Ui& ui);
  void order(Ui& ui);
  void table(Ui& ui);
  void heads(Ui& ui);
  void row(Ui& ui, int index, double most);

  ContributionTable& explained_;
  DataTable& table_;
  Explorer& explorer_;
  Section& section_;
};

}  // namespace heed::studio
