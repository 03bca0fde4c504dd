// A small classifier for short sentences and little data, made so that its attention is its explanation.
//
// Every word s casts votes: values from its vector, and one number per head for the phrases that end at it (a
// linear n-gram classifier, as strong on little data as anything), or, with class_votes, one per class.
// Self-attention A decides how much each vote counts; nothing goes around it. With n words the sentence's
// evidence is
//
//   e = 1/√n Σ_t Σ_s A[t, s] vote_s = 1/√n Σ_s received_s vote_s,   logits = W e + b
//
// (votes per class are added to the logits as they are, without W)
//
// so what a word receives in the heat map, times its vote, is exactly what it adds to the answer. A word's
// vector is its own plus the mean of its character n-grams' (Bojanowski et al. 2017): words never seen before
// still have one.
#pragma once

#include "engine/models/architecture.h"
#include "engine/models/mechanism_settings.h"
#include "engine/nn/layers.h"
#include "engine/nn/mechanism.h"

namespace heed {

class SentenceClassifier final : public Network {
 public:
  struct Config {
    int64_t embedding = 48;  // D
    int64_t attention = 32;  // width of queries and keys, all heads together
    int64_t values = 48;     // width of the values, all heads together
    int64_t heads = 2;       // H
    MechanismSettings mechanism;
    bool class_votes = false;  // phrases vote for each class; with one head
    bool sum_votes = false;    // a word's phrases add up their votes, instead of sharing one
    double dropout = 0.5;      // of the words' vectors, and of the evidence from values
    double deviation = 0.05;   // of the word and n-gram tables' first values
    double value_scale = 1;    // times the values' first weights
    double attention_scale =
        8;  // times the first weights of queries and keys: even attention learns to choose late
    // The table of phrases begins at zero, or with class_votes at `phrase_start` times the log-odds that each
    // has by itself (data/phrase_filter.h) or the weights that all have together in a logistic regression
    // (data/phrase_regression.h). It is sparse: it learns at its own rate, held back by its own L2.
    double phrase_start = 0;
    std::string phrase_start_by = "log_odds";  // or "regression"
    // Votes are cut to this size at the start, so that attention has to say which of them count; 0: none is.
    double phrase_bound = 0;
    double phrase_rate = 450;  // times the learning rate
    double phrase_l2 = 7.4e-6;

    static const Fields<Config>& fields();
    static Config from(const nlohmann::json& config, const std::string& file);
    nlohmann::json json() const;
  };

  SentenceClassifier(const Config&, const NetworkSizes&, std::optional<uint64_t> seed,
                     DType dtype = DType::kFloat32);

  Variable forward(Context& ctx, const TextBatch& batch) const override;
  std::vector<AttentionPoint> attention() const override;
  Anatomy anatomy() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  bool reads_steps_whole() const override { return config_.mechanism.draws(); }

  const Config& config() const { return config_; }

 private:
  Config config_;
  nn::Embedding embedding_;
  std::optional<nn::Embedding> pieces_;
  std::optional<nn::Embedding> phrases_;
  nn::Linear query_, key_, value_;
  std::unique_ptr<nn::Mechanism> mechanism_;  // none: scaled dot product
  nn::Linear classifier_;
};

extern const Architecture kSentenceClassifier;

}  // namespace heed
