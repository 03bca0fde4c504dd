// How attend() is put together. Not part of the session's door: shared by its source files.
#pragma once

#include <string>

#include "engine/nn/mechanism.h"
#include "engine/session/reading/attend.h"
#include "engine/trace/trace.h"

namespace heed::session {

constexpr int64_t kMostTokens = 1024;  // of one text

// Where the parameters of the mechanism and its trace points have their names from.
inline const std::string kAttention = "attention";

// Everything of an Attended but its tokens; options and sizes were checked.
// `vectors`: that the options' trained parameters belong to.
Attended run_attention(const AttendTensors& in, const AttendOptions& options,
                       const WordVectors* vectors = nullptr);

// The options with the width and the heads that were trained, where trained parameters are asked for. Error
// where there are none for the mechanism.
AttendOptions with_trained_sizes(AttendOptions options, const WordVectors* vectors);
// Puts them in the place of what was drawn; W_v and W_o, which no alignment teaches, leave vectors as they
// are.
void take_trained(const Parameters& parameters, const MechanismEntry& entry, const WordVectors* vectors);

// What the mechanism made on the way, as matrices with their letters, added to `result`.
void collect_matrices(Attended& result, const MechanismEntry& entry, const Trace& trace,
                      const AttendOptions& options);

// Entropy, and whether rows sum to 1.
void measure_rows(Attended& result);

// [T, Dv] = Σ_s weights[t, s] values[s] for weights [T, S].
std::vector<float> weighted_sum(const std::vector<float>& weights, const std::vector<float>& values,
                                int64_t T, int64_t S);
// Softmax of each row of scores [T, S], causal or not.
std::vector<float> soft_weights(const std::vector<float>& scores, int64_t T, int64_t S, bool causal);
std::vector<double> row_distances(const std::vector<float>& a, const std::vector<float>& b, int64_t T);

}  // namespace heed::session
