#include "engine/kernels/cuda/step_watch.h"

#include <cstring>
#include <string_view>

#include "engine/base/error.h"
#include "engine/base/random.h"

namespace heed::cuda {
namespace {

constexpr size_t kAlignment = 256;  // what memory of a GPU has

size_t rounded(size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

InputLayout::InputLayout(const PlannedStep& step) : bytes(rounded(sizeof(StepNumber))) {
  for (const std::vector<char>& input : step.inputs) {
    begin.push_back(bytes);
    size.push_back(input.size());
    bytes += rounded(input.size());
  }
}

void InputLayout::write(const PlannedStep& step, char* to) const {
  std::memset(to, 0, bytes);
  std::memcpy(to, &step.number, sizeof step.number);
  for (size_t i = 0; i < step.inputs.size(); ++i)
    if (size[i] > 0) std::memcpy(to + begin[i], step.inputs[i].data(), size[i]);
}

StepWatch::StepWatch(const PlannedStep& step, void* block) : step_(step), layout_(step), block_(block) {
  for (size_t size : layout_.size) note(size);
}

void StepWatch::note(uint64_t size) {
  fingerprint_ = mix64(fingerprint_ + 0x9e3779b97f4a7c15u) ^ mix64(size);
}

const void* StepWatch::given(const void* host, size_t bytes) {
  note(bytes);
  if (bytes == 0) return nullptr;
  const std::string_view numbers(static_cast<const char*>(host), bytes);
  std::optional<size_t> found;
  for (size_t i = 0; i < step_.inputs.size(); ++i) {
    const std::vector<char>& input = step_.inputs[i];
    if (numbers != std::string_view(input.data(), input.size())) continue;
    ambiguous_ = ambiguous_ || found.has_value();
    found = i;
  }
  note(found ? *found : std::hash<std::string_view>{}(numbers));
  if (!found || !block_) return nullptr;
  return static_cast<const char*>(block_) + layout_.begin[*found];
}

const StepNumber* StepWatch::number(std::optional<uint32_t> step, std::optional<int32_t> place) {
  if ((step && *step != step_.number.step) || (place && *place != step_.number.place))
    refuse("something counts its steps in another way");
  return static_cast<const StepNumber*>(block_);
}

void StepWatch::refuse(const char* reason) {
  refused_ = reason;
  check(!recording(), reason);
}

}  // namespace heed::cuda
