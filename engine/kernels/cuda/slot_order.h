// Places sorted by the slots that they name, those of one slot in their own order: what lies together then is
// added up by one warp, in the same order every time.
#pragma once

#include "engine/kernels/cuda/launch.h"

namespace heed::cuda {

// A slot with one place that names it, as one number: no two are equal, so that whatever sorts them gives
// the same order.
HEED_DEVICE inline int64_t slot_key(int64_t slot, int64_t place) {
  return slot << 32 | place;
}
HEED_DEVICE inline int64_t slot_of(int64_t key) {
  return key >> 32;
}
HEED_DEVICE inline int64_t place_of(int64_t key) {
  return key & 0xffffffff;
}

// How many of `count` ascending keys are less than this one.
HEED_DEVICE inline int64_t keys_below(const int64_t* keys, int64_t count, int64_t key) {
  int64_t below = 0, end = count;
  while (below < end) {
    const int64_t middle = (below + end) / 2;
    if (keys[middle] < key)
      below = middle + 1;
    else
      end = middle;
  }
  return below;
}

// Each run of `run` places in order: a key's place is how many of its run are less.
inline void sort_runs(const Device& device, int64_t N, int64_t run, const int32_t* slots, int64_t* keys) {
  for_warps(device, N, [=] HEED_DEVICE(Warp team, int64_t n) {
    const int64_t first = n / run * run, count = N - first < run ? N - first : run;
    const int64_t key = slot_key(slots[n], n);
    const auto below = team.sum<int32_t>(
        count, [&](int64_t i) { return slot_key(slots[first + i], first + i) < key ? 1 : 0; });
    team.once([&] { keys[first + below] = key; });
  });
}

// Two sorted runs each become one: a key moves by as many as are less in the other.
inline void merge_runs(const Device& device, int64_t N, int64_t run, const int64_t* from, int64_t* to) {
  for_elements(device, N, [=] HEED_DEVICE(int64_t i) {
    const int64_t first = i / (2 * run) * (2 * run), middle = N - first < run ? N : first + run;
    const int64_t end = N - middle < run ? N : middle + run, key = from[i];
    if (i < middle)
      to[i + keys_below(from + middle, end - middle, key)] = key;
    else
      to[i - run + keys_below(from + first, run, key)] = key;
  });
}

// Where the keys of each one's slot begin.
inline void find_begins(const Device& device, int64_t N, const int64_t* keys, int64_t* begin) {
  for_elements(device, N,
               [=] HEED_DEVICE(int64_t i) { begin[i] = keys_below(keys, i, slot_key(slot_of(keys[i]), 0)); });
}

// Its work is done by functions: nvcc takes no lambda for the device in a constructor.
struct SlotOrder {
  Scratch<int64_t> memory;
  const int64_t* keys;   // [N], ascending
  const int64_t* begin;  // [N]: where the keys of each one's slot begin

  SlotOrder(const Device& device, int64_t N, const int32_t* slots) : memory(device, 3 * N) {
    constexpr int64_t kRun = 512;  // to sort one takes a warp about as long as to merge two
    int64_t *sorted = memory.data, *other = sorted + N, *first = other + N;
    sort_runs(device, N, kRun, slots, sorted);
    for (int64_t run = kRun; run < N; run *= 2) {
      merge_runs(device, N, run, sorted, other);
      std::swap(sorted, other);
    }
    keys = sorted;
    begin = first;
    find_begins(device, N, keys, first);
  }
};

// Keys of one slot, as many as one warp adds up: a frequent word has thousands of them.
struct SlotRun {
  static constexpr int64_t kMost = 64;

  int64_t slot, count;
  bool alone;  // the slot has no other

  // Whether one begins at key `at`.
  HEED_DEVICE static bool begins(const int64_t* begin, int64_t at) { return (at - begin[at]) % kMost == 0; }

  HEED_DEVICE SlotRun(const int64_t* keys, const int64_t* begin, int64_t N, int64_t at)
      : slot(slot_of(keys[at])) {
    const int64_t rest = N - at, looked_at = rest < kMost + 1 ? rest : kMost + 1;
    const int64_t keys_of_slot = keys_below(keys + at, looked_at, slot_key(slot + 1, 0));
    count = keys_of_slot < kMost ? keys_of_slot : kMost;
    alone = begin[at] == at && keys_of_slot <= kMost;
  }

  // A number below places(N), for each of the runs that are not alone: where a slot's last run and the next
  // one's first begin among the same kMost keys, that one is odd.
  HEED_DEVICE static int64_t place(const int64_t* begin, int64_t at) {
    return 2 * (at / kMost) + (begin[at] == at ? 1 : 0);
  }
  static int64_t places(int64_t N) { return 2 * (N / kMost + 1); }
};

}  // namespace heed::cuda
