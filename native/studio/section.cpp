#include "native/studio/section.h"

#include <algorithm>

namespace heed::studio {

const std::vector<std::string>& section_names() {
  static const std::vector<std::string> kNames{"Train",     "Explore", "Evidence", "Two sentences", "Lab",
                                               "Tokenizer", "Data",    "Compare",  "Models"};
  return kNames;
}

std::string name_of(Section section) {
  return section_names()[static_cast<size_t>(section)];
}

Section section_of(const std::string& name) {
  const std::vector<std::string>& names = section_names();
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? Section::kTrain : static_cast<Section>(found - names.begin());
}

}  // namespace heed::studio
