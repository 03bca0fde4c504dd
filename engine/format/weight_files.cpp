#include "engine/format/weight_files.h"

#include <filesystem>
#include <functional>
#include <set>

#include "engine/format/half.h"
#include "engine/format/json.h"
#include "engine/format/quantise.h"

namespace heed {
namespace {

constexpr const char* kSingle = "model.safetensors";
constexpr const char* kIndex = "model.safetensors.index.json";
constexpr const char* kPickle = "pytorch_model.bin";

// The shards that an index lists. A shard lies beside its index: a name with a path in it is refused.
std::set<std::string> shards_of(std::string_view index, const std::string& path) {
  const nlohmann::json json = parse_json_object(index, path);
  const auto map = json.find("weight_map");
  check(map != json.end() && map->is_object() && !map->empty(), "[", path,
        "] has no \"weight_map\": expected an object {tensor: file}.");
  std::set<std::string> shards;
  for (const auto& [tensor, file] : map->items()) {
    const auto name = json_as<std::string>(file, tensor, path);
    check(name.find_first_of("/\\") == std::string::npos && !name.empty(), "[", path, "] ", tensor,
          " is in \"", name, "\": expected the name of a file beside the index.");
    shards.insert(name);
  }
  return shards;
}

Tensor in_place(const StoredTensor& stored, const std::shared_ptr<const MappedFile>& file) {
  void* memory = const_cast<char*>(stored.bytes.data());
  const bool aligned = reinterpret_cast<uintptr_t>(memory) % size_of(stored.dtype) == 0;
  if (aligned) return Tensor::over({memory, [file](void*) {}}, stored.shape, stored.dtype);
  Tensor copy(stored.shape, stored.dtype);
  if (!stored.bytes.empty()) std::memcpy(copy.raw(), memory, stored.bytes.size());
  return copy;
}

// `open(name)` is null when there is no such file.
using Opener = std::function<std::shared_ptr<const MappedFile>(const std::string& name)>;

void for_each_file(
    const std::string& name, const Opener& open,
    const std::function<void(const std::string&, const std::shared_ptr<const MappedFile>&)>& add) {
  if (const auto single = open(kSingle)) return add(name + "/" + kSingle, single);
  if (const auto index = open(kIndex)) {
    const std::string path = name + "/" + kIndex;
    for (const std::string& shard : shards_of(index->bytes(), path)) {
      const auto file = open(shard);
      check(file != nullptr, "[", path, "] names ", shard,
            ", which is not there: get all files of the model.");
      add(name + "/" + shard, file);
    }
    return;
  }
  check(open(kPickle) == nullptr, "[", name, "/", kPickle,
        "] is a Python pickle, which can run any program when it is opened: get the model's ", kSingle,
        " instead, or write it with save_pretrained(..., safe_serialization=True).");
  fail("[", name, "] has no ", kSingle, ": a model is config.json, tokenizer.json or vocab.txt, and ",
       kSingle, ".");
}

}  // namespace

WeightFiles WeightFiles::open(const std::string& folder) {
  WeightFiles weights;
  const Opener open = [&](const std::string& name) -> std::shared_ptr<const MappedFile> {
    const std::string path = folder + "/" + name;
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) ? MappedFile::open(path) : nullptr;
  };
  for_each_file(folder, open, [&](const std::string& path, const auto& file) { weights.add(path, file); });
  return weights;
}

WeightFiles WeightFiles::of(const std::string& name, std::map<std::string, std::string> files) {
  WeightFiles weights;
  const Opener open = [&](const std::string& file) -> std::shared_ptr<const MappedFile> {
    const auto found = files.find(file);
    return found == files.end() ? nullptr : MappedFile::of(std::move(found->second));
  };
  for_each_file(name, open, [&](const std::string& path, const auto& file) { weights.add(path, file); });
  return weights;
}

void WeightFiles::add(const std::string& path, const std::shared_ptr<const MappedFile>& file) {
  bytes_ += static_cast<int64_t>(file->bytes().size());
  for (StoredTensor& stored : index_safetensors(file->bytes(), path)) {
    const std::string name = stored.name;
    const bool fresh = tensors_.try_emplace(name, Place{std::move(stored), path, file}).second;
    check(fresh, "[", path, "] holds ", name, ", which another shard holds too.");
  }
}

std::vector<std::string> WeightFiles::names() const {
  std::vector<std::string> names;
  for (const auto& [name, place] : tensors_) names.push_back(name);
  return names;
}

Tensor WeightFiles::dequantised(const Place& place, const Tensor& values) const {
  const std::string name = place.stored.name, where = place.path + ": " + name;
  const auto scale = tensors_.find(name + kScaleSuffix);
  check(scale != tensors_.end(), "[", where, "] is int8 and has no \"", name, kScaleSuffix, "\".");
  return dequantise({values, in_place(scale->second.stored, scale->second.file)}, where);
}

Tensor WeightFiles::read(const std::string& tensor) const {
  const auto found = tensors_.find(tensor);
  check(found != tensors_.end(), "[weights] no tensor is called ", tensor, ".");
  const Place& place = found->second;
  const Tensor stored = in_place(place.stored, place.file);
  Tensor wide = stored.dtype() == DType::kInt8 ? dequantised(place, stored) : widen(stored);
  check(wide.dtype() == DType::kFloat32, "[", place.path, "] ", tensor, " holds ", name_of(wide.dtype()),
        ": expected F32, F16, BF16 or I8.");
  check_finite(wide, place.path + ": " + tensor);
  return wide;
}

void WeightFiles::forget(const std::string& tensor) const {
  const Place& place = tensors_.at(tensor);
  place.file->forget(place.stored.bytes);
}

}  // namespace heed
