// The weights of a model folder where they lie: model.safetensors, or the shards that
// model.safetensors.index.json lists ({"weight_map": {tensor: file}}). Nothing is read until it is asked for,
// so that a model of half a gigabyte never needs a second copy of itself.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/mapped_file.h"
#include "engine/format/quantise.h"
#include "engine/format/safetensors.h"

namespace heed {

class WeightFiles {
 public:
  // Error naming the file: not there, damaged, or only in a form that runs code when it is opened (pickle).
  static WeightFiles open(const std::string& folder);
  // The same files as bytes, by file name; messages call them "<name>/<file name>".
  static WeightFiles of(const std::string& name, std::map<std::string, std::string> files);
  // Takes files that came in pieces: `read` may be any file but those of `streamed`.
  using Tensors = std::vector<std::pair<std::string, Tensor>>;
  static WeightFiles of(const std::string& name, std::map<std::string, std::string> read,
                        std::map<std::string, Tensors> streamed);

  bool has(const std::string& tensor) const { return tensors_.count(tensor) > 0; }
  const Shape& shape(const std::string& tensor) const { return tensors_.at(tensor).stored.shape; }
  DType dtype(const std::string& tensor) const { return tensors_.at(tensor).stored.dtype; }
  // A tensor of another type has its bytes alone.
  bool is_of_known_type(const std::string& tensor) const {
    return tensors_.at(tensor).stored.foreign.empty();
  }
  std::vector<std::string> names() const;
  // As float32, finite. Of a float32 file it is the file's own memory: not to be written to.
  Tensor read(const std::string& tensor) const;
  // A tensor stored as int8 with a scale per row, or [1, columns] per output, unchanged; none for other
  // tensors.
  std::optional<Quantised> read_int8(const std::string& tensor) const;
  // As it is stored, whatever type that is.
  Tensor stored(const std::string& tensor) const { return tensors_.at(tensor).tensor(); }
  // Frees the memory of a tensor that was read. A tensor that came in pieces cannot be read again.
  void forget(const std::string& tensor) const;
  int64_t bytes() const { return bytes_; }  // of all files
  const std::string& file(const std::string& tensor) const { return tensors_.at(tensor).path; }

 private:
  struct Place {
    StoredTensor stored;
    std::string path;
    std::shared_ptr<const MappedFile> file;
    mutable Tensor own;  // in place of a file: gone when it is forgotten
    Tensor tensor() const;
  };
  void add(const std::string& path, Tensors&& tensors);
  void insert(Place&& place);
  void add(const std::string& path, const std::shared_ptr<const MappedFile>& file);
  Tensor scale_of(const Place& place) const;

  std::map<std::string, Place> tensors_;
  int64_t bytes_ = 0;
};

}  // namespace heed
