// Implementation of Model (session/models/model.h) for every network that reads texts. Its answer is
// decided by network.output() alone.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/base/error.h"
#include "engine/base/thread_pool.h"
#include "engine/device/device.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/session/models/model.h"
#include "engine/tensor/recycler.h"

namespace heed {
struct ModelFiles;
}

namespace heed::session {

struct EditedText;  // explaining/inside/edited_text.h

class ModelImpl {
 public:
  // On `device`, or on the CPU with `threads`. The network's weights are there already, laid out.
  ModelImpl(std::string name, TextNetwork parts, int64_t bytes, const Device& device,
            std::unique_ptr<ThreadPool> threads, bool int8);

  Analysis analyse(const std::string& text, const AnalysisOptions& options) const;
  std::vector<Token> tokenize(const std::string& text) const;
  ModelInfo info() const;
  std::vector<ModelWeight> weights() const;
  // Only of models made for it; the others say what they are.
  FilledMasks fill_mask(const std::string& text, int top, bool attention = false) const;
  Analysis answer(const std::string& question, const std::string& text, const AnalysisOptions& options) const;
  // Classifiers of texts are explained in session/explaining.
  Explanation explain(const std::string& text, const ExplainOptions& options) const;
  void for_contributions(const std::vector<std::string>& texts,
                         const std::function<bool(size_t, const TextContributions&)>& each,
                         int64_t max_tokens) const;

  std::optional<MapExperiments> experiments(const std::string& text, const ExperimentOptions& options) const;

  // For session/writing.
  const std::string& name() const { return name_; }
  const TextNetwork& parts() const { return parts_; }
  TextNetwork take_parts() { return std::move(parts_); }  // nothing is asked of the model any more
  const Device& device() const { return device_; }
  Context context() const {
    Context ctx;
    ctx.device = &device_;
    ctx.memory = &memory_;
    return ctx;
  }

  // For session/models/readers.h alone.
  void keep_heads(const Trace& trace, Analysis& analysis, int top) const;
  void label_tokens(const Tensor& logits, Analysis& analysis) const;
  void embed(const Tensor& states, Analysis& analysis) const;

 private:
  // None for a text without words.
  std::optional<EditedText> edited(const std::string& text, const std::vector<std::string>& edits,
                                   const std::string& other, const AnalysisOptions& options) const;
  Analysis analyse(const std::string& text, const EditedText& given, const AnalysisOptions& options) const;
  // A text cut to what the network takes, and what the network says of it. `places` as TextBatch has them.
  void cut(EncodedText& text, Analysis& analysis, const AnalysisOptions& options) const;
  // `edit`: gets the trace of the pass, to change what is computed.
  Tensor run(const EncodedText& text, Analysis& analysis, const AnalysisOptions& options,
             const Tensor& places, const std::function<void(Trace&)>& edit = {}) const;
  TextBatch batch_of(const EncodedText& text) const;
  EncodedText read(const std::string& text, const AnalysisOptions& options) const;  // encoded and cut
  void watch(Trace& trace, int64_t tokens, const AnalysisOptions& options) const;
  void read_maps(const Trace& trace, Analysis& analysis, const AnalysisOptions& options) const;
  void read_head(const Tensor& logits, Analysis& analysis) const;
  void classify(const Tensor& logits, Analysis& analysis) const;
  std::vector<double> softmax_over(const Tensor& logits, int column, const std::vector<size_t>& rows) const;

  std::string name_;
  TextNetwork parts_;
  int64_t bytes_;  // of the files of weights
  bool int8_;      // its matrices
  std::unique_ptr<ThreadPool> threads_;
  Device device_;
  mutable Recycler memory_{*device_.memory};
};

// The answers to each row of logits (models/class_answers.h), [logits.count()].
std::vector<double> rows_to(const Tensor& logits, AnswerKind answers);
// What heads for tokens, states and answers have said.
void write_heads(const Analysis& analysis, nlohmann::json& written);

// A reader of session/models/readers.h; Error where this program has none.
template <class Reader>
Reader linked(Reader reader) {
  check(reader != nullptr,
        "[engine] this needs the whole engine, of which this program has a part: load heed-all.");
  return reader;
}

// What messages and analyses call the model in a folder: "models/mine/" is "mine".
std::string folder_name(const std::string& folder);

// The architecture of a folder with word vectors, which session/reading/vectors.h reads.
constexpr const char* kWordVectors = "word-vectors";

// [T, S] of one head of a map whose weights are there; Heads::kMean: of all averaged.
std::vector<float> head_of(const AttentionMap& map, int head);

// The last attention map, summed up as the Analysis has it.
void summarise_attention(Analysis& analysis, int top);
// Likewise, of `map`, which is not in the Analysis.
void summarise_attention(const AttentionMap& map, Analysis& analysis, int top);

// A model of Heed's own layout; an Error names `place`.
std::unique_ptr<ModelImpl> make_model_impl(const std::string& name, const ModelFiles& files,
                                           const std::string& place, const Device& device);

// Opens a model of the Hugging Face library's layout on `device`; a CPU gets `threads`.
std::unique_ptr<ModelImpl> open_library_model(const nlohmann::json& config, const LibraryFiles& files,
                                              int threads, Precision precision, const Device& device);
// A folder of either.
std::unique_ptr<ModelImpl> open_folder(const std::string& folder, int threads, Precision precision,
                                       const Device& device);

}  // namespace heed::session
