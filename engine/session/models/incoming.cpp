#include "engine/session/models/incoming.h"

#include <nlohmann/json.hpp>

#include "engine/format/json.h"
#include "engine/format/safetensors_stream.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/models/inside/model_impl.h"

namespace heed::session {
namespace {

constexpr const char* kFirstFile = "config.json";
constexpr uint64_t kMostMemory = sizeof(void*) == 4 ? uint64_t{4} << 30 : ~uint64_t{0};
constexpr uint64_t kMostText = 500'000'000;

bool holds_weights(const std::string& file) {
  const std::string end = ".safetensors";
  return file.size() >= end.size() && file.compare(file.size() - end.size(), end.size(), end) == 0;
}

std::string gigabytes(uint64_t bytes) {
  const uint64_t tenths = bytes / 100'000'000;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

// Each output of a matrix gets a scale, however the library stores it.
SafeTensorsStream::NarrowBy narrowing(const std::string& config, const std::string& path) {
  const auto* library = architecture_of(parse_json_object(config, path), path).library;
  return [&rules = library->layout().names](const std::string& tensor) {
    using Narrow = SafeTensorsStream::Narrow;
    return is_transposed(rules, tensor) ? Narrow::kOutputs : Narrow::kRows;
  };
}

}  // namespace

IncomingModel::IncomingModel(std::string name, Precision precision, int threads)
    : name_(std::move(name)), precision_(precision), threads_(threads) {}
IncomingModel::~IncomingModel() = default;

// Our own models are small, and read whole.
bool IncomingModel::is_streamed() const {
  const auto config = read_.find(kFirstFile);
  return config != read_.end() && is_of_library(parse_json_object(config->second, name_ + "/" + kFirstFile));
}

void IncomingModel::begin(const std::string& file, uint64_t bytes) {
  const std::string path = name_ + "/" + file;
  finish();
  check(bytes < kMostMemory, "[", path, "] has ", gigabytes(bytes), ": at most ", gigabytes(kMostMemory),
        " fit into memory here. Open it with the command line instead.");
  check(!read_.count(file) && !streamed_.count(file), "[", path, "] comes a second time.");
  file_ = file;
  filled_ = 0;
  if (holds_weights(file) && is_streamed()) {
    const std::string config = name_ + "/" + kFirstFile;
    check_not_quantised(parse_json_object(read_.at(kFirstFile), config), config);
    SafeTensorsStream::NarrowBy narrow;
    if (precision_ == Precision::kInt8) narrow = narrowing(read_.at(kFirstFile), name_ + "/" + kFirstFile);
    streamed_[file] = std::make_unique<SafeTensorsStream>(path, bytes, std::move(narrow));
    return;
  }
  check(bytes <= kMostText, "[", path, "] has ", gigabytes(bytes), ": expected at most ",
        gigabytes(kMostText), ".");
  read_[file].resize(static_cast<size_t>(bytes));
}

char* IncomingModel::room() {
  if (const auto weights = streamed_.find(file_); weights != streamed_.end())
    return weights->second->room().data;
  const auto text = read_.find(file_);
  return text == read_.end() ? nullptr : text->second.data() + filled_;
}

size_t IncomingModel::room_size() {
  if (const auto weights = streamed_.find(file_); weights != streamed_.end())
    return weights->second->room().size;
  const auto text = read_.find(file_);
  return text == read_.end() ? 0 : text->second.size() - filled_;
}

void IncomingModel::wrote(size_t count) {
  check(count <= room_size(), "[", name_, "/", file_, "] has more bytes than were announced.");
  if (const auto weights = streamed_.find(file_); weights != streamed_.end())
    return weights->second->wrote(count);
  filled_ += count;
}

void IncomingModel::finish() {
  const auto text = read_.find(file_);
  check(text == read_.end() || filled_ == text->second.size(), "[", name_, "/", file_, "] ended after ",
        filled_, " bytes: get it again.");
}

Model IncomingModel::open() {
  finish();
  file_.clear();
  if (streamed_.empty()) return Model::from_files(name_, std::move(read_));
  const nlohmann::json config = parse_json_object(read_.at(kFirstFile), name_ + "/" + kFirstFile);
  std::map<std::string, WeightFiles::Tensors> weights;
  for (auto& [file, stream] : streamed_) weights[file] = stream->finish();
  streamed_.clear();
  const ReadFile read = reader_of(read_);
  WeightFiles files = WeightFiles::of(name_, std::move(read_), std::move(weights));
  return Model(open_library_model(config, {name_, name_, read, std::move(files)}, threads_,
                                  Precision::kAsStored, cpu::device()));
}

}  // namespace heed::session
