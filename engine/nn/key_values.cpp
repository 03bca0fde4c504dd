#include "engine/nn/key_values.h"

namespace heed::nn {
namespace {

constexpr int64_t kFewest = 64;  // rows

void write(const Context& ctx, const Tensor& from, const Tensor& to) {
  if (from.size(0) > 0) ctx.kernels().elementwise.accumulate(*ctx.device, from, to, false);
}

}  // namespace

void KeyValues::make_room(const Context& ctx, int64_t rows, const Tensor& k, const Tensor& v) {
  const int64_t room = keys_.defined() ? keys_.size(0) : 0;
  if (rows <= room) return;
  const int64_t more = std::max({rows, 2 * room, kFewest});
  for (auto [kept, like] : {std::pair(&keys_, &k), std::pair(&values_, &v)}) {
    const Tensor larger({more, like->size(1)}, like->dtype(), *ctx.device->memory);
    if (length_ > 0) write(ctx, kept->rows(0, length_), larger.rows(0, length_));
    *kept = larger;
  }
}

KeyValues::Rows KeyValues::append(const Context& ctx, const Variable& k, const Variable& v) {
  check(k.size(0) == v.size(0), "[key values] ", k.size(0), " keys and ", v.size(0), " values.");
  const int64_t T = k.size(0), all = length_ + T;
  make_room(ctx, all, k.value(), v.value());
  write(ctx, k.value(), keys_.rows(length_, T));
  write(ctx, v.value(), values_.rows(length_, T));
  length_ = all;
  return {Variable(keys_.rows(0, all)), Variable(values_.rows(0, all))};
}

KeyValues KeyValues::copy(const Context& ctx) const {
  KeyValues made;
  if (length_ > 0) made.append(ctx, Variable(keys_.rows(0, length_)), Variable(values_.rows(0, length_)));
  return made;
}

KeyValues::Rows extend(const Context& ctx, KeyValues& past, const Variable& k, const Variable& v,
                       AttentionPlan& plan, const std::string& layer) {
  KeyValues::Rows all = past.append(ctx, k, v);
  const int64_t T = k.size(0), length = past.length();
  check(T == 1 || length == T, "[", layer, "] ", T, " tokens follow ", length - T,
        ": expected one at a time, or a text from its beginning.");
  int64_t seen = length;
  if (T == 1) {  // the last token sees all there is in its window
    if (plan.reach >= 0) seen = std::min(seen, plan.reach + 1);
    plan.causal = false, plan.reach = -1;
  }
  plan.keys = Spans::packed({static_cast<int32_t>(seen)});
  if (seen == length) return all;
  return {Variable(all.keys.value().rows(length - seen, seen)),
          Variable(all.values.value().rows(length - seen, seen))};
}

}  // namespace heed::nn
