#include "engine/format/safetensors.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/order.h"
#include "engine/format/json.h"

namespace heed {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "safetensors are copied from memory as they are");

constexpr size_t kLengthBytes = kSafetensorsPrefix;
constexpr uint64_t kLongestHeader = 100'000'000;  // as the format's own library has it
constexpr const char* kMetadata = "__metadata__";
constexpr DType kTypes[] = {DType::kFloat64, DType::kInt64,    DType::kFloat32, DType::kInt32,
                            DType::kFloat16, DType::kBFloat16, DType::kInt8,    DType::kUInt8};

// What the format has besides, and its bits.
constexpr std::pair<const char*, uint64_t> kForeign[] = {
    {"U16", 16},    {"I16", 16},        {"U32", 32},       {"U64", 64},    {"C64", 64},
    {"F8_E4M3", 8}, {"F8_E5M2", 8},     {"F8_E8M0", 8},    {"F6_E2M3", 6}, {"F6_E3M2", 6},
    {"F4", 4},      {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}};

// Where in which file: every message of this reader begins with it.
struct Place {
  const std::string& file;
  const std::string& tensor;
  std::string str() const { return "[" + file + "] tensor \"" + tensor + "\" "; }
};

uint64_t unsigned_of(const json& value, const Place& place, const char* what) {
  check(value.is_number_unsigned() && value.get<uint64_t>() <= uint64_t{std::numeric_limits<int64_t>::max()},
        place, "has ", what, " ", detail::describe(value), ", expected an integer of zero or more.");
  return value.get<uint64_t>();
}

struct Type {
  DType dtype;
  uint64_t bits;
  std::string foreign = {};
};

Type type_named(const json& name, const Place& place) {
  if (name == "BOOL") return {DType::kUInt8, 8};
  std::string known;
  for (DType type : kTypes) {
    if (name == name_of(type)) return {type, 8 * size_of(type)};
    known += std::string(name_of(type)) + ", ";
  }
  for (const auto& [foreign, bits] : kForeign)
    if (name == foreign) return {DType::kUInt8, bits, foreign};
  fail(place, "has dtype ", detail::describe(name), ", expected one of ", known, "BOOL.");
}

const json& list_under(const json& description, const char* key, const Place& place) {
  auto found = description.find(key);
  check(found != description.end() && found->is_array(), place, "has no list \"", key, "\".");
  return *found;
}

// "[2, 3]", as Shape has it.
std::string written(const std::vector<int64_t>& sizes) {
  std::string text;
  for (const int64_t size : sizes) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "[" + text + "]";
}

std::vector<int64_t> sizes_of(const json& list, const Place& place) {
  std::vector<int64_t> sizes;
  int64_t count = 1;
  for (const json& size : list) {
    sizes.push_back(static_cast<int64_t>(unsigned_of(size, place, "the size")));
    check(!__builtin_mul_overflow(count, sizes.back(), &count), place, "has shape ", list,
          ": the product does not fit into 64 bits.");
  }
  return sizes;
}

TensorPlace entry_of(const std::string& name, const json& description, const std::string& file,
                     uint64_t data_bytes) {
  Place place{file, name};
  check(description.is_object(), place, "is ", detail::describe(description),
        ", expected an object with \"dtype\", \"shape\" and \"data_offsets\".");
  const Type type = type_named(description.value("dtype", json()), place);
  const json& shape = list_under(description, "shape", place);
  const std::vector<int64_t> sizes = sizes_of(shape, place);
  TensorPlace entry{name, type.dtype, {}};
  const json& offsets = list_under(description, "data_offsets", place);
  check(offsets.size() == 2, place, "has data_offsets ", offsets, ", expected [begin, end].");
  entry.begin = unsigned_of(offsets[0], place, "the offset");
  entry.end = unsigned_of(offsets[1], place, "the offset");
  check(entry.begin <= entry.end && entry.end <= data_bytes, place, "has data_offsets ", offsets,
        " in a file with ", data_bytes, " bytes of data.");
  const uint64_t bytes = entry.end - entry.begin;
  uint64_t needed = type.bits;
  bool fits = true;
  for (const int64_t size : sizes)
    fits = !__builtin_mul_overflow(needed, static_cast<uint64_t>(size), &needed) && fits;
  check(fits && needed % 8 == 0 && needed / 8 == bytes, place, "of type ",
        description["dtype"].get<std::string>(), " and shape ", written(sizes), " has ", bytes,
        " bytes, expected ", fits ? std::to_string(needed / 8) : "more than 2^61", ".");
  entry.foreign = type.foreign;
  if (sizes.size() > Shape::kMaxRank)
    entry.foreign = description["dtype"].get<std::string>() + " of " + std::to_string(sizes.size()) + " axes";
  if (!entry.foreign.empty()) entry.dtype = DType::kUInt8;
  entry.shape =
      entry.foreign.empty() ? Shape::from(sizes.data(), sizes.size()) : Shape{static_cast<int64_t>(bytes)};
  return entry;
}

