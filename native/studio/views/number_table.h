// A matrix of numbers with names on its sides, coloured by size and sign: what a computation has at one step.
#pragma once

#include <string>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

struct NumberTable {
  std::vector<std::string> rows, columns;  // columns empty: numbered from 1
  std::vector<float> values;               // [rows, C]; -infinity is a masked score, NaN nothing
  int C = 0;
  int lit_row = -1;               // drawn with a frame
  bool by_row = false;            // full colour is each row's largest value, else that of all
  std::vector<bool> one_sided;    // [rows] that are coloured as attention is; empty: none
  std::vector<std::string> tips;  // [rows], of their names; empty: none
  float cell = 46, names = 110;   // width of a column, and of the names at most, in points
};

// As wide as there is room, with a bar to move it where it is wider. Pointing at a cell reads it in full.
void number_table(Ui& ui, const std::string& label, const NumberTable& table);

}  // namespace heed::studio
