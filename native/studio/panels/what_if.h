// What if: a weight of the map, a row or a head is another one, a word is hidden or replaced. What the model
// then says stands beside what it said.
#pragma once

#include <string>

#include "native/studio/parts/why.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

class WhatIfPanel {
 public:
  WhatIfPanel(Why& why, Explorer& explorer) : why_(why), explorer_(explorer) {}

  void draw(Ui& ui);
  // The height in the last frame: the map gets the rest.
  float height() const { return height_; }

 private:
  void orders(Ui& ui);
  void cell(Ui& ui, const Cell& pin);
  void word(Ui& ui, const Cell& pin);
  void outcome(Ui& ui);
  void order(Ui& ui, const char* label, const char* meaning, const NamedEdit& edit);
  // The map that is shown, under the edits: its words and weights.
  Heat shown() const;
  std::string head() const;  // "0.1" of the chosen layer and head, "0.*" of all heads
  std::string name_of_head() const;

  Why& why_;
  Explorer& explorer_;
  std::string word_;  // what is typed to stand in a word's place
  float height_ = 0;
};

}  // namespace heed::studio
