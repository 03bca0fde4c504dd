// Which sentence a phrase belongs to, where a data set holds sentences and their phrases as rows of their
// own, in any order (SST-2 as GLUE publishes it).
#pragma once

#include <string_view>
#include <vector>

namespace heed {

// A number per text; texts with the same number belong together. A text whose words stand side by side in a
// longer one belongs to it, to the longest when there are several (the first of equally long ones), so a
// number stands for one sentence that no other holds. Words are what white space separates.
std::vector<int> phrase_groups(const std::vector<std::string_view>& texts);

}  // namespace heed
