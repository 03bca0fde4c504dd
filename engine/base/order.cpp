#include "engine/base/order.h"

#include <algorithm>
#include <numeric>

namespace heed {

std::vector<size_t> order_of(size_t count, IndexOrder order) {
  std::vector<size_t> sorted(count);
  std::iota(sorted.begin(), sorted.end(), size_t{0});
  const auto before = [&](size_t a, size_t b) {
    if (order.before(order.context, a, b)) return true;
    return a < b && !order.before(order.context, b, a);
  };
  // A heap's code is a tenth of std::sort's.
  std::make_heap(sorted.begin(), sorted.end(), before);
  std::sort_heap(sorted.begin(), sorted.end(), before);
  return sorted;
}

}  // namespace heed
