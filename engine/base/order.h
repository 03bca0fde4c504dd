// Stable sorting by one compiled function. Each order that std::stable_sort is called with weighs three
// kilobytes, which the page has to download.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace heed {

// Whether item a comes before item b, and what that is looked up in.
struct IndexOrder {
  const void* context;
  bool (*before)(const void* context, size_t a, size_t b);
};

// 0 … count - 1 in this order; equal ones keep theirs. count · log(count) comparisons.
std::vector<size_t> order_of(size_t count, IndexOrder order);

template <class Before>
std::vector<size_t> order_of(size_t count, const Before& before) {
  return order_of(count, IndexOrder{&before, [](const void* context, size_t a, size_t b) -> bool {
                                      return (*static_cast<const Before*>(context))(a, b);
                                    }});
}

// Sorts the items themselves.
template <class T, class Less>
void sort_stably(std::vector<T>& items, const Less& less) {
  std::vector<T> sorted;
  sorted.reserve(items.size());
  for (const size_t i : order_of(items.size(), [&](size_t a, size_t b) { return less(items[a], items[b]); }))
    sorted.push_back(std::move(items[i]));
  items = std::move(sorted);
}

}  // namespace heed
