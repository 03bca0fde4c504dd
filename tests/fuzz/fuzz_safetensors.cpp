// libFuzzer over model.safetensors, and over shards with their index: whatever the bytes are, they are
// weights or an Error. Input: the file; or, if it begins with '{', the index, a zero byte, and the shard
// "a.safetensors".
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/base/error.h"
#include "engine/format/safetensors.h"
#include "engine/format/weight_files.h"

namespace {

std::map<std::string, std::string> files_of(const std::string& input) {
  const size_t zero = input.find('\0');
  if (input.empty() || input[0] != '{' || zero == std::string::npos) return {{"model.safetensors", input}};
  return {{"model.safetensors.index.json", input.substr(0, zero)}, {"a.safetensors", input.substr(zero + 1)}};
}

// A tensor lies inside the file, and all of its numbers can be read.
void read_all(const std::string& input) {
  const auto weights = heed::WeightFiles::of("fuzz", files_of(input));
  for (const std::string& name : weights.names()) {
    try {
      const heed::Tensor tensor = weights.read(name);
      double sum = 0;
      for (int64_t i = 0; i < tensor.count(); ++i) sum += static_cast<double>(tensor.data<float>()[i]);
      if (!(sum == sum)) __builtin_trap();  // NaN is refused
    } catch (const heed::Error&) {
    }
    weights.forget(name);
  }
}

// What was read can be written, and read again.
void round_trip(const std::string& input) {
  const heed::SafeTensors read = heed::read_safetensors(input, "fuzz");
  const std::string written = heed::write_safetensors(read.tensors, read.metadata);
  if (heed::read_safetensors(written, "fuzz").tensors.size() != read.tensors.size()) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  for (auto* body : {read_all, round_trip}) {
    try {
      body(input);
    } catch (const heed::Error&) {  // what it should say
    }
  }
  return 0;
}
