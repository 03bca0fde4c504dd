// A small classifier for short sentences and little data. What the tutorial's model lacks there: a word never
// seen before still has its character n-grams (Bojanowski et al. 2017), a convolution lets a word know its
// neighbours and the ends of the sentence (Kim 2014), and dropout is strong. One layer of self-attention
// decides.
#pragma once

#include "engine/models/classifier.h"
#include "engine/nn/attention.h"

namespace heed {

class SentenceClassifier final : public Classifier {
 public:
  struct Config {
    int64_t embedding = 48;            // D
    int64_t attention = 48;            // width of queries, keys and values, all heads together
    int64_t heads = 1;                 // H
    int64_t convolution = 3;           // words that a word is seen with, itself included; odd
    double dropout = 0.5;              // of the embedding and of the pooled sentence
    double inner_dropout = 0.2;        // after the convolution and of what attention adds
    double embedding_deviation = 0.1;  // of the tables' first values

    static Config from(const nlohmann::json& config, const std::string& file);
    nlohmann::json json() const;
  };

  SentenceClassifier(const Config&, const ClassifierSizes&, std::optional<uint64_t> seed,
                     DType dtype = DType::kFloat32);

  Variable forward(Context& ctx, const TextBatch& batch) const override;
  std::vector<AttentionPoint> attention() const override;
  int64_t multiply_adds(int64_t tokens) const override;

 private:
  Config config_;
  nn::Embedding embedding_;
  std::optional<nn::Embedding> pieces_;
  nn::Linear convolution_;
  nn::SelfAttention attention_;
  nn::LayerNorm norm_;
  nn::Linear classifier_;
};

}  // namespace heed
