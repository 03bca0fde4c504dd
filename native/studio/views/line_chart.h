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
};

struct ChartRange {
  float from = 0, to = 0;  // of x; equal: all
};

// The lowest and highest y of the points with x in the range, with a little air; `floor` and `ceiling` bound
// them.
ImVec2 value_range(const std::vector<Curve>& curves, float from, float to, float floor, float ceiling);

// `range` is what the user zoomed to; charts that share one move together. `digits` of the values.
void line_chart(Ui& ui, const std::string& label, const std::vector<Curve>& curves, ImVec2 size,
                ChartRange* range, float ceiling, int digits);

}  // namespace heed::studio