// Sorts them. Each tensor must begin where the one before ended: no overlap, no hole, nothing at the end.
void check_contiguous(std::vector<TensorPlace>& entries, const std::string& file, uint64_t data_bytes) {
  sort_stably(entries, [](const TensorPlace& a, const TensorPlace& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  uint64_t end = 0;
  for (const TensorPlace& entry : entries) {
    check(entry.begin == end, Place{file, entry.name}, "begins at byte ", entry.begin,
          " of the data, expected ", end,
          entry.begin < end ? ": it overlaps another." : ": there is a hole before it.");
    end = entry.end;
  }
  check(end == data_bytes, "[", file, "] has ", data_bytes, " bytes of data, its tensors take ", end, ".");
}

std::map<std::string, std::string> metadata_of(const json& header, const std::string& file) {
  std::map<std::string, std::string> metadata;
  auto found = header.find(kMetadata);
  if (found == header.end() || found->is_null()) return metadata;
  check(found->is_object(), "[", file, "] __metadata__ is ", detail::describe(*found),
        ", expected an object.");
  for (const auto& [key, value] : found->items()) metadata[key] = json_as<std::string>(value, key, file);
  return metadata;
}

struct Index {
  std::vector<StoredTensor> tensors;
  std::map<std::string, std::string> metadata;
};

std::vector<TensorPlace> places_of(const json& header, uint64_t data_bytes, const std::string& file) {
  std::vector<TensorPlace> entries;
  for (const auto& [name, description] : header.items())
    if (name != kMetadata) entries.push_back(entry_of(name, description, file, data_bytes));
  check_contiguous(entries, file, data_bytes);
  return entries;
}

Index index_of(std::string_view bytes, const std::string& file) {
  const auto length = static_cast<size_t>(safetensors_header_length(bytes, bytes.size(), file));
  const std::string_view data = bytes.substr(kLengthBytes + length);
  const json header = parse_json_object(bytes.substr(kLengthBytes, length), file);
  const std::vector<TensorPlace> entries = places_of(header, data.size(), file);
  Index index{{}, metadata_of(header, file)};
  for (const TensorPlace& entry : entries)
    index.tensors.push_back(
        {entry.name, entry.dtype, entry.shape,
         data.substr(static_cast<size_t>(entry.begin), static_cast<size_t>(entry.end - entry.begin)),
         entry.foreign});
  return index;
}

std::string length_prefix(uint64_t length) {
  std::string prefix(kLengthBytes, '\0');
  std::memcpy(prefix.data(), &length, kLengthBytes);
  return prefix;
}

}  // namespace

uint64_t safetensors_header_length(std::string_view prefix, uint64_t file_bytes, const std::string& file) {
  check(prefix.rfind("version ", 0) != 0, "[", file,
        "] is a pointer of Git LFS, not the weights: get them with `git lfs pull`.");
  check(prefix.size() >= kLengthBytes, "[", file, "] has ", file_bytes,
        " bytes: a safetensors file begins with 8 that hold the length of its header.");
  uint64_t length = 0;
  std::memcpy(&length, prefix.data(), kLengthBytes);
  const uint64_t rest = file_bytes - kLengthBytes;
  check(length <= rest && length <= kLongestHeader, "[", file, "] claims a header of ", length,
        " bytes, but the file has ", rest, " more: it is cut off, or it is not a safetensors file.");
  return length;
}

std::vector<TensorPlace> safetensors_places(std::string_view header, uint64_t data_bytes,
                                            const std::string& file) {
  const json parsed = parse_json_object(header, file);
  metadata_of(parsed, file);
  return places_of(parsed, data_bytes, file);
}

std::vector<StoredTensor> index_safetensors(std::string_view bytes, const std::string& file) {
  return index_of(bytes, file).tensors;
}

std::map<std::string, std::string> safetensors_metadata(std::string_view bytes, const std::string& file) {
  return index_of(bytes, file).metadata;
}

namespace {

void expect_known_types(const Index& index, const std::string& file) {
  for (const StoredTensor& tensor : index.tensors)
    check(tensor.foreign.empty(), Place{file, tensor.name}, "is ", tensor.foreign,
          ", which Heed does not compute with: expected F64, F32, F16, BF16 or integers, of at most ",
          Shape::kMaxRank, " axes.");
}

}  // namespace

SafeTensors read_safetensors(std::string_view bytes, const std::string& file) {
  Index index = index_of(bytes, file);
  expect_known_types(index, file);
  SafeTensors result;
  result.metadata = std::move(index.metadata);
  for (const StoredTensor& stored : index.tensors) {
    Tensor tensor(stored.shape, stored.dtype);
    if (tensor.bytes() > 0) std::memcpy(tensor.raw(), stored.bytes.data(), tensor.bytes());
    result.tensors.emplace(stored.name, std::move(tensor));
  }
  return result;
}

SafeTensors read_safetensors_file(const std::string& path) {
  return read_safetensors(read_file(path), path);
}

SafeTensors take_safetensors(std::string bytes, const std::string& file) {
  const auto kept = std::make_shared<std::string>(std::move(bytes));
  Index index = index_of(*kept, file);
  expect_known_types(index, file);
  SafeTensors result;
  result.metadata = std::move(index.metadata);
  for (const StoredTensor& stored : index.tensors) {
    char* const first = kept->data() + (stored.bytes.data() - kept->data());
    const Tensor seen = Tensor::over({kept, first}, stored.shape, stored.dtype);
    const bool aligned = reinterpret_cast<uintptr_t>(first) % size_of(stored.dtype) == 0;
    result.tensors.emplace(stored.name, aligned ? seen : seen.clone());
  }
  return result;
}

SafeTensorsFile::SafeTensorsFile(const std::map<std::string, Tensor>& tensors,
                                 const std::map<std::string, std::string>& metadata) {
  std::vector<std::pair<std::string, Tensor>> ordered(tensors.begin(), tensors.end());
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) {
    return size_of(a.second.dtype()) > size_of(b.second.dtype());
  });
  json header = json::object();
  if (!metadata.empty()) header[kMetadata] = metadata;
  size_t end = 0;
  for (const auto& [name, tensor] : ordered) {
    check(name != kMetadata && tensor.defined(), "[safetensors] \"", name, "\" cannot be written.");
    json shape = json::array();
    for (int axis = 0; axis < tensor.shape().rank(); ++axis) shape.push_back(tensor.size(axis));
    const size_t begin = end;
    end += tensor.bytes();
    header[name] = {{"dtype", name_of(tensor.dtype())}, {"shape", shape}, {"data_offsets", {begin, end}}};
    tensors_.push_back(tensor);
  }
  std::string text = dump_json(header, "safetensors");
  text.resize((text.size() + 7) / 8 * 8, ' ');
  head_ = length_prefix(text.size()) + text;
}

ByteParts SafeTensorsFile::parts() const {
  ByteParts parts{head_};
  for (const Tensor& tensor : tensors_)
    parts.emplace_back(static_cast<const char*>(tensor.raw()), tensor.bytes());
  return parts;
}

std::string write_safetensors(const std::map<std::string, Tensor>& tensors,
                              const std::map<std::string, std::string>& metadata) {
  const SafeTensorsFile made(tensors, metadata);
  size_t size = 0;
  for (const std::string_view part : made.parts()) size += part.size();
  std::string file;
  file.reserve(size);
  for (const std::string_view part : made.parts()) file += part;
  return file;
}

}  // namespace heed
