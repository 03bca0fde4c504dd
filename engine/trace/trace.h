// The one mechanism for looking and for meddling. A model names an activation once and never knows who
// listens; a listener records it, or patches it on the way.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tensor/tensor.h"

namespace heed {

class Trace {
 public:
  // y = scale ⊙ x + offset; an undefined tensor stands for 1 and 0. Replacing a value is scale 0 with the new
  // value as offset, muting a head is a scale with zeros in it: both are differentiable.
  struct Patch {
    Tensor scale, offset;
  };
  // What a value becomes where that hangs on the value itself, all on the host: "half of what it was looks
  // here". Nothing flows back through an edit without a gradient.
  struct Edit {
    std::function<Tensor(const Tensor& x)> value;
    std::function<Tensor(const Tensor& x, const Tensor& dy)> gradient;  // dx
  };
  struct Record {
    std::string name;
    Tensor value;  // a copy on the heap
  };

  // Record every activation whose name ends with `suffix` ("" = all).
  void watch(std::string suffix);
  void patch(std::string name, Patch patch);
  void edit(std::string name, Edit edit);
  void let_be() { edits_.clear(); }  // what was to be edited

  bool wants(std::string_view name) const;  // watched, patched or edited
  const Patch* patch_of(std::string_view name) const;
  const Edit* edit_of(std::string_view name) const;
  void record(std::string_view name, const Tensor& value);  // ignored when not watched

  const std::vector<Record>& records() const { return records_; }
  const Tensor* find(std::string_view name) const;
  void clear() { records_.clear(); }

 private:
  bool watches(std::string_view name) const;

  std::vector<std::string> suffixes_;
  std::map<std::string, Patch, std::less<>> patches_;
  std::map<std::string, Edit, std::less<>> edits_;
  std::vector<Record> records_;
};

}  // namespace heed
