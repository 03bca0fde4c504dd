#include "native/studio/parts/edits.h"

#include <algorithm>
#include <utility>

namespace heed::studio {
namespace {

// What an edit is about, without the value that it sets.
std::string subject_of(const NamedEdit& edit) {
  return edit.edit.substr(0, edit.edit.find('='));
}

// "token.3" of an edit of a word; "" of others.
std::string word_of(const std::string& edit) {
  return edit.rfind("token.", 0) == 0 ? edit.substr(0, edit.find_first_of(".=", 6)) : "";
}

}  // namespace

void Edits::add(NamedEdit edit, bool dragged) {
  undone_.clear();
  if (dragged && !done_.empty() && subject_of(done_.back()) == subject_of(edit))
    done_.back() = std::move(edit);
  else
    done_.push_back(std::move(edit));
}

void Edits::undo() {
  if (done_.empty()) return;
  undone_.push_back(std::move(done_.back()));
  done_.pop_back();
}

void Edits::redo() {
  if (undone_.empty()) return;
  done_.push_back(std::move(undone_.back()));
  undone_.pop_back();
}

void Edits::reset() {
  while (!empty()) undo();
}

std::vector<std::string> Edits::in_force() const {
  std::vector<std::string> edits;
  for (auto edit = done_.begin(); edit != done_.end(); ++edit) {
    const std::string word = word_of(edit->edit);
    const bool again = !word.empty() && std::any_of(edit + 1, done_.end(), [&](const NamedEdit& later) {
      return word_of(later.edit) == word;
    });
    if (!again) edits.push_back(edit->edit);
  }
  return edits;
}

}  // namespace heed::studio
