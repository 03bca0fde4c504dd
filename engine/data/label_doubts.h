// What makes one doubt that values are the classes that were meant.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace heed {

// Sentences about a column's values and how often each is there: names that differ by case or spaces alone,
// one name for several classes ("a|b"), numbers, as many values as an id has. `column` is what sentences call
// it.
std::vector<std::string> label_doubts(const std::map<std::string, size_t>& counts, const std::string& column);

}  // namespace heed
