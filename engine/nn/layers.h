// Layers: each makes its weights under a name and is called like a function.
#pragma once

#include <string>

#include "engine/autograd/ops.h"
#include "engine/nn/parameters.h"

namespace heed::nn {

// What the first weights of a Linear are drawn from, and what they are multiplied by.
struct LinearStart {
  LinearStart(double factor = 1, Init weight = Init::kUniform, Init bias = Init::kUniform)
      : scale(factor), weight_from(weight), bias_from(bias) {}
  double scale;  // of the weight
  Init weight_from, bias_from;
};

// y = f(x Wᵀ + b), x [N, in], y [N, out].
struct Linear {
  Linear(Parameters&, const std::string& name, int64_t in, int64_t out, const LinearStart& start = {});
  // Without a bias, or with one of zeros.
  Linear(Parameters&, const std::string& name, int64_t in, int64_t out, const Parameters::Start& weight_start,
         bool has_bias);
  Variable operator()(Context&, const Variable& x, Activation f = Activation::kNone,
                      Keep keep = Keep::kFloat32) const;

  Variable weight, bias;
};

// Ba et al. 2016; over the last axis of width D.
struct LayerNorm {
  LayerNorm(Parameters&, const std::string& name, int64_t D, double epsilon = 1e-5);
  LayerNorm(Parameters&, const std::string& name, int64_t D, double epsilon, bool has_bias);
  Variable operator()(Context&, const Variable& x) const;
  // Of x + dropout(f), f what a layer adds to the residual stream.
  Variable operator()(Context&, const Variable& x, const Variable& f, double dropout) const;

  Variable weight, bias;
  double epsilon;
};

// Zhang & Sennrich 2019; over the last axis of width D.
struct RmsNorm {
  RmsNorm(Parameters&, const std::string& name, int64_t D, double epsilon);
  Variable operator()(Context&, const Variable& x) const;

  Variable weight;
  double epsilon;
};

// ids [N] to rows of a [V, D] table, drawn from a normal distribution.
struct Embedding {
  Embedding(Parameters&, const std::string& name, int64_t V, int64_t D, double deviation = 1);
  Embedding(Parameters&, const std::string& name, int64_t V, int64_t D, const Parameters::Start& start);
  Variable operator()(Context&, const Tensor& ids) const;
  // Over each bag, [bags, D].
  Variable mean(Context&, const Tensor& ids, const Spans& bags) const;
  Variable sum(Context&, const Tensor& ids, const Spans& bags) const;

  Variable weight;
};

}  // namespace heed::nn
