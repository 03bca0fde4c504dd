#include "engine/format/safetensors_stream.h"

namespace heed {

SafeTensorsStream::SafeTensorsStream(std::string file, uint64_t bytes)
    : file_(std::move(file)), bytes_(bytes) {
  if (bytes < kSafetensorsPrefix) safetensors_header_length("", bytes, file_);  // says so
  text_.resize(kSafetensorsPrefix);
}

SafeTensorsStream::Room SafeTensorsStream::room() {
  if (!in_data_) return {text_.data() + filled_, text_.size() - filled_};
  if (tensor_ == tensors_.size()) return {};
  const Tensor& tensor = tensors_[tensor_].second;
  return {static_cast<char*>(tensor.raw()) + filled_, tensor.bytes() - filled_};
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
  while (in_data_ && tensor_ < tensors_.size() && filled_ == tensors_[tensor_].second.bytes()) {
    ++tensor_;
    filled_ = 0;
  }
}

void SafeTensorsStream::take_prefix() {
  text_.resize(kSafetensorsPrefix + static_cast<size_t>(safetensors_header_length(text_, bytes_, file_)));
}

void SafeTensorsStream::take_header() {
  const std::string_view header = std::string_view(text_).substr(kSafetensorsPrefix);
  for (TensorPlace& place : safetensors_places(header, bytes_ - text_.size(), file_)) {
    const Tensor tensor(place.shape, place.dtype);
    tensors_.emplace_back(std::move(place.name), tensor);
  }
  in_data_ = true;
  filled_ = 0;
}

std::vector<std::pair<std::string, Tensor>> SafeTensorsStream::finish() {
  check(received_ == bytes_, "[", file_, "] ended after ", received_, " of ", bytes_,
        " bytes: get it again.");
  return std::move(tensors_);
}

}  // namespace heed
