// How often a value lies where: bars over even bins, and a line at one value.
#pragma once

#include <string>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

struct Histogram {
  std::vector<double> counts;
  double from = 0, to = 1;
  double mark = 0;  // the mean or the median, as the words below it say
};

// As wide as there is room.
void histogram(Ui& ui, const std::string& label, const Histogram& given);

// Counts over `bins` even bins from 0 to `most`; the last one holds what is above it.
std::vector<double> binned(const std::vector<double>& values, size_t bins, double most);

}  // namespace heed::studio
