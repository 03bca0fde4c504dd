// A recurrent network that reads one text and writes another, looking back at each step: what attention was
// invented for. The encoder's states h_n of the source, and then for every token y_t of the target:
//
// as Bahdanau et al. 2015 have it (section 3.1, appendix A), looking with the state before the step,
//   α_t = softmax_n(v·tanh(W_q s_{t-1} + W_k h_n)),  c_t = Σ_n α_tn h_n,
//   s_t = cell([y_{t-1}; c_t], s_{t-1}),  scores = W [s_t; c_t; y_{t-1}] + b
// as Luong et al. 2015 have it (sections 3 and 3.3), looking with the state after it,
//   s_t = cell(y_{t-1}, s_{t-1}),  α_t = softmax_n(s_tᵀ W_a h_n),  c_t = Σ_n α_tn h_n,
//   h̃_t = tanh(W_c [c_t; s_t]),  scores = W h̃_t;  with input feeding the cell reads [y_{t-1}; h̃_{t-1}]
//
// with any mechanism in the place of α. s_0 is tanh(W h + b) of the backward encoder's last state, or, of an
// encoder in one direction, that one's last state itself.
//
// The encoder's states pass through the trace as "encoder.l<l>.states", the weights as
// "decoder.0.cross.weights": where each step depends on the one before they are recorded when all are there,
// and cannot be patched.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/models/architecture.h"
#include "engine/models/sequence_network.h"
#include "engine/nn/layers.h"
#include "engine/nn/mechanism.h"
#include "engine/nn/recurrent.h"
#include "engine/nn/steps.h"

namespace heed {

struct RecurrentTranslatorConfig {
  int64_t V = 8000;  // pieces, of both texts
  std::string cell = "gru";
  int64_t embedding = 64;
  int64_t hidden = 128;  // H, of one direction
  int64_t layers = 1;    // of the encoder
  bool bidirectional = true;
  std::string decoder = "bahdanau";  // or "luong"
  bool input_feeding = false;        // of Luong's
  std::string mechanism = "additive";
  int64_t attention = 128;  // width of additive's hidden layer
  int64_t window = 4;       // of local mechanisms
  bool shared = true;       // one table of words for both texts
  double dropout = 0.1;     // of words, and of what the scores are made of
  double deviation = 0.1;   // of the first values of the words' vectors

  static const Fields<RecurrentTranslatorConfig>& fields();
  static RecurrentTranslatorConfig from(const nlohmann::json& config, const std::string& file);
  bool looks_before() const { return decoder == "bahdanau"; }
};

class RecurrentTranslator final : public SequenceNetwork {
 public:
  // `target_V`: tokens of the target, where they are others than the source's.
  RecurrentTranslator(const RecurrentTranslatorConfig&, int64_t target_V, std::optional<uint64_t> seed,
                      DType dtype = DType::kFloat32);

  Variable forward(Context&, const TextBatch&) const override;
  std::unique_ptr<Decoding> read(Context&, const std::vector<int32_t>& source) const override;
  Tensor next(Context&, Decoding&, int32_t id) const override;

  std::vector<AttentionPoint> attention() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  int64_t max_written() const override { return max_tokens(); }
  int64_t vocabulary() const override { return config_.V; }
  bool looks_at_once() const override { return !config_.looks_before() && !config_.input_feeding; }
  bool reads_steps_whole() const override { return true; }
  bool repeats_steps() const override {
    return false;
  }  // a step of a cell for each token of the longest text

 private:
  // What has been made of the source.
  struct Source {
    Variable states, keys;  // [N, K], and what the mechanism compares
    Spans texts;
    Variable start;  // [B, S], the decoder's first state
  };
  // States of the texts that are alive.
  struct Written {
    Variable state;     // [B, S]
    Variable attended;  // [B, H], h̃ of the step before: with input feeding
  };
  struct Decoded;

  // The weights of each step, on the host; null: nobody looks.
  using Looked = std::vector<Tensor>*;

  const nn::Embedding& target_words() const { return targets_ ? *targets_ : words_; }
  Source read_source(Context&, const Tensor& ids, const Spans& texts) const;
  Written begin(Context&, const Variable& start) const;
  // c [T, K] of queries [T, H].
  Variable look(Context&, const Variable& query, const AttentionPlan&, const Source&, Looked) const;
  Variable attended(Context&, const Variable& hidden, const AttentionPlan&, const Source&, Looked) const;
  // One token of each text that is alive: [B, F], what the scores are made of; s_t alone where all of them
  // can look at once.
  Variable step(Context&, const Variable& word, Written&, const AttentionPlan&, const Source&, Looked) const;
  Source first_texts(Context&, const Source&, int64_t count) const;
  Variable all_steps(Context&, const TextBatch&) const;  // [M, F], as targets lie
  Variable scores(Context&, const Variable& features) const;

  RecurrentTranslatorConfig config_;
  nn::Embedding words_;                   // of both texts, or of the source
  std::optional<nn::Embedding> targets_;  // where it has words of its own
  nn::Recurrent encoder_;
  nn::RecurrentCell cell_;
  std::optional<nn::Linear> start_, query_, key_;
  std::unique_ptr<nn::Mechanism> mechanism_;
  std::optional<nn::Linear> combine_;  // W_c
  nn::Linear out_;
};

extern const Architecture kRecurrentTranslator;

}  // namespace heed
