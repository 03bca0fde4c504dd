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
  struct Pass;
  Variable encode(Pass& pass, Analysis& analysis, Encoding& encoding, const AnalysisOptions& options) const;
  void watch(Trace& trace, int64_t tokens, const AnalysisOptions& options) const;
  void read_attention(const Trace& trace, Analysis& analysis, const AnalysisOptions& options) const;
  void keep_heads(const Trace& trace, Analysis& analysis, int top) const;
  Encoding cut(Encoding encoding, Analysis& analysis, const AnalysisOptions& options) const;
  std::vector<MaskCandidate> candidates(Pass& pass, const Variable& state, int top) const;
  void read_head(Pass& pass, const Variable& states, const Encoding& encoding, Analysis& analysis) const;
  void classify(Pass& pass, const Variable& states, Analysis& analysis) const;
  void label_tokens(Pass& pass, const Variable& states, const Encoding& encoding, Analysis& analysis) const;

  std::string name_;
  std::unique_ptr<ThreadPool> threads_;
  Device device_;
  TokenizerPipeline tokenizer_;
  Bert bert_;
  int64_t weight_bytes_ = 0;
  bool int8_ = false;  // its matrices
  mutable Recycler memory_{*device_.memory};
};

// One forward pass and what it needs.
struct Pretrained::Pass {
  Trace trace;
  Context ctx;
  Spans texts;
};

// Of `count` logits.
std::vector<double> softmax(const float* logits, int64_t count);

}  // namespace heed::session
