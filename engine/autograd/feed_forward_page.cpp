// What the page's first module links in place of feed_forward.cpp: a page does not learn.
#include "engine/autograd/ops.h"

namespace heed {

Variable feed_forward(Context& ctx, const Variable& x, const FeedForwardWeights& w, Activation f, Keep) {
  return linear(ctx, linear(ctx, x, w.W_in, w.b_in, f), w.W_out, w.b_out);
}

}  // namespace heed
