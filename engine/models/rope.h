// How rotary positions turn, as the config.json of a model of the Hugging Face library says.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "engine/autograd/context.h"
#include "engine/kernels/rotary.h"

namespace heed {

struct Rope {
  RotaryTurns turns;
  int64_t turned = 0;  // of each head, so many columns
  // Dynamic stretching: θ grows with a text that is longer than this; 0: it does not.
  double grows_from = 0, grows_by = 1;
  // YaRN (Peng et al. 2023) goes by pairs: those up to `first` turn as they are, from `last` on by as much as
  // `factor` says less, and cosines and sines are multiplied by `scale`. 0: pairs do not matter.
  double first = 0, last = 0, scale = 1;

  // In a text of `length` tokens, of heads of width K.
  RotaryTurns of(int64_t length, int64_t K) const;
  // rotary_angles() of the last T of its tokens: [T, K].
  Tensor angles(Context& ctx, int64_t length, int64_t T, int64_t K, DType dtype) const;
};

// What every family of the library shares: "rope_scaling", or "rope_parameters" of newer versions, which hold
// θ too. `theta`, `K` and `positions` are what config.json says of itself, or the family's defaults. So is
// `share`, of each head, for families that turn a part of it. Error naming `file` for a kind that is not
// computed.
Rope read_rope(const nlohmann::json& config, double theta, int64_t K, int64_t positions,
               const std::string& file, std::optional<double> share = {});

}  // namespace heed
