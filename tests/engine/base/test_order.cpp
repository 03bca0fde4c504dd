#include "engine/base/order.h"

#include <algorithm>

#include "engine/base/random.h"
#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("Items are sorted, and equal ones keep their order", "[base]") {
  struct Item {
    size_t key, place;
  };
  const auto by_key = [](const Item& a, const Item& b) { return a.key < b.key; };
  Random random(5);
  for (const size_t kinds : {1, 3, 1000})
    for (const size_t count : {0, 1, 2, 33, 1000}) {
      std::vector<Item> items;
      for (size_t i = 0; i < count; ++i) items.push_back({random.below(kinds), i});
      std::vector<Item> want = items;
      std::stable_sort(want.begin(), want.end(), by_key);
      const auto order = order_of(count, [&](size_t a, size_t b) { return by_key(items[a], items[b]); });
      sort_stably(items, by_key);
      bool same = items.size() == count && order.size() == count;
      for (size_t i = 0; i < count; ++i)
        same = same && items[i].place == want[i].place && order[i] == want[i].place;
      CHECK(same);
    }
}
