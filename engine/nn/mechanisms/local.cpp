#include <cmath>

#include "engine/nn/mechanisms/mechanisms.h"

namespace heed::nn {
namespace {

// Scores as in general.cpp, over the keys within D of the centre of each query.
class Local : public Scored {
 public:
  Local(Parameters& parameters, const std::string& name, const MechanismOptions& o)
      : Scored(name, o), W_(add_weight(parameters, name + ".general", o.query, o.key)) {
    check(o.window >= 0, "[", name, "] the window is ", o.window,
          ": expected 0 or more keys to either side.");
  }

 protected:
  // Softmax within the window around centre(t, n).
  Variable align(Context& ctx, const AttentionPlan& plan, const Variable& q, const Variable& k,
                 const std::function<double(int64_t, int64_t)>& centre) const {
    const auto D = static_cast<double>(options_.window);
    Window window;
    window.first = [&](int64_t t, int64_t n) { return static_cast<int64_t>(std::ceil(centre(t, n) - D)); };
    window.last = [&](int64_t t, int64_t n) { return static_cast<int64_t>(std::floor(centre(t, n) + D)); };
    const Spans rows = visible_keys(plan, window);
    const Variable e = dot_scores(ctx, plan, q, linear(ctx, k, W_, {}));
    return span_softmax(ctx, scaled(ctx, e, 1, rows), rows);
  }

 private:
  Variable W_;
};

// The centre is the query's own place: p_t = t.
class LocalM final : public Local {
 public:
  using Local::Local;
  Variable weights(Context& ctx, const AttentionPlan& plan, const Variable& q,
                   const Variable& k) const override {
    return named(ctx, align(ctx, plan, q, k, [&](int64_t t, int64_t) {
                   return options_.centre.value_or(static_cast<double>(t));
                 }));
  }
};

// The centre is predicted, p_t = S sigmoid(v·tanh(W_p q_t)), and near keys weigh more: the softmax within the
// window times exp(-(s - p_t)² / 2σ²), σ = D/2 (eq. 9, 10). Rows do not sum to 1 any more.
class LocalP final : public Local {
 public:
  LocalP(Parameters& parameters, const std::string& name, const MechanismOptions& o)
      : Local(parameters, name, o),
        W_p_(add_weight(parameters, name + ".position", o.query, o.query)),
        v_p_(add_weight(parameters, name + ".centre", 1, o.query)) {
    check(o.window >= 1, "[", name, "] the window is ", o.window,
          ": local-p needs 1 or more, its bell is half as wide.");
  }

  Variable weights(Context& ctx, const AttentionPlan& plan, const Variable& q,
                   const Variable& k) const override {
    const Variable p = ctx.point(name_ + ".centres", places(ctx, plan, q));
    const Tensor at = ctx.host(p.value());
    const Variable a = ctx.point(name_ + ".aligned", align(ctx, plan, q, k, [&](int64_t, int64_t n) {
                                   return at.dtype() == DType::kFloat64
                                              ? at.data<double>()[n]
                                              : static_cast<double>(at.data<float>()[n]);
                                 }));
    const double sigma = static_cast<double>(options_.window) / 2;
    const Variable bell = ctx.point(name_ + ".bell", gaussian(ctx, plan, p, sigma));
    return named(ctx, multiply(ctx, a, bell));
  }

 private:
  Variable places(Context& ctx, const AttentionPlan& plan, const Variable& q) const {
    if (!options_.centre)
      return centres(ctx, plan, linear(ctx, linear(ctx, q, W_p_, {}, Activation::kTanh), v_p_, {}));
    return Variable(ctx.filled({q.size(0), 1}, q.dtype(), *options_.centre));
  }

  Variable W_p_, v_p_;
};

}  // namespace

extern constinit const MechanismEntry kLocalM{
    "local-m",
    "Local, monotonic",
    "α = softmax(q·W k) for |s - t| ≤ D",
    "It suits sequences that run in parallel, such as speech and its transcript. A query sees only the "
    "window around its own position.",
    "The cost grows with the length, not with its square.",
    "Luong et al. 2015",
    {"window", "seed"},
    {.windowed = true, .beside_softmax = true},
    {kBilinear, kScale, kMask, kSoftmax, kOutput},
    make_with_weights<LocalM>};

extern constinit const MechanismEntry kLocalP{
    "local-p",
    "Local, predictive",
    "α = softmax(q·W k) · exp(-(s - p_t)² / 2σ²), p_t = S sigmoid(v_p·tanh(W_p q))",
    "The query predicts the centre of the window, and near words weigh more, so the position can be learned. "
    "Rows no longer sum to 1.",
    "It costs as much as local-m, and learns D × D more weights to find the centre.",
    "Luong et al. 2015",
    {"window", "seed"},
    {.windowed = true, .normalised = false, .beside_softmax = true, .least_window = 1},
    {kBilinear,
     kScale,
     kMask,
     {"centres", "Centre of the window", "p", "p_t = S sigmoid(v_p·tanh(W_p q_t))", "query", "one", ""},
     {"aligned", "Softmax within the window", "a", "a = softmax(e′) within the window", "query", "key",
      "@softmax"},
     {"bell", "Bell curve", "g", "g = exp(-(s - p_t)² / 2σ²), σ = D/2", "query", "key",
      "g = exp(−({s} − {centres})² ∕ (2 · {sigma}²)) = {bell}"},
     {"weights", "Weights", "α", "α = a ⊙ g", "query", "key", "α = a · g = {aligned} · {bell} = {weights}"},
     kOutput},
    make_with_weights<LocalP>};

}  // namespace heed::nn
