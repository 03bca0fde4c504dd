// Another sentence, laid over the explorer's: what each is said to be, what their words add, their maps, and
// which states carry the difference (activation patching).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/studio/parts/explorer.h"

namespace heed::studio {

// A sentence, as both are asked.
struct Laid {
  std::vector<std::string> tokens;  // [N]
  std::vector<session::ClassProbability> classes;
  std::vector<double> terms;  // [N], what each adds to the class that is asked about
  double score = 0;           // of that class
  std::vector<session::AttentionMap> maps;
};

struct Overlay {
  std::string label;  // the class that the first one is said to be
  Laid own, other;
  std::vector<session::Patched> patched;  // a layer each, as far as it has come
};

class Beside {
 public:
  Beside(Jobs& jobs, Explorer& explorer) : jobs_(jobs), explorer_(explorer) {}

  std::string text;  // the other sentence; blank: none
  void follow();     // called while it is looked at

  // The answer, or the last one while a newer is on its way.
  const std::optional<Overlay>& overlay() const { return overlay_; }
  bool stale() const { return wanted_ != shown_; }
  bool patching() const { return patching_; }
  const std::string& problem() const { return problem_; }
  const std::string& unpatched() const { return unpatched_; }  // why states cannot be exchanged

 private:
  struct Question {
    std::shared_ptr<const session::Model> model;
    std::string own, other, label;
    int64_t tokens = 0;
    bool operator==(const Question&) const = default;
  };
  void lay(const Question& question);
  void patch(int layer);
  int layers() const;

  Jobs& jobs_;
  Explorer& explorer_;
  Question asked_;
  std::optional<Overlay> overlay_;
  std::string problem_, unpatched_;
  int wanted_ = 0, shown_ = 0;
  bool patching_ = false;
};

// By how much the first map is above the second, over the columns that both sentences have: [rows][columns],
// NaN where one has no such word. One row where the sentence as a whole looks.
std::vector<std::vector<double>> map_difference(const Overlay& overlay, size_t map);

}  // namespace heed::studio
