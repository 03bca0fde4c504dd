// The edits of maps and states under which a network is explained. Every pass of a subject that has some
// makes them, so that each method explains the edited network.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/explain/edit.h"
#include "engine/explain/edited_map.h"
#include "engine/explain/subject.h"

namespace heed::explain {

class SubjectEdits {
 public:
  // Edits of words are passed over: they make another text (intervene.h). Error for layers that are not
  // there, and for edits that take something of another text where there is none.
  SubjectEdits(const Subject& unedited, const std::vector<Edit>& edits, const EncodedText* other);

  // For a pass over `texts`. `left_out`: of each text, the tokens of the whole text that it is without, in
  // order; empty: all texts are whole. A point that the trace patches is left to the patch.
  void add_to(Trace& trace, const Spans& texts, const std::vector<std::vector<int>>& left_out = {}) const;
  // Points whose values are edited.
  const std::vector<std::string>& points() const { return points_; }

  bool of_states() const;
  // An edit that says nothing of a text with fewer words; "" where all do.
  std::string needs_whole_text() const;

 private:
  using LeftOut = std::vector<std::vector<int>>;
  struct Texts {
    Spans spans;
    LeftOut left_out;
  };
  void take_from(const Subject& unedited, const EncodedText& other);
  EditedMap edited(size_t layer, const Texts& texts, size_t text, const double* weights) const;
  Trace::Edit of_map(size_t layer, const Texts& texts) const;
  Trace::Edit of_state(size_t layer, const Texts& texts) const;
  Tensor with_states(size_t layer, const Texts& texts, const Tensor& given, bool of_other) const;

  std::vector<AttentionPoint> maps_;
  std::vector<std::string> states_;
  std::vector<Edit> edits_;
  std::vector<std::string> points_;
  std::map<std::string, Matrix> taken_;  // by point, of the other text
  int64_t other_tokens_ = 0;
};

// The same network under edits; itself where none is of maps or states.
Subject under(const Subject& unedited, const std::vector<Edit>& edits, const EncodedText* other = nullptr);

}  // namespace heed::explain
