// One sentence, one model, and what the model says about it. Analyses are made on a thread of their own;
// while one is on its way the last one stays.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/explaining/explain.h"
#include "engine/session/models/model.h"
#include "engine/session/translating/translate.h"
#include "native/studio/parts/jobs.h"
#include "native/studio/ui/saving.h"
#include "native/studio/views/heat_map.h"

namespace heed::studio {

// More cells than this are no map that one can read, and no frame one can draw in time.
inline constexpr int64_t kMostTokens = 128;

class Explorer {
 public:
  explicit Explorer(Jobs& jobs) : jobs_(jobs) {}

  // `title` is what panels call it; `folder` where it is saved, "" for a model that is still trained.
  void use(std::shared_ptr<const session::Model> model, const std::string& title,
           const std::string& folder = "");
  void write(const std::string& sentence);
  const std::string& sentence() const { return sentence_; }
  const std::shared_ptr<const session::Model>& model() const { return model_; }
  // The question that a model which answers is asked about the sentence.
  void ask(const std::string& question);
  const std::string& question() const { return question_; }
  session::Finds finds() const { return finds_; }    // of the model
  const std::string& mask() const { return mask_; }  // session::ModelInfo::mask
  // The text that a translating model writes, with the map of the analysis; other models have none.
  const std::optional<session::Translation>& translation() const { return translation_; }
  // Tokens that a translation begins with, until the sentence changes.
  void force(std::vector<int> ids);
  const std::vector<int>& forced() const { return forced_; }
  int place = -1;  // of what was written: the token whose candidates are looked at
  const std::string& title() const { return title_; }
  const std::string& folder() const { return folder_; }
  const std::string& reader() const { return reader_; }  // the title of the analysis' model
  const std::optional<session::Analysis>& analysis() const { return analysis_; }
  const std::string& problem() const { return problem_; }
  bool stale() const { return wanted_ != shown_; }  // a newer analysis is on its way

  // Layer and head of the analysis; head -1 is the mean. They stay within what it has.
  int layer = 0, head = -1;
  Pointing pointing;
  bool numbers = false;                             // in the cells of the map
  bool special_tokens = true, whole_words = false;  // rows and columns of the map; see parts/units.h
  bool all_heads = false;                           // small, in the map's place
  SavedAs saved{"map.csv", ""};                     // what was saved of it last
  bool opening = false;                             // another model is being read from its folder
  void save_page();                                 // all of it as one page, to saved.file
  int layers() const;
  int heads() const;
  // The chosen layer's map, or null where the model has no attention or the sentence no token.
  const session::AttentionMap* map() const;
  // The chosen head's weights, or their mean: [T, S].
  std::vector<float> weights() const;

 private:
  void analyse();

  Jobs& jobs_;
  std::shared_ptr<const session::Model> model_, analysed_by_;
  session::Finds finds_ = session::Finds::kClass;
  std::string title_, folder_, reader_, sentence_, question_, problem_, mask_;
  std::optional<session::Analysis> analysis_;
  std::optional<session::Translation> translation_;
  std::vector<int> forced_;
  int wanted_ = 0, shown_ = 0;
  int depth_ = 0;  // layers of the last analysis that had any
};

// The map as a view draws it. With pooling attention the one row is the sentence. Full colour is the map's
// largest weight.
Heat heat_of(const session::Analysis& analysis, const session::AttentionMap& map,
             const std::vector<float>& weights, bool numbers);
// The run under edits; without any (null), the explorer's analysis, which must be there.
const session::Analysis& seen(const Explorer& explorer, const session::Edited* edited);
// The explorer's map in that run or analysis.
Heat edited_heat(const Explorer& explorer, const session::Edited* edited);

// [T, S] of one head, or of the mean of all (-1).
std::vector<float> weights_of(const session::AttentionMap& map, int head);

}  // namespace heed::studio
