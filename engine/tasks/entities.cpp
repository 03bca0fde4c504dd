#include "engine/tasks/entities.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/tasks/metrics.h"

namespace heed {

std::vector<Entity> entities(const std::vector<int>& labels, size_t begin, size_t end,
                             const std::vector<std::string>& names) {
  std::vector<Entity> found;
  Entity open;
  for (size_t i = begin; i <= end; ++i) {
    const std::string label = i < end ? names[static_cast<size_t>(labels[i])] : "O";
    const bool begins = label.rfind("B-", 0) == 0, marked = begins || label.rfind("I-", 0) == 0;
    const std::string kind = label == "O" ? "" : marked ? label.substr(2) : label;
    if (!open.kind.empty() && (begins || kind != open.kind)) {
      open.end = i;
      found.push_back(open);
      open = {};
    }
    if (open.kind.empty() && !kind.empty()) open = {i, i, kind};
  }
  return found;
}

nlohmann::json entity_figures(const std::vector<int>& truth, const std::vector<int>& predicted,
                              const std::vector<size_t>& lengths, const std::vector<std::string>& names) {
  double hits = 0, wanted = 0, given = 0;
  size_t begin = 0;
  for (const size_t length : lengths) {
    const size_t end = begin + length;
    const std::vector<Entity> right = entities(truth, begin, end, names),
                              found = entities(predicted, begin, end, names);
    wanted += static_cast<double>(right.size());
    given += static_cast<double>(found.size());
    hits += static_cast<double>(std::count_if(found.begin(), found.end(), [&](const Entity& e) {
      return std::binary_search(right.begin(), right.end(), e);
    }));
    begin = end;
  }
  const double precision = ratio(hits, given), recall = ratio(hits, wanted);
  return {{"entity_precision", precision},
          {"entity_recall", recall},
          {"entity_f1", ratio(2 * precision * recall, precision + recall)}};
}

}  // namespace heed
