#include "engine/base/fields.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"

namespace heed {
namespace {

constexpr double kJustInside = 1e-6;  // how near a form comes to an end that is not allowed itself

std::string plainly(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15)
    return std::to_string(static_cast<int64_t>(value));
  return join({MessagePart(value)});
}

}  // namespace

double Bounds::clamped(double value) const {
  if (!std::isfinite(value)) return above ? minimum + kJustInside : minimum;
  return std::clamp(value, above ? minimum + kJustInside : minimum, below ? maximum - kJustInside : maximum);
}

std::string Bounds::words() const {
  const std::string least = plainly(minimum), most = plainly(maximum);
  if (!above && !below) return join({least, " to ", most});
  return join({above ? "more than " : "", least, above ? "" : " or more", " and ",
               below ? "less than " : "at most ", most});
}

bool Field::is_for(const std::string& name) const {
  return task == nullptr || (", " + std::string(task) + ", ").find(", " + name + ", ") != std::string::npos;
}

const Field* FieldList::find(const std::string& key) const {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Field& f) { return f.key == key; });
  return found == all.end() ? nullptr : &*found;
}

bool FieldList::is_group(const std::string& key) const {
  const std::string below = key + ".";
  return std::any_of(all.begin(), all.end(), [&](const Field& f) { return f.key.rfind(below, 0) == 0; });
}

bool FieldList::is_optional_group(const std::string& key) const {
  return std::find(optional_groups.begin(), optional_groups.end(), key) != optional_groups.end();
}

}  // namespace heed
