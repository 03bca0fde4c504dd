#include "engine/kernels/gather.h"

#include <numeric>

#include "engine/kernels/cuda/slot_order.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

template <class T>
void gather_of(const Device& device, int64_t N, int64_t D, const T* table, const int32_t* ids, T* y) {
  for_elements(device, N * D, [=] HEED_DEVICE(int64_t i) { y[i] = table[ids[i / D] * D + i % D]; });
}

void gather(const Device& device, const Tensor& table, const Tensor& ids, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    gather_of<T>(device, ids.count(), table.size(1), pointer<T>(table), pointer<int32_t>(ids), pointer<T>(y));
  });
}

// drows[slots[n]] = Σ term(n, column) over all places n that name the slot, in runs of kRun in their order,
// then over the runs: the same bits every time, without atomic sums. The first place of a run adds it up.
template <class T, class F>
void scatter_of(const Device& device, int64_t N, int64_t D, const int32_t* slots, T* drows, const F& term) {
  constexpr int64_t kColumns = 32;  // of a warp
  const SlotOrder order(device, N, slots);
  const int64_t *keys = order.keys, *begin = order.begin;
  const int64_t parts = (D + kColumns - 1) / kColumns;
  const Scratch<T> runs(device, SlotRun::places(N) * D);
  T* sums = runs.data;
  for_warps(device, N * parts, [=] HEED_DEVICE(Warp team, int64_t i) {
    const int64_t at = i / parts, column = i % parts * kColumns;
    if (!SlotRun::begins(begin, at)) return;
    const SlotRun run(keys, begin, N, at);
    T* to = (run.alone ? drows + run.slot * D : sums + SlotRun::place(begin, at) * D) + column;
    team.each(D - column < kColumns ? D - column : kColumns, [&](int64_t c) {
      T sum = 0;
      for (int64_t k = 0; k < run.count; ++k) sum += term(place_of(keys[at + k]), column + c);
      to[c] = sum;
    });
  });
  for_warps(device, N > SlotRun::kMost ? N * parts : 0, [=] HEED_DEVICE(Warp team, int64_t i) {
    const int64_t at = i / parts, column = i % parts * kColumns;
    if (begin[at] != at || SlotRun(keys, begin, N, at).alone) return;
    team.each(D - column < kColumns ? D - column : kColumns, [&](int64_t c) {
      T sum = 0;
      for (int64_t k = at; k < N && begin[k] == at; k += SlotRun::kMost)
        sum += sums[SlotRun::place(begin, k) * D + column + c];
      drows[slot_of(keys[at]) * D + column + c] = sum;
    });
  });
}

template <class T>
void scatter_add_of(const Device& device, int64_t N, int64_t D, const T* dy, const int32_t* slots, T* drows) {
  scatter_of<T>(device, N, D, slots, drows, [=] HEED_DEVICE(int64_t n, int64_t d) { return dy[n * D + d]; });
}

void scatter_add(const Device& device, const Tensor& dy, const Tensor& slots, const Tensor& drows) {
  dispatch(dy.dtype(), [&]<class T>(T) {
    fill<T>(device, drows, T(0));
    scatter_add_of<T>(device, slots.count(), drows.shape().columns(), pointer<T>(dy), pointer<int32_t>(slots),
                      pointer<T>(drows));
  });
}

template <class T>
void bag_sum_of(const Device& device, Rows bags, int64_t D, bool mean, const T* table, const int32_t* ids,
                T* y) {
  for_elements(device, bags.B * D, [=] HEED_DEVICE(int64_t i) {
    const int64_t n = i / D, d = i % D, length = bags.length[n];
    T sum = 0;
    for (int64_t k = 0; k < length; ++k) sum += table[ids[bags.begin[n] + k] * D + d];
    y[i] = mean && length > 0 ? sum / T(length) : sum;
  });
}

void bag_sum(const Device& device, const Tensor& table, const Tensor& ids, const Spans& bags, bool mean,
             const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    bag_sum_of<T>(device, Rows(device, bags), table.size(1), mean, pointer<T>(table), pointer<int32_t>(ids),
                  pointer<T>(y));
  });
}

// Each bag with each of its places, bag by bag: bags may have places in common, and leave some out. Found on
// the GPU, from nothing but the bags: a recorded step finds those of its own batch.
struct Members {
  int64_t count = 0;
  Rows bags;
  Scratch<int32_t> memory;
  int32_t *bag, *slot;  // of each member

  Members(const Device& device, const Spans& spans, const int32_t* slots)
      : count(std::accumulate(spans.length.begin(), spans.length.end(), int64_t{0})),
        bags(device, spans),
        memory(device, 2 * count),
        bag(memory.data),
        slot(bag + count) {
    find(device, uploaded(device, Spans::packed(spans.length).begin), slots);
  }

