#include "engine/session/attend.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/nn/layers.h"
#include "engine/nn/torch_init.h"
#include "engine/session/attend_impl.h"
#include "engine/text/tokenizer.h"

namespace heed::session {
namespace {

constexpr int64_t kMostTokens = 1024, kDefaultHeads = 4;

bool known(const std::string& mechanism) {
  const auto& all = mechanisms();
  return std::any_of(all.begin(), all.end(),
                     [&](const MechanismInfo& info) { return info.name == mechanism; });
}

// The layers around a mechanism, and one pass through them.
class Attention {
 public:
  Attention(const AttendTensors& in, const AttendOptions& options)
      : in_(in),
        o_(options),
        device_(cpu::device()),
        x_(Tensor::of<float>({in.T, in.D}, in.query)),
        y_(Tensor::of<float>({in.S, in.D}, in.key)),
        values_(in.value.empty() ? y_ : Variable(Tensor::of<float>({in.S, in.Dv}, in.value))) {
    ctx_.device = &device_;
    ctx_.memory = &heap();
    trace_.watch("");
    ctx_.trace = &trace_;
    if (o_.mechanism == "hard") {  // draws as in training, by numbers of its own
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
    const Variable output = o_.mechanism == "additive-positionwise"                       ? positionwise()
                            : o_.mechanism == "trainable" || o_.mechanism == "multi-head" ? projected()
                                                                                          : plain();
    result_.output = output.value().values<float>();
    result_.output_width = output.size(1);
    collect_matrices(result_, trace_, o_);
    measure_rows(result_);
    compare_with_soft();
    return std::move(result_);
  }

 private:
  AttentionPlan plan() const {
    return {Spans::packed({static_cast<int32_t>(in_.T)}), Spans::packed({static_cast<int32_t>(in_.S)}),
            result_.H, 1, o_.causal};
  }

  std::unique_ptr<nn::Mechanism> mechanism(const std::string& kind, int64_t q, int64_t k) {
    nn::MechanismOptions options;
    options.query = q;
    options.key = k;
    options.width = o_.width;
    options.heads = result_.H;
    options.temperature = o_.temperature;
    options.window = o_.window;
    options.centre = o_.centre;
    return nn::make_mechanism(kind, parameters_, kAttention, options);
  }

  void draw_weights() {
    TorchRandom random(static_cast<uint32_t>(o_.seed));
    nn::torch_linear_init(parameters_, random);
  }

  Variable point(const char* name, const Variable& x) { return ctx_.point(kAttention + "." + name, x); }

  // The vectors themselves are queries and keys; values are the keys.
  Variable plain() {
    const auto attention = mechanism(o_.mechanism, in_.D, in_.D);
    draw_weights();
    const Variable A = attention->weights(ctx_, plan(), x_, y_);
    v_ = values_.value().values<float>();
    return point("output", attention_apply(ctx_, plan(), A, values_));
  }

  // W_q, W_k, W_v, and W_o behind several heads.
  Variable projected() {
    const bool several = o_.mechanism == "multi-head";
    result_.H = several ? (o_.heads == 0 ? kDefaultHeads : o_.heads) : 1;
    check(o_.width % result_.H == 0, "[attend] width ", o_.width, " cannot be shared by ", result_.H,
          " heads: choose a width that is a multiple of the heads.");
    const nn::Linear W_q(parameters_, "W_q", in_.D, o_.width), W_k(parameters_, "W_k", in_.D, o_.width),
        W_v(parameters_, "W_v", values_.size(1), o_.width);
    std::optional<nn::Linear> W_o;
    if (several) W_o.emplace(parameters_, "W_o", o_.width, in_.D);
    const auto attention = mechanism("scaled-dot", o_.width, o_.width);
    draw_weights();
    const Variable q = point("q", W_q(ctx_, x_)), k = point("k", W_k(ctx_, y_)),
                   v = point("v", W_v(ctx_, values_));
    const Variable A = attention->weights(ctx_, plan(), q, k);
    const Variable o = attention_apply(ctx_, plan(), A, v);
    return point("output", several ? (*W_o)(ctx_, point("context", o)) : o);
  }

  // One row of weights: query s and key s make one score.
  Variable positionwise() {
    check(in_.T == in_.S,
          "[attend] additive-positionwise adds query 1 to key 1, query 2 to key 2 and so on: it "
          "needs as many of both, and there are ",
          in_.T, " query tokens and ", in_.S,
          " key tokens. With additive every query meets every key, whatever their numbers.");
    const nn::Linear W_q(parameters_, "W_q", in_.D, o_.width), W_k(parameters_, "W_k", in_.D, o_.width),
        w(parameters_, "w", o_.width, 1);
    draw_weights();
    const Variable q = point("q", W_q(ctx_, x_)), k = point("k", W_k(ctx_, y_));
    const Variable e = point("scores", w(ctx_, activate(ctx_, Activation::kTanh, add(ctx_, q, k))));
    const Spans row = Spans::packed({static_cast<int32_t>(in_.S)});
    const Variable scaled = point("scaled", scale(ctx_, e, 1 / o_.temperature));
    const Variable A = point("weights", span_softmax(ctx_, scaled, row));
    result_.T = 1;
    return point("output", weighted_pool(ctx_, A, values_, row));
  }

  // Sparse, hard and local attention beside the softmax of their own scores; the others beside the plainest
  // of all, where outputs have the same width.
  void compare_with_soft() {
    const std::string& m = o_.mechanism;
    const bool own = m == "hard" || m == "sparsemax" || m == "local-m" || m == "local-p";
    if (own) {
      const Tensor* scaled = trace_.find(kAttention + ".scaled");
      const auto A = soft_weights(scaled->values<float>(), in_.T, in_.S, o_.causal);
      result_.soft = "softmax of the same scores";
      result_.distance = row_distances(result_.output, weighted_sum(A, v_, in_.T, in_.S), in_.T);
    } else if (!v_.empty()) {
      Context quiet;
      quiet.device = &device_;
      quiet.memory = &heap();
      AttentionPlan soft = plan();
      soft.scale = 1 / std::sqrt(static_cast<double>(in_.D));
      const Variable A = attention_weights(quiet, soft, x_, y_);
      const Variable o = attention_apply(quiet, soft, A, values_);
      result_.soft = "scaled-dot";
      result_.distance = row_distances(result_.output, o.value().values<float>(), in_.T);
    }
  }

  const AttendTensors& in_;
  const AttendOptions& o_;
  Device device_;
  Trace trace_;
  Context ctx_;
  Parameters parameters_{std::nullopt};
  Variable x_, y_, values_;
  std::vector<float> v_;  // [S, Dv] where the values are not projected
  Attended result_;
};

std::vector<AttendToken> cut(const std::string& text, const std::string& role, const AttendOptions& options) {
  std::vector<AttendToken> tokens;
  for (const TextToken& token : make_tokenizer(options.tokenizer)->split(text))
    tokens.push_back({token.text, token.start, token.end, false});
  check(!tokens.empty(), "[attend] the ", role, " has no token: expected a text.");
  check(static_cast<int64_t>(tokens.size()) <= kMostTokens, "[attend] the ", role, " has ", tokens.size(),
        " tokens: at most ", kMostTokens, " are taken.");
  return tokens;
}

std::vector<float> look_up(const WordVectors& vectors, std::vector<AttendToken>& tokens,
                           std::vector<std::string>& missing) {
  std::vector<float> rows(tokens.size() * static_cast<size_t>(vectors.D()));
  for (size_t t = 0; t < tokens.size(); ++t) {
    tokens[t].missing = !vectors.find(tokens[t].text, rows.data() + static_cast<int64_t>(t) * vectors.D());
    if (tokens[t].missing && std::find(missing.begin(), missing.end(), tokens[t].text) == missing.end())
      missing.push_back(tokens[t].text);
  }
  return rows;
}

std::vector<AttendToken> numbered(const char* letter, int64_t count) {
  std::vector<AttendToken> tokens;
  for (int64_t t = 1; t <= count; ++t) tokens.push_back({letter + std::to_string(t), 0, 0, false});
  return tokens;
}

}  // namespace

void check_options(const AttendOptions& o) {
  if (!known(o.mechanism)) {
    std::string names;
    for (const MechanismInfo& info : mechanisms()) names += (names.empty() ? "" : ", ") + info.name;
    fail<UsageError>("[attend] there is no mechanism \"", o.mechanism, "\": expected one of ", names, ".");
  }
  check(o.width >= 1 && o.width <= 8192, "[attend] the width is ", o.width, ": expected 1 to 8192.");
  check(std::isfinite(o.temperature) && o.temperature > 0, "[attend] the temperature is ", o.temperature,
        ": expected more than 0.");
  check(o.heads >= 0 && (o.heads <= 1 || o.mechanism == "multi-head"), "[attend] heads is ", o.heads,
        ": only multi-head has more than one.");
  check(o.seed <= UINT32_MAX, "[attend] the seed is ", o.seed, ": expected 0 to 4294967295.");
  const int64_t least = o.mechanism == "local-p" ? 1 : 0;
  check(o.window >= least && o.window <= kMostTokens, "[attend] the window is ", o.window, ": expected ",
        least, " to ", kMostTokens, " keys to either side.");
  check(!o.centre || std::isfinite(*o.centre), "[attend] the centre is not a number.");
}

Attended attend(const WordVectors& vectors, const std::string& query, const std::string& key,
                const AttendOptions& options) {
  check_options(options);
  std::vector<AttendToken> queries = cut(query, "query", options), keys = cut(key, "key", options);
  AttendTensors in;
  in.T = static_cast<int64_t>(queries.size());
  in.S = static_cast<int64_t>(keys.size());
  in.D = vectors.D();
  std::vector<std::string> missing;
  in.query = look_up(vectors, queries, missing);
  in.key = look_up(vectors, keys, missing);
  Attended result = Attention(in, options).run();
  result.query_tokens = std::move(queries);
  result.key_tokens = std::move(keys);
  result.missing = std::move(missing);
  result.warnings = vectors.warnings();
  return result;
}

Attended attend(const AttendTensors& in, const AttendOptions& options) {
  check_options(options);
  auto fits = [](const std::vector<float>& values, int64_t rows, int64_t width) {
    return rows >= 1 && rows <= kMostTokens && width >= 1 &&
           static_cast<int64_t>(values.size()) == rows * width;
  };
  check(fits(in.query, in.T, in.D) && fits(in.key, in.S, in.D) &&
            (in.value.empty() || fits(in.value, in.S, in.Dv)),
        "[attend] ", in.query.size(), " query, ", in.key.size(), " key and ", in.value.size(),
        " value numbers: expected T·D, S·D and S·Dv with T ", in.T, ", S ", in.S, ", D ", in.D, ", Dv ",
        in.Dv, ".");
  Attended result = Attention(in, options).run();
  result.query_tokens = numbered("q", in.T);
  result.key_tokens = numbered("k", in.S);
  return result;
}

AttendTensors random_tensors(uint64_t seed, int64_t T, int64_t D) {
  check(seed <= UINT32_MAX && T >= 1 && T <= kMostTokens && D >= 1 && D <= 8192, "[attend] random tensors [",
        T, ", ", D, "] of seed ", seed, ": expected 1 to ", kMostTokens,
        " rows, a width of 1 to 8192, 32 bits.");
  TorchRandom random(static_cast<uint32_t>(seed));
  const auto count = static_cast<size_t>(T * D);
  AttendTensors in{T, T, D, D, {}, {}, {}};
  in.query = random.randn(count);
  in.key = random.randn(count);
  in.value = random.randn(count);
  return in;
}

std::vector<std::string> words_of(const std::string& text, const AttendOptions& options) {
  std::set<std::string> words;
  for (const TextToken& token : make_tokenizer(options.tokenizer)->split(text)) words.insert(token.text);
  return {words.begin(), words.end()};
}

}  // namespace heed::session
