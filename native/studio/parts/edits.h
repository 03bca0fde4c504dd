// Edits in their order, which can be undone and redone.
#pragma once

#include <string>
#include <vector>

namespace heed::studio {

struct NamedEdit {
  std::string edit;   // as ExplainOptions takes it: "0.0.2.5=0.4"
  std::string words;  // "me → this: 0.40"
  bool operator==(const NamedEdit&) const = default;
};

class Edits {
 public:
  // `dragged`: a weight that is on its way; it takes the place of the last edit, if that set the same one.
  void add(NamedEdit edit, bool dragged = false);
  void undo();
  void redo();
  void reset();  // undoes all

  bool empty() const { return done_.empty(); }
  bool undone() const { return !undone_.empty(); }
  const std::vector<NamedEdit>& all() const { return done_; }
  // As the engine takes them, all at once: of several edits of one word the last.
  std::vector<std::string> in_force() const;

 private:
  std::vector<NamedEdit> done_, undone_;  // undone: the last one first
};

}  // namespace heed::studio
