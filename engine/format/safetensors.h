// The safetensors format (huggingface.co/docs/safetensors): 8 bytes with the length of the header,
// little-endian; the header, a JSON object {name: {"dtype", "shape", "data_offsets": [begin, end]}} with an
// optional
// "__metadata__" of strings; then the data, without holes.
// Types: F64, F32, F16, BF16, I64, I32, I8, U8; BOOL is read as U8. Of tensors of the format's other types,
// or with more than Shape::kMaxRank axes, the bytes are read: `foreign` says what they are.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/file.h"
#include "engine/tensor/tensor.h"

namespace heed {

struct SafeTensors {
  std::map<std::string, Tensor> tensors;
  std::map<std::string, std::string> metadata;
};

// Where a tensor lies in a file.
struct StoredTensor {
  std::string name;
  DType dtype = DType::kFloat32;
  Shape shape;
  std::string_view bytes;
  std::string foreign = {};  // "F8_E4M3"; its bytes stand as U8 [bytes]
};
// Everything is checked and nothing is copied; `file` is what an Error's message calls these bytes.
std::vector<StoredTensor> index_safetensors(std::string_view bytes, const std::string& file);
std::map<std::string, std::string> safetensors_metadata(std::string_view bytes, const std::string& file);

// For a file that comes in pieces: the length of its header, from its first 8 bytes and its size; then where
// each tensor lies in the data behind the header, in the order of the bytes. Checked as above.
constexpr size_t kSafetensorsPrefix = 8;
struct TensorPlace {
  std::string name;
  DType dtype = DType::kFloat32;
  Shape shape;
  uint64_t begin = 0, end = 0;
  std::string foreign = {};  // likewise
};
uint64_t safetensors_header_length(std::string_view prefix, uint64_t file_bytes, const std::string& file);
std::vector<TensorPlace> safetensors_places(std::string_view header, uint64_t data_bytes,
                                            const std::string& file);

// Everything is checked before memory is taken.
SafeTensors read_safetensors(std::string_view bytes, const std::string& file);
SafeTensors read_safetensors_file(const std::string& path);
// Without a copy: the tensors look into the bytes, which live as long as one of them.
SafeTensors take_safetensors(std::string bytes, const std::string& file);

// The header is padded with spaces to a multiple of 8, and wider types come first, so that every tensor is
// aligned. The same tensors give the same bytes.
std::string write_safetensors(const std::map<std::string, Tensor>& tensors,
                              const std::map<std::string, std::string>& metadata = {});
// The same bytes without a copy of the tensors.
class SafeTensorsFile {
 public:
  SafeTensorsFile(const std::map<std::string, Tensor>& tensors,
                  const std::map<std::string, std::string>& metadata);
  ByteParts parts() const;  // while this lives

 private:
  std::string head_;
  std::vector<Tensor> tensors_;  // in the order of their bytes
};

}  // namespace heed
