// A matrix of numbers with names on its sides, coloured by size and sign: what a computation has at one step.
#pragma once

#include <string>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

struct NumberTable {
  std::vector<std::string> rows, columns;  // columns empty: numbered from 1
  std::vector<float> values;               // [rows, C]; -infinity is a masked score
  int C = 0;
  int lit_row = -1;  // drawn with a frame
};

// As wide as there is room, with a bar to move it where it is wider. Pointing at a cell reads it in full.
void number_table(Ui& ui, const std::string& label, const NumberTable& table);

}  // namespace heed::studio
