// Curves over epochs: pointed at they tell their values, the wheel zooms, dragging moves, a double click
// shows all.
#pragma once

#include <string>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

struct Curve {
  std::string name;  // in the readout
  ImU32 colour = 0;
  bool dashed = false;
  std::vector<ImVec2> points;  // x ascending
  bool faint = false;          // behind the others, without a readout
  float marked = 0;            // the best x, with a ring around its point; 0: there is none
};

// An exponential moving average, 0 to below 1, that does not lag at its begin (as TensorBoard draws it).
std::vector<ImVec2> smoothed(const std::vector<ImVec2>& points, float weight);

struct ChartRange {
  float from = 0, to = 0;  // of x; equal: all
};

// The lowest and highest y of the points with x in the range, with a little air; `floor` and `ceiling` bound
// them.
ImVec2 value_range(const std::vector<Curve>& curves, float from, float to, float floor, float ceiling);

struct ChartScale {
  float ceiling = 0;
  int digits = 4;            // of the values that are told
  bool logarithmic = false;  // of y
};

// `range` is what the user zoomed to; charts that share one move together.
void line_chart(Ui& ui, const std::string& label, const std::vector<Curve>& curves, ImVec2 size,
                ChartRange* range, const ChartScale& scale);

}  // namespace heed::studio
