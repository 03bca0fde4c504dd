#include "engine/format/weight_files.h"

#include <filesystem>
#include <functional>
#include <set>

#include "engine/base/file.h"
#include "engine/format/half.h"
#include "engine/format/json.h"

namespace heed {
namespace {

constexpr const char* kSingle = "model.safetensors";
constexpr const char* kIndex = "model.safetensors.index.json";
constexpr const char* kPickle = "pytorch_model.bin";

// The shards that an index lists. A shard lies beside its index: a name with a path in it is refused.
std::set<std::string> shards_of(std::string_view index, const std::string& path) {
  const nlohmann::json parsed = parse_json_object(index, path);
  const auto map = parsed.find("weight_map");
  check(map != parsed.end() && map->is_object() && !map->empty(), "[", path,
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

// Where the files are. The three differ only in that.
struct Folder {
  std::string name;
  std::function<bool(const std::string& file)> has;
  std::function<std::string(const std::string& file)> text;
  std::function<void(const std::string& path, const std::string& file)> add;  // one with weights
};

void add_all(const Folder& folder) {
  const std::string& name = folder.name;
  if (folder.has(kSingle)) return folder.add(name + "/" + kSingle, kSingle);
  if (folder.has(kIndex)) {
    const std::string path = name + "/" + kIndex;
    for (const std::string& shard : shards_of(folder.text(kIndex), path)) {
      check(folder.has(shard), "[", path, "] names ", shard,
            ", which is not there: get all files of the model.");
      folder.add(name + "/" + shard, shard);
    }
    return;
  }
  check(!folder.has(kPickle), "[", name, "/", kPickle,
        "] is a Python pickle, which can run any program when it is opened: get the model's ", kSingle,
        " instead, or write it with save_pretrained(..., safe_serialization=True).");
  fail("[", name, "] has no ", kSingle, ": a model is config.json, tokenizer.json or vocab.txt, and ",
       kSingle, ".");
}

}  // namespace

Tensor WeightFiles::Place::tensor() const {
  if (file) return in_place(stored, file);
  check(own.defined(), "[", path, "] ", stored.name, " was let go of already.");
  return own;
}

WeightFiles WeightFiles::open(const std::string& folder) {
  WeightFiles weights;
  add_all({folder,
           [&](const std::string& file) {
             std::error_code ignored;
             return std::filesystem::exists(folder + "/" + file, ignored);
           },
           [&](const std::string& file) { return read_file(folder + "/" + file); },
           [&](const std::string& path, const std::string&) { weights.add(path, MappedFile::open(path)); }});
  return weights;
}

WeightFiles WeightFiles::of(const std::string& name, std::map<std::string, std::string> files) {
  WeightFiles weights;
  add_all({name, [&](const std::string& file) { return files.count(file) > 0; },
           [&](const std::string& file) { return files.at(file); },
           [&](const std::string& path, const std::string& file) {
             weights.add(path, MappedFile::of(std::move(files.at(file))));
           }});
  return weights;
}

WeightFiles WeightFiles::of(const std::string& name, std::map<std::string, std::string> read,
                            std::map<std::string, Tensors> streamed) {
  WeightFiles weights;
  add_all({name, [&](const std::string& file) { return read.count(file) + streamed.count(file) > 0; },
           [&](const std::string& file) { return read.at(file); },
           [&](const std::string& path, const std::string& file) {
             weights.add(path, std::move(streamed.at(file)));
           }});
  return weights;
}

void WeightFiles::insert(Place&& place) {
  const std::string name = place.stored.name, path = place.path;
  const bool fresh = tensors_.try_emplace(name, std::move(place)).second;
  check(fresh, "[", path, "] holds ", name, ", which another shard holds too.");
}

void WeightFiles::add(const std::string& path, const std::shared_ptr<const MappedFile>& file) {
  bytes_ += static_cast<int64_t>(file->bytes().size());
  for (StoredTensor& stored : index_safetensors(file->bytes(), path)) {
    Place place;
    place.stored = std::move(stored);
    place.path = path;
    place.file = file;
    insert(std::move(place));
  }
}

void WeightFiles::add(const std::string& path, Tensors&& tensors) {
  for (auto& [name, tensor] : tensors) {
    bytes_ += static_cast<int64_t>(tensor.bytes());
    Place place;
    place.stored.name = name;
    place.stored.dtype = tensor.dtype();
    place.stored.shape = tensor.shape();
    place.path = path;
    place.own = std::move(tensor);
    insert(std::move(place));
  }
}

std::vector<std::string> WeightFiles::names() const {
  std::vector<std::string> names;
  for (const auto& [name, place] : tensors_) names.push_back(name);
  return names;
}

Tensor WeightFiles::scale_of(const Place& place) const {
  const std::string& name = place.stored.name;
  const auto scale = tensors_.find(name + kScaleSuffix);
  check(scale != tensors_.end(), "[", place.path, ": ", name, "] is int8 and has no \"", name, kScaleSuffix,
        "\".");
  return scale->second.tensor();
}

std::optional<Quantised> WeightFiles::read_int8(const std::string& tensor) const {
  const auto found = tensors_.find(tensor);
  if (found == tensors_.end() || found->second.stored.dtype != DType::kInt8) return std::nullopt;
  const Place& place = found->second;
  const Tensor scale = scale_of(place);
  const Shape& shape = place.stored.shape;
  if (shape.rank() != 2 || scale.dtype() != DType::kFloat32) return std::nullopt;
  if (scale.shape() != Shape{shape[0]} && scale.shape() != Shape{1, shape[1]}) return std::nullopt;
  check_finite(scale, place.path + ": " + tensor + kScaleSuffix);
  return Quantised{place.tensor(), scale};
}

Tensor WeightFiles::read(const std::string& tensor) const {
  const auto found = tensors_.find(tensor);
  check(found != tensors_.end(), "[weights] no tensor is called ", tensor, ".");
  const Place& place = found->second;
  const Tensor stored = place.tensor();
  check(place.stored.foreign.empty(), "[", place.path, "] ", tensor, " holds ", place.stored.foreign,
        ": expected F32, F16, BF16, F64 or I8. Get the model's weights in one of these.");
  // Not within the braces of a Quantised: when it throws there, g++ 12 destroys what it had not made.
  const Tensor scale = stored.dtype() == DType::kInt8 ? scale_of(place) : Tensor();
  Tensor wide = scale.defined() ? dequantise({stored, scale}, place.path + ": " + tensor) : widen(stored);
  check(wide.dtype() == DType::kFloat32, "[", place.path, "] ", tensor, " holds ", name_of(wide.dtype()),
        ": expected F32, F16, BF16, F64 or I8.");
  check_finite(wide, place.path + ": " + tensor);
  return wide;
}

void WeightFiles::forget(const std::string& tensor) const {
  const Place& place = tensors_.at(tensor);
  if (place.file)
    place.file->forget(place.stored.bytes);
  else
    place.own = {};
}

}  // namespace heed
