// A model of the BERT family behind the door of session/models/model.h.
#pragma once

#include <memory>

#include "engine/base/thread_pool.h"
#include "engine/format/weight_files.h"
#include "engine/models/bert.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/tensor/recycler.h"
#include "engine/text/pipeline/pipeline.h"

namespace heed::session {

class Pretrained final : public ModelImpl {
 public:
  Pretrained(std::string name, const BertConfig& config, TokenizerPipeline tokenizer, const Device& device,
             int threads);

  void load(const WeightFiles& files, const std::string& file, Precision precision);

  Analysis analyse(const std::string& text, const AnalysisOptions& options) const override;
  std::vector<Token> tokenize(const std::string& text) const override;
  ModelInfo info() const override;
  FilledMasks fill_mask(const std::string& text, int top) const override;
  Analysis answer(const std::string& question, const std::string& text,
                  const AnalysisOptions& options) const override;

 private:
  // What the network says of a text that cut() has made fit. `places` as TextBatch has them.
  Tensor run(const Encoding& encoding, Analysis& analysis, const AnalysisOptions& options,
             const Tensor& places = {}) const;
  void watch(Trace& trace, int64_t tokens, const AnalysisOptions& options) const;
  void read_attention(const Trace& trace, Analysis& analysis, const AnalysisOptions& options) const;
  void keep_heads(const Trace& trace, Analysis& analysis, int top) const;
  Encoding cut(Encoding encoding, Analysis& analysis, const AnalysisOptions& options) const;
  std::vector<MaskCandidate> candidates(const float* logits, int64_t V, int top) const;
  void read_head(const Tensor& logits, Analysis& analysis) const;
  void classify(const Tensor& logits, Analysis& analysis) const;
  void label_tokens(const Tensor& logits, Analysis& analysis) const;
  void embed(const Tensor& states, Analysis& analysis) const;

  std::string name_;
  std::unique_ptr<ThreadPool> threads_;
  Device device_;
  TokenizerPipeline tokenizer_;
  Bert bert_;
  int64_t weight_bytes_ = 0;
  bool int8_ = false;  // its matrices
  mutable Recycler memory_{*device_.memory};
};

// Of `count` logits.
std::vector<double> softmax(const float* logits, int64_t count);

}  // namespace heed::session