  // `first`: number of each bag's first member. A bag with members is the last of those that begin there.
  void find(const Device& device, const int32_t* first, const int32_t* slots) const {
    const Rows in = bags;
    int32_t *const bag_of = bag, *const slot_of = slot;
    for_elements(device, count, [=] HEED_DEVICE(int64_t i) {
      int64_t at = 0, end = in.B;
      while (end - at > 1) {
        const int64_t middle = (at + end) / 2;
        (first[middle] <= i ? at : end) = middle;
      }
      bag_of[i] = static_cast<int32_t>(at);
      slot_of[i] = slots[in.begin[at] + i - first[at]];
    });
  }
};

template <class T>
void bag_scatter_of(const Device& device, const Spans& spans, int64_t D, bool mean, const T* dy,
                    const int32_t* slots, T* drows) {
  const Members members(device, spans, slots);
  const int32_t *bag = members.bag, *length = members.bags.length;
  scatter_of<T>(device, members.count, D, members.slot, drows, [=] HEED_DEVICE(int64_t i, int64_t d) {
    return dy[bag[i] * D + d] / T(mean ? length[bag[i]] : 1);
  });
}

void bag_scatter_add(const Device& device, const Tensor& dy, const Tensor& slots, const Spans& bags,
                     bool mean, const Tensor& drows) {
  dispatch(dy.dtype(), [&]<class T>(T) {
    fill<T>(device, drows, T(0));
    bag_scatter_of<T>(device, bags, drows.shape().columns(), mean, pointer<T>(dy), pointer<int32_t>(slots),
                      pointer<T>(drows));
  });
}

// Column block w of row n of the wide matrix holds row n + w - reach of the narrow one.
template <class T>
void unfold_of(const Device& device, Rows rows, int64_t D, int64_t width, const T* x, T* y) {
  for_elements(device, rows.B * rows.longest * width * D, [=] HEED_DEVICE(int64_t i) {
    const int64_t d = i % D, w = i / D % width, t = i / D / width % rows.longest,
                  b = i / D / width / rows.longest;
    if (t >= rows.length[b]) return;
    const int64_t n = rows.begin[b] + t, from = t + w - width / 2;
    const bool there = from >= 0 && from < rows.length[b];
    y[(n * width + w) * D + d] = there ? x[(rows.begin[b] + from) * D + d] : T(0);
  });
}

void unfold(const Device& device, const Tensor& x, const Spans& spans, int width, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    if (!cover(spans, y.shape().rows())) fill<T>(device, y, T(0));
    unfold_of<T>(device, Rows(device, spans), x.shape().columns(), width, pointer<T>(x), pointer<T>(y));
  });
}

template <class T>
void unfold_dx_of(const Device& device, Rows rows, int64_t D, int64_t width, const T* dy, T* dx, bool add) {
  for_elements(device, rows.B * rows.longest * D, [=] HEED_DEVICE(int64_t i) {
    const int64_t d = i % D, t = i / D % rows.longest, b = i / D / rows.longest;
    if (t >= rows.length[b]) return;
    T sum = 0;
    for (int64_t w = width - 1; w >= 0; --w) {  // the rows that hold this one, from the first
      const int64_t at = t - (w - width / 2);
      if (at >= 0 && at < rows.length[b]) sum += dy[((rows.begin[b] + at) * width + w) * D + d];
    }
    T* place = dx + (rows.begin[b] + t) * D + d;
    *place = add ? *place + sum : sum;
  });
}

void unfold_dx(const Device& device, const Tensor& dy, const Spans& spans, int width, const Tensor& dx,
               bool add) {
  dispatch(dx.dtype(), [&]<class T>(T) {
    if (!add && !cover(spans, dx.shape().rows())) fill<T>(device, dx, T(0));
    unfold_dx_of<T>(device, Rows(device, spans), dx.shape().columns(), width, pointer<T>(dy), pointer<T>(dx),
                    add);
  });
}

template <class T>
void concat_of(const Device& device, int64_t N, int64_t A, int64_t B, const T* a, const T* b, T* y) {
  for_elements(device, N * (A + B), [=] HEED_DEVICE(int64_t i) {
    const int64_t n = i / (A + B), c = i % (A + B);
    y[i] = c < A ? a[n * A + c] : b[n * B + c - A];
  });
}

void concat(const Device& device, const Tensor& a, const Tensor& b, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    concat_of<T>(device, y.shape().rows(), a.shape().columns(), b.shape().columns(), pointer<T>(a),
                 pointer<T>(b), pointer<T>(y));
  });
}

template <class T>
void slice_of(const Device& device, int64_t count, int64_t wide, int64_t D, const T* x, T* y, bool add) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) {
    const T value = x[i / D * wide + i % D];
    y[i] = add ? y[i] + value : value;
  });
}

void slice_columns(const Device& device, const Tensor& x, int64_t first, const Tensor& y, bool add) {
  dispatch(y.dtype(), [&]<class T>(T) {
    slice_of<T>(device, y.count(), x.shape().columns(), y.shape().columns(), pointer<T>(x) + first,
                pointer<T>(y), add);
  });
}

}  // namespace

GatherKernels gather_kernels() {
  return {gather, scatter_add, bag_sum, bag_scatter_add, unfold, unfold_dx, concat, slice_columns};
}

}  // namespace heed::cuda
