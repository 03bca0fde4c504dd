// Pairs of texts as a network reads them, and what it makes of pairs that were held out.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "engine/data/pairs.h"
#include "engine/data/piece_encoder.h"
#include "engine/models/sequence_network.h"
#include "engine/tasks/task.h"

namespace heed {

// With the token that ends both texts.
struct PairIds {
  std::vector<int32_t> source, target;
};

// Targets begin with the token that ends a text, and are asked for with their end.
StepBatch pairs_batch(const std::vector<const PairIds*>& pairs, int32_t end);

struct AskedPair {
  const TextPair* pair;
  const PairIds* ids;
};

// How likely the references are, the network being told what they have so far: {"loss", "accuracy",
// "perplexity", "n", "tokens"}.
nlohmann::json told_figures(const Network& network, const Device& device, const std::vector<AskedPair>& pairs,
                            int32_t end);

// What the network writes by itself, greedily for some pairs while it learns, with a beam for more at the
// end:
// {"written", "beam", "exact_match", "bleu", "chrf", "length_ratio", their signatures, "samples"}.
enum class Writing { kToChoose, kToJudge };
nlohmann::json written_figures(const SequenceNetwork& network, const Device& device,
                               const std::vector<AskedPair>& pairs, const PieceEncoder& pieces, int32_t end,
                               Writing how);

}  // namespace heed
