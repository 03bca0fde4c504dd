// A map of weights, a row per query and a column per key, coloured by the ramp.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

struct Cell {
  int query = 0, key = 0;
  bool operator==(const Cell&) const = default;
};

struct Heat {
  std::vector<std::string> queries, keys;
  std::vector<float> weights;  // [queries, keys]
  float full = 1;              // the weight with the ramp's last colour
  bool numbers = false;        // written into the cells
};

// What points at a cell, here or in another view.
struct Pointing {
  std::optional<Cell> hover;  // of this frame's mouse
  std::optional<Cell> last;   // of the frame before: views drawn before the one that is pointed at follow it
  std::optional<Cell> pin;    // clicked; arrow keys move it, Escape lets go
  std::optional<Cell> shown() const { return hover ? hover : last ? last : pin; }
  void next_frame() { last = std::exchange(hover, std::nullopt); }
};

// The pin after an arrow key; `T` queries, `S` keys. From nothing it is the first cell.
Cell moved(const std::optional<Cell>& pin, int dx, int dy, int T, int S);

void heat_map(Ui& ui, const std::string& label, const Heat& heat, ImVec2 size, Pointing* pointing);

// The ramp from 0 to `full`, with its ends in numbers.
void legend(Ui& ui, float full, const std::string& meaning);

}  // namespace heed::studio
