// Why a model says what it says of a text: what each word adds to each class, other ways to put it, and what
// would be if.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/session/models/analysis.h"

namespace heed::explain {
struct MethodEntry;
}

namespace heed::session {

class Model;

// All methods there are, each described: explain/method.h.
using explain::MethodEntry;

struct ExplainOptions {
  // Names of methods; empty: every one that this model and text can be asked.
  std::vector<std::string> methods;
  // The class that attributions are about; empty: the one that is predicted.
  std::string label;
  // Why `label` and not this one; empty: `label` by itself.
  std::string against;
  // As explain/edit.h has them: "0.0.even", "token.3.hide", … Everything but Explanation::analysis is of the
  // edited run, the class that is explained included.
  std::vector<std::string> edits;
  std::string other;  // the sentence that edits take maps and states from
  AnalysisOptions analysis;
  // Which of the two are computed.
  bool contributions = true, attributions = true;
  // Classes to explain; empty means all.
  std::vector<std::string> classes = {};
  // Also split each term into its parts. A keystroke does not wait for these hundreds of numbers.
  bool parts = true;
  // Activation patching: the layer of which each token's state is taken from `other`, a text of as many
  // tokens; -1: each of them in turn.
  std::optional<int> patching = std::nullopt;
  // Whether Explanation::edited is there where nothing is edited, too.
  bool answered = false;
  // Whether named methods that cannot be asked are left out; else they are an error.
  bool unasked = false;
  // Whether Explanation::analysis is. Attributions need it, unless `label` is said.
  bool analysed = true;
};

// A part of what a word adds: "word", "n-grams", "phrase" and the phrase's words, "state";
// "layer.0.head.1", "layer.0.feed_forward", …
struct ContributionPart {
  std::string name, text;
  double value = 0;
};

// Contributions to one class. terms + bias = sum. sum = logit within 1e-4, or `remainder` is what 8-bit
// products leave over.
struct ClassContributions {
  std::string label;
  double bias = 0, sum = 0, logit = 0;
  std::optional<double> remainder;
  std::vector<double> terms;                         // one per token
  std::vector<std::vector<ContributionPart>> parts;  // of each term; none where layers wrote it
  std::vector<ContributionPart> components;          // the same sum by what wrote it
};

struct Attributed {
  std::string method;
  std::string label, against;  // empty where the method asks for no class
  std::vector<double> values;  // one per token
  std::optional<double> gap;   // of methods whose values are to add up: how far they are off
  int steps = 0;               // of integrated gradients
};

// What edits did.
struct Edited {
  std::vector<std::string> edits;  // as they are written
  Analysis run;                    // of the text under the edits of words, by the network under the others
};

// Activation patching (explain/intervene.h): the class's score, or by how much it is above that of the class
// it is compared with, as it is, of the other text, and with one state of that text in its place.
struct Patched {
  std::string label;
  std::vector<int> layers;
  std::vector<std::vector<double>> scores;  // [layers][tokens]
  double score = 0, of_other = 0;
};

struct Explanation {
  Analysis analysis;  // of the text as it is; empty where it is not wanted
  // One for each class; empty when there is no token, and where an edit takes the states of another text.
  std::vector<ClassContributions> contributions;
  std::vector<Attributed> attributions;
  std::optional<Edited> edited;
  std::optional<Patched> patched;

  // The run that contributions and attributions are of.
  const Analysis& explained() const { return edited ? edited->run : analysis; }
};

// Error for a model whose answer is no class of the text, and for a method that this model or text cannot be
// asked; UsageError for an unknown method, class or edit. Nobody else may use the model meanwhile.
Explanation explain(const Model& model, const std::string& text, const ExplainOptions& options = {});

// The analysis of a text under edits, likewise.
Analysis changed_run(const Model& model, const std::string& text, const std::vector<std::string>& edits,
                     const std::string& other = "", const AnalysisOptions& options = {});

// The Analysis, and
// "contributions": [{"class", "bias", "sum", "logit", "remainder" where there is one, "terms": [{"token",
//   "value", "parts": [{"part", "text" of phrases, "value"}]}], "components": [{"part", "value"}]}],
// "attributions": [{"method", "class" and "against" where they are asked, "values", "gap" or null, "steps"
//   where there are some}],
// "edited", where there are edits: {"edits", "tokens", "classes", "prediction"}; all of the above are of its
//   tokens then,
// "patched", where it is asked for: {"class", "layers", "scores", "score", "of_other"}.
nlohmann::json to_json(const Explanation& explanation, bool with_weights = false);
// The same without the Analysis.
nlohmann::json explained_json(const Explanation& explanation);

// [{"name", "title", "formula", "measures", "misses", "source", "signed", "per_class", "gradient",
// "attention", "adds_up"}]
nlohmann::json describe_methods();

}  // namespace heed::session
