// What every network of Heed is: token ids in, and out what its head makes of them.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "engine/autograd/ops.h"
#include "engine/models/anatomy.h"
#include "engine/models/class_answers.h"
#include "engine/nn/parameters.h"
#include "engine/nn/text_batch.h"

namespace heed {

// The point at which a classifier of texts gives what its last layer reads of each, [B, D].
inline constexpr const char* kTextVector = "text.vector";

// What a row of the logits is about.
enum class Output {
  kTexts,   // [B, C]: the classes of each text
  kTokens,  // [N, C]: the classes of each token
  kWords,   // [M, V]: the words that may stand at the batch's places, or at each token's
  kNext,    // [N, V]: the words that may come after each token; [M, V] at the batch's places
  kTarget,  // [M, V]: the words that may come after each token of what is written (models/sequence_network.h)
  kSpans,   // [N, 2]: whether the answer begins here, whether it ends here
  kReplaced,  // [N, 1]: whether the token is another one than was written
  kStates,    // [N, D]: no head; the states themselves
};

class Network {
 public:
  virtual ~Network() = default;

  virtual Variable forward(Context& ctx, const TextBatch& batch) const = 0;
  // Ids that forward() works out on the host and gives to the device, beside those of the batch: they too are
  // inputs of a step that a device repeats (device/step_replay.h).
  virtual std::vector<Tensor> ids_of(const TextBatch&) const { return {}; }
  // Whether what a device is asked for depends on a batch's shape alone, so that it may repeat a step.
  virtual bool repeats_steps() const { return true; }
  // Whether a step reads its texts beside each other, or with targets: then it is not cut into parts.
  virtual bool reads_steps_whole() const { return false; }
  virtual Output output() const { return Output::kTexts; }
  virtual std::vector<AttentionPoint> attention() const = 0;
  // How an explanation finds its way through the network.
  virtual Anatomy anatomy() const {
    Anatomy a;
    a.maps = attention();
    return a;
  }
  // Multiply-adds of one forward pass over `tokens` tokens in products of weights: what training speed is
  // held against.
  virtual int64_t multiply_adds(int64_t tokens) const = 0;
  // The longest text that it takes.
  virtual int64_t max_tokens() const { return std::numeric_limits<int64_t>::max(); }
  // Ids are smaller; 0: the text encoder's are as many as the network was made for.
  virtual int64_t vocabulary() const { return 0; }
  // Texts that a token is told to be of, by a table of segments; 1: all tokens are of one.
  virtual int64_t segments() const { return 1; }
  // What the logits of a classifier of texts say.
  virtual AnswerKind answers() const { return AnswerKind::kOneClass; }

  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }

 protected:
  Network(std::optional<uint64_t> seed, DType dtype) : parameters_(seed, dtype) {}
  Parameters parameters_;
};

}  // namespace heed
