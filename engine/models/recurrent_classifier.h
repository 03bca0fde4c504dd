// The classifier of two lessons: "Attention" of Made With ML (an RNN on AG News) and the attention-LSTM on
// toy sentences. A recurrent layer reads the words, attention pooling weighs its states (Bahdanau et al.
// 2015; Yang et al. 2016), and the sum is classified:
//
//   h_n = cell(x_n, h_{n-1}),  c = Σ_n softmax(e)_n h_n,  logits = W₂ dropout(W₁ c + b₁) + b₂
//
// The hidden layer has no activation, as in the lesson; without it logits = W₂ dropout(c) + b₂. With the cell
// "token" nothing recurs: h_n = tanh(W x_n + b), each word by itself, which is what Jain & Wallace 2019 hold
// recurrent layers against ("average").
#pragma once

#include "engine/models/architecture.h"
#include "engine/nn/pooling.h"
#include "engine/nn/recurrent.h"

namespace heed {

class RecurrentClassifier final : public Network {
 public:
  struct Config {
    std::string cell = "rnn";  // or "gru", "lstm", "token"
    int64_t embedding = 100;
    double deviation = 1;  // of the embedding's first values
    int64_t hidden = 128;  // H, of one direction
    int64_t layers = 1;
    bool bidirectional = false;
    std::string pooling = "linear";  // see nn/pooling.h
    // The lessons' batches: the padding that makes sentences equally long is read by the cell and gets a
    // share of the attention. What the model says about a text then depends on the batch it is in.
    bool unmasked = false;
    int64_t head_hidden = 100;     // width of the hidden layer before the classes; 0: none
    double dropout = 0.1;          // before the classes, and between recurrent layers
    double embedding_dropout = 0;  // of the embedding's elements

    static const Fields<Config>& fields();
    static Config from(const nlohmann::json& config, const std::string& file);
    nlohmann::json json() const;
  };

  RecurrentClassifier(const Config&, const NetworkSizes&, std::optional<uint64_t> seed,
                      DType dtype = DType::kFloat32);

  Variable forward(Context& ctx, const TextBatch& batch) const override;
  std::vector<AttentionPoint> attention() const override;
  Anatomy anatomy() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  // A text is read as long as the longest one.
  bool reads_steps_whole() const override { return config_.unmasked; }

  const Config& config() const { return config_; }

 private:
  Config config_;
  nn::Embedding embedding_;
  std::optional<nn::Embedding> pieces_;  // character n-grams, where the encoder makes them
  std::optional<nn::Recurrent> recurrent_;
  std::optional<nn::Linear> token_;  // in its place
  nn::Pooling pooling_;
  std::optional<nn::Linear> head_;
  nn::Linear classifier_;
};

extern const Architecture kRecurrentClassifier;

}  // namespace heed
