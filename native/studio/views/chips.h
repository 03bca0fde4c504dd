// Pieces of a text one after the other, as many lines as it takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

struct Chip {
  enum class Kind { kPlain, kChanged, kUnknown, kSpecial };
  std::string text;
  int64_t start = 0, end = 0;  // bytes of the text that it stands for
  Kind kind = Kind::kPlain;
  std::string tip;
  bool lit = false;
  double level = 0;  // of the ramp, instead of the chip's own colour
};

// At most `most` are drawn, and how many are not is said. The one that is pointed at.
std::optional<size_t> chips(Ui& ui, const std::string& label, const std::vector<Chip>& all,
                            size_t most = 400);

}  // namespace heed::studio
