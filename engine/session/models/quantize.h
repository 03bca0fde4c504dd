// Smaller models for the page: matrices as int8 with a scale per row. A folder of the BERT family keeps the
// names and the layout that it has on the Hub.
#pragma once

#include <cstdint>
#include <string>

namespace heed::session {

struct Quantized {
  int64_t bytes_before = 0, bytes_after = 0;  // of model.safetensors
};

// Reads the model folder `model` and writes it to `out`, all or nothing. Throws Error naming the file.
Quantized quantize(const std::string& model, const std::string& out);

}  // namespace heed::session
