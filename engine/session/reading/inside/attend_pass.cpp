// One pass through a mechanism and the layers around it.
#include <cmath>

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/nn/layers.h"
#include "engine/nn/torch_init.h"
#include "engine/session/reading/inside/attend_impl.h"

namespace heed::session {
namespace {

constexpr int64_t kDefaultHeads = 4;

class Attention {
 public:
  Attention(const AttendTensors& in, const AttendOptions& options, const WordVectors* vectors)
      : in_(in),
        o_(options),
        vectors_(vectors),
        entry_(mechanism_named(options.mechanism)),
        traits_(entry_.traits),
        device_(cpu::device()),
        x_(Tensor::of<float>({in.T, in.D}, in.query)),
        y_(Tensor::of<float>({in.S, in.D}, in.key)),
        values_(in.value.empty() ? y_ : Variable(Tensor::of<float>({in.S, in.Dv}, in.value))) {
    ctx_.device = &device_;
    ctx_.memory = &heap();
    trace_.watch("");
    ctx_.trace = &trace_;
    if (traits_.sampled) {  // draws as in training, by numbers of its own
      ctx_.training = true;
      ctx_.dropout = {o_.seed, static_cast<uint32_t>(o_.draw), 0};
    }
  }

  Attended run() {
    result_.mechanism = o_.mechanism;
    result_.T = in_.T;
    result_.S = in_.S;
    result_.D = in_.D;
    result_.query = in_.query;
    result_.key = in_.key;
    const Variable output = traits_.projects ? projected() : plain();
    result_.output = output.value().values<float>();
    result_.output_width = output.size(1);
    collect_matrices(result_, entry_, trace_, o_);
    measure_rows(result_);
    compare_with_soft();
    return std::move(result_);
  }

 private:
  AttentionPlan plan() const {
    return {Spans::packed({static_cast<int32_t>(in_.T)}), Spans::packed({static_cast<int32_t>(in_.S)}),
            result_.H, 1, o_.causal};
  }

  std::unique_ptr<nn::Mechanism> mechanism(int64_t q, int64_t k) {
    nn::MechanismOptions options;
    options.query = q;
    options.key = k;
    options.width = o_.width;
    options.heads = result_.H;
    options.temperature = o_.temperature;
    options.window = o_.window;
    options.centre = o_.centre;
    return nn::make_mechanism(entry_, parameters_, kAttention, options);
  }

  void fill_weights() {
    if (o_.parameters == "trained") return take_trained(parameters_, entry_, vectors_);
    TorchRandom random(static_cast<uint32_t>(o_.seed));
    nn::torch_linear_init(parameters_, random);
  }

  void note_learned() {
    const std::string prefix = kAttention + ".";
    for (const Variable& x : parameters_.all()) {
      const int64_t rows = x.shape().rank() == 1 ? 1 : x.size(0);
      result_.learned.push_back(
          {x.node().name.substr(prefix.size()), rows, x.value().count() / rows, x.value().values<float>()});
    }
  }

  Variable point(const char* name, const Variable& x) { return ctx_.point(kAttention + "." + name, x); }

  // One row of weights for all queries, or one for each.
  Variable summed(const Variable& A) {
    if (!traits_.one_row) return attention_apply(ctx_, plan(), A, v_);
    result_.T = 1;
    return weighted_pool(ctx_, A, v_, plan().keys);
  }

  // The vectors themselves are queries and keys; values are the keys.
  Variable plain() {
    const auto attention = mechanism(in_.D, in_.D);
    fill_weights();
    note_learned();
    const Variable A = attention->weights(ctx_, plan(), x_, y_);
    v_ = values_;
    return point("output", summed(A));
  }

  // W_q, W_k, W_v, and W_o behind several heads.
  Variable projected() {
    check_sizes();
    const bool several = traits_.several_heads;
    const nn::Linear W_q(parameters_, "W_q", in_.D, o_.width), W_k(parameters_, "W_k", in_.D, o_.width);
    if (traits_.projects_values) W_v_.emplace(parameters_, "W_v", values_.size(1), o_.width);
    if (several) W_o_.emplace(parameters_, "W_o", o_.width, in_.D);
    const auto attention = mechanism(o_.width, o_.width);
    fill_weights();
    const Variable q = point("q", W_q(ctx_, x_)), k = point("k", W_k(ctx_, y_));
    v_ = W_v_ ? point("v", (*W_v_)(ctx_, values_)) : values_;
    const Variable A = attention->weights(ctx_, plan(), q, k);
    const Variable o = summed(A);
    return point("output", several ? (*W_o_)(ctx_, point("context", o)) : o);
  }

  void check_sizes() {
    if (traits_.several_heads) result_.H = o_.heads == 0 ? kDefaultHeads : o_.heads;
    check(o_.width % result_.H == 0, "[attend] width ", o_.width, " cannot be shared by ", result_.H,
          " heads: choose a width that is a multiple of the heads.");
    check(!traits_.one_row || in_.T == in_.S, "[attend] ", entry_.name,
          " adds query 1 to key 1, query 2 to key 2 and so on: it needs as many of both, and there are ",
          in_.T, " query tokens and ", in_.S,
          " key tokens. With additive every query meets every key, whatever their numbers.");
  }

  // Other weights of some scores beside the softmax of these; other scores beside the plainest of all,
  // scaled-dot of the vectors themselves, over the same values.
  void compare_with_soft() {
    if (traits_.one_row) return;
    if (traits_.beside_softmax) {
      const Tensor* scaled = trace_.find(kAttention + ".scaled");
      const auto A = soft_weights(scaled->values<float>(), in_.T, in_.S, o_.causal);
      const auto soft = weighted_sum(A, v_.value().values<float>(), in_.T, in_.S);
      result_.soft = "softmax of the same scores";
      result_.distance = row_distances(result_.output, soft, in_.T);
    } else {
      result_.soft = "scaled-dot";
      result_.distance = row_distances(result_.output, scaled_dot_output(), in_.T);
    }
  }

  std::vector<float> scaled_dot_output() const {
    Context quiet;
    quiet.device = &device_;
    quiet.memory = &heap();
    AttentionPlan soft = plan();
    soft.heads = 1;
    soft.scale = 1 / std::sqrt(static_cast<double>(in_.D));
    const Variable o = attention_apply(quiet, soft, attention_weights(quiet, soft, x_, y_), v_);
    return (W_o_ ? (*W_o_)(quiet, o) : o).value().values<float>();
  }

  const AttendTensors& in_;
  const AttendOptions& o_;
  const WordVectors* vectors_;
  const MechanismEntry& entry_;
  const nn::MechanismTraits& traits_;
  Device device_;
  Trace trace_;
  Context ctx_;
  Parameters parameters_{std::nullopt};
  Variable x_, y_, values_;
  Variable v_;  // what the weights sum: the values, or W_v of them
  std::optional<nn::Linear> W_v_, W_o_;
  Attended result_;
};

}  // namespace

Attended run_attention(const AttendTensors& in, const AttendOptions& given, const WordVectors* vectors) {
  const AttendOptions options = with_trained_sizes(given, vectors);
  return Attention(in, options, vectors).run();
}

}  // namespace heed::session
