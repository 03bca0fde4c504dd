#include "engine/session/quantize.h"

#include <filesystem>

#include "engine/format/model_folder.h"

namespace heed::session {

Quantized quantize(const std::string& model, const std::string& out) {
  const ModelFiles files = read_model_folder(model);
  write_model_folder(out, files, "int8");
  const std::filesystem::path weights = std::filesystem::path(out) / "model.safetensors";
  return {files.weight_bytes, static_cast<int64_t>(std::filesystem::file_size(weights))};
}

}  // namespace heed::session
