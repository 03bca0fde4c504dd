#include "engine/trace/trace.h"

#include <algorithm>

namespace heed {

void Trace::watch(std::string suffix) {
  suffixes_.push_back(std::move(suffix));
}

void Trace::patch(std::string name, Patch patch) {
  patches_.insert_or_assign(std::move(name), std::move(patch));
}

void Trace::edit(std::string name, Edit edit) {
  edits_.insert_or_assign(std::move(name), std::move(edit));
}

bool Trace::watches(std::string_view name) const {
  return std::any_of(suffixes_.begin(), suffixes_.end(), [&](const std::string& s) {
    return name.size() >= s.size() && name.substr(name.size() - s.size()) == s;
  });
}

bool Trace::wants(std::string_view name) const {
  return watches(name) || patch_of(name) != nullptr || edit_of(name) != nullptr;
}

const Trace::Patch* Trace::patch_of(std::string_view name) const {
  auto found = patches_.find(name);
  return found == patches_.end() ? nullptr : &found->second;
}

const Trace::Edit* Trace::edit_of(std::string_view name) const {
  auto found = edits_.find(name);
  return found == edits_.end() ? nullptr : &found->second;
}

void Trace::record(std::string_view name, const Tensor& value) {
  if (watches(name)) records_.push_back({std::string(name), value.clone()});
}

const Tensor* Trace::find(std::string_view name) const {
  for (const Record& record : records_)
    if (record.name == name) return &record.value;
  return nullptr;
}

}  // namespace heed
