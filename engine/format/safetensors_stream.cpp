#include "engine/format/safetensors_stream.h"

#include <algorithm>

#include "engine/format/half.h"

namespace heed {
namespace {

constexpr size_t kRowsAtATime = 1 << 20;  // in bytes

}  // namespace

SafeTensorsStream::SafeTensorsStream(std::string file, uint64_t bytes, NarrowBy narrow)
    : file_(std::move(file)), bytes_(bytes), narrow_by_(std::move(narrow)) {
  if (bytes < kSafetensorsPrefix) safetensors_header_length("", bytes, file_);  // says so
  text_.resize(kSafetensorsPrefix);
}

SafeTensorsStream::Room SafeTensorsStream::room() {
  if (!in_data_) return {text_.data() + filled_, text_.size() - filled_};
  if (place_ == places_.size()) return {};
  return {static_cast<char*>(coming_.raw()) + filled_, coming_.bytes() - filled_};
}

void SafeTensorsStream::wrote(size_t count) {
  check(count <= room().size, "[", file_, "] has more bytes than the ", bytes_, " that were announced.");
  received_ += count;
  filled_ += count;
  advance();
}

void SafeTensorsStream::advance() {
  if (!in_data_ && filled_ == text_.size()) {
    if (received_ == kSafetensorsPrefix) take_prefix();
    if (filled_ == text_.size()) take_header();
  }
  while (in_data_ && place_ < places_.size() && filled_ == coming_.bytes()) {
    filled_ = 0;
    if (narrow_.scale.defined()) {
      end_rows();
      continue;
    }
    if (narrow_.values.shape().rank() > 0) {
      narrow_ = quantise_outputs(widen(coming_), file_ + ": " + places_[place_].name);
      end_narrow();
      continue;
    }
    tensors_.emplace_back(places_[place_++].name, std::move(coming_));
    begin_tensor();
  }
}

void SafeTensorsStream::begin_tensor() {
  if (place_ == places_.size()) return;
  const TensorPlace& place = places_[place_];
  const bool worth = narrow_by_ && worth_quantising(place.shape, place.dtype);
  const Narrow narrow = worth ? narrow_by_(place.name) : Narrow::kNone;
  if (narrow != Narrow::kRows) {
    coming_ = Tensor(place.shape, place.dtype);
    if (narrow == Narrow::kOutputs) narrow_ = {Tensor::promised(place.shape, DType::kInt8), Tensor()};
    return;
  }
  narrow_ = {Tensor(place.shape, DType::kInt8), Tensor({place.shape[0]}, DType::kFloat32)};
  const size_t row_bytes = static_cast<size_t>(place.shape[1]) * size_of(place.dtype);
  const auto rows = static_cast<int64_t>(std::max<size_t>(1, kRowsAtATime / row_bytes));
  coming_ = Tensor({std::min(rows, place.shape[0]), place.shape[1]}, place.dtype);
  row_ = 0;
}

void SafeTensorsStream::end_rows() {
  const TensorPlace& place = places_[place_];
  const int64_t count = coming_.size(0);
  const std::string from = row_ == 0 ? "" : " from row " + std::to_string(row_) + " on";
  const Quantised rows = quantise(widen(coming_), file_ + ": " + place.name + from);
  std::memcpy(narrow_.values.rows(row_, count).raw(), rows.values.raw(), rows.values.bytes());
  std::memcpy(narrow_.scale.rows(row_, count).raw(), rows.scale.raw(), rows.scale.bytes());
  row_ += count;
  if (row_ < place.shape[0]) {
    coming_ = coming_.rows(0, std::min(count, place.shape[0] - row_));
    return;
  }
  end_narrow();
}

void SafeTensorsStream::end_narrow() {
  const std::string& name = places_[place_].name;
  tensors_.emplace_back(name, std::move(narrow_.values));
  tensors_.emplace_back(name + kScaleSuffix, std::move(narrow_.scale));
  narrow_ = {};
  ++place_;
  begin_tensor();
}

void SafeTensorsStream::take_prefix() {
  text_.resize(kSafetensorsPrefix + static_cast<size_t>(safetensors_header_length(text_, bytes_, file_)));
}

void SafeTensorsStream::take_header() {
  const std::string_view header = std::string_view(text_).substr(kSafetensorsPrefix);
  places_ = safetensors_places(header, bytes_ - text_.size(), file_);
  in_data_ = true;
  filled_ = 0;
  begin_tensor();
}

std::vector<std::pair<std::string, Tensor>> SafeTensorsStream::finish() {
  check(received_ == bytes_, "[", file_, "] ended after ", received_, " of ", bytes_,
        " bytes: get it again.");
  return std::move(tensors_);
}

}  // namespace heed
