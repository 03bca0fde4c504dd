// An opened model: text in, Analysis out. Opening and analysing need no network and no window.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/models/analysis.h"

namespace heed::session {

// What a model says of a text.
enum class Finds {
  kClass,   // which class it is
  kLabels,  // a label of each token (of some: whether it was put in another's place)
  kWords,   // which words may stand where it is masked
  kAnswer,  // which part of it answers a question
  kVector,  // nothing: its states are vectors
  kNext,    // what may come behind it
  kTarget,  // another text
  kValue,   // a number for each of its labels
};

struct ModelInfo {
  std::string name;
  std::string architecture;
  int64_t parameters = 0;
  int layers = 0, heads = 0;
  std::vector<std::string> classes;
  int64_t vocabulary = 0;
  int64_t bytes = 0;  // of model.safetensors
  int64_t max_tokens = 0;
  std::string mask;   // the token that stands for a hidden word, "[MASK]"; "": the vocabulary has none
  bool int8 = false;  // matrices are kept and multiplied as int8
  Finds finds = Finds::kClass;
  std::vector<std::string> warnings;  // what its files ask for and is not done, and hold and is not used
};

nlohmann::json to_json(const ModelInfo& info);

// A tensor that was learned, by the name that its layers give it.
struct ModelWeight {
  std::string name;
  std::vector<int64_t> shape;
  std::string type;   // that it is computed with, as safetensors calls it: "F32", "I8"
  int64_t bytes = 0;  // of its numbers in that type and, of I8, a scale for each row
};

class ModelImpl;
struct TextNetwork;
struct LensLayer;          // session/writing/lens.h
struct LookedBack;         // session/writing/look_back.h
struct DirectAttribution;  // session/writing/direct_logits.h
struct Translation;        // session/translating/translate.h
struct TranslateOptions;   // likewise
struct Explanation;        // session/explaining/explain.h
struct ExplainOptions;     // likewise
struct TextContributions;  // session/explaining/contributions.h
struct TextFaithfulness;   // session/explaining/text_faithfulness.h
struct MapExperiments;     // likewise
struct ExperimentOptions;  // likewise

// What the matrices of a model of the BERT family are computed with: as they are stored (a folder that
// `heed quantize` wrote holds int8), or made int8 when it is opened: a quarter of the memory.
enum class Precision { kAsStored, kInt8 };

class Model {
 public:
  // A model folder: config.json, tokenizer.json, model.safetensors; one of ours, or one of the BERT family as
  // the Hub has it (also vocab.txt, also shards). `threads` and `precision` are for the latter; 0: as many as
  // there are. `device`: "cpu" or "cuda". Throws Error naming the file, or saying why there is no GPU.
  static Model open(const std::string& folder, int threads = 0, Precision precision = Precision::kAsStored,
                    const std::string& device = "cpu");
  // The same files as bytes, by file name; `name` is what the Analysis calls the model.
  static Model from_files(const std::string& name, std::map<std::string, std::string> files);
  // The same of one of ours alone: who calls this links nothing that reads the files of others.
  static Model from_own_files(const std::string& name, const std::map<std::string, std::string>& files);

  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  // Text is UTF-8; bytes that are not are read as U+FFFD.
  Analysis analyse(const std::string& text, const AnalysisOptions& options = {}) const;
  std::vector<Token> tokenize(const std::string& text) const;
  ModelInfo info() const;
  // In the order of the layers.
  std::vector<ModelWeight> weights() const;
  // What may stand where the text has [MASK] (or <mask>), `top` candidates each, the likeliest first. Error
  // for a model that is no masked language model.
  FilledMasks fill_mask(const std::string& text, int top = 5, bool attention = false) const;
  // The part of `text` that answers `question`; tokens of both are in the Analysis. Error likewise.
  Analysis answer(const std::string& question, const std::string& text,
                  const AnalysisOptions& options = {}) const;

 private:
  friend class IncomingModel;
  friend Explanation explain(const Model&, const std::string& text, const ExplainOptions&);
  friend std::optional<TextFaithfulness> text_faithfulness(const Model&, const std::string&, int64_t);
  friend std::optional<MapExperiments> text_experiments(const Model&, const std::string&,
                                                        const ExperimentOptions&);
  friend void for_contributions(const Model&, const std::vector<std::string>&,
                                const std::function<bool(size_t, const TextContributions&)>&, int64_t);
  friend Translation translate(const Model&, const std::string& text, const TranslateOptions&);
  friend std::vector<LensLayer> lens(const Model&, const std::string& text, int64_t place, int64_t top,
                                     const std::vector<std::string>& edits);
  friend LookedBack look_back(const Model&, const std::string& text, int layer, int head,
                              const std::vector<std::string>& edits);
  friend DirectAttribution direct_attribution(const Model&, const std::string& text, int64_t top,
                                              const std::vector<std::string>& edits);
  friend class Writer;     // session/writing/writer.h
  friend class Predictor;  // session/rows/predictions.h
  explicit Model(std::unique_ptr<ModelImpl> impl);
  std::unique_ptr<ModelImpl> impl_;
};

}  // namespace heed::session
