// The window's sections, by the names that stand in its head.
#pragma once

#include <string>
#include <vector>

namespace heed::studio {

enum class Section { kTrain, kExplore, kEvidence, kTwoSentences, kLab, kTokenizer, kData, kCompare, kModels };

const std::vector<std::string>& section_names();  // in the order of the enumeration
std::string name_of(Section section);
Section section_of(const std::string& name);  // Train where no section has this name

}  // namespace heed::studio
