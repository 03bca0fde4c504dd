// Reference tensors that PyTorch computed (tests/fixtures/*.safetensors).
#pragma once

#include <string>

#include "engine/format/safetensors.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/tensor/numbers.h"

namespace heed::test {

inline constexpr double kForward = 1e-5, kGradient = 1e-4;  // of max|a - b| / max|b|, in float32

class Oracle {
 public:
  explicit Oracle(const std::string& name)
      : file_(read_safetensors_file(fixture_path(name + ".safetensors"))) {}

  const Tensor& operator[](const std::string& name) const {
    auto found = file_.tensors.find(name);
    check(found != file_.tensors.end(), "[oracle] no tensor ", name);
    return found->second;
  }
  const std::map<std::string, Tensor>& tensors() const { return file_.tensors; }

  // ids are stored as int64, the engine's are int32.
  Tensor ids(const std::string& name) const {
    const Tensor& wide = (*this)[name];
    Tensor narrow(wide.shape(), DType::kInt32);
    for (int64_t i = 0; i < wide.count(); ++i)
      narrow.data<int32_t>()[i] = static_cast<int32_t>(wide.data<int64_t>()[i]);
    return narrow.reshaped({wide.count()});
  }

 private:
  SafeTensors file_;
};

// [B, H, T, K] of PyTorch to our rows, [B·T, H·K], and back with `back`.
inline Tensor heads_to_columns(const Tensor& x, bool back = false, int64_t H = 0) {
  const int64_t B = x.size(0), T = back ? x.size(1) : x.size(2);
  if (!back) H = x.size(1);
  const int64_t K = back ? x.size(2) / H : x.size(3);
  Tensor y(back ? Shape{B, H, T, K} : Shape{B * T, H * K}, x.dtype());
  for (int64_t b = 0; b < B; ++b)
    for (int64_t h = 0; h < H; ++h)
      for (int64_t t = 0; t < T; ++t)
        for (int64_t k = 0; k < K; ++k) {
          const int64_t split = ((b * H + h) * T + t) * K + k, rows = ((b * T + t) * H + h) * K + k;
          set_element(y, back ? split : rows, element(x, back ? rows : split));
        }
  return y;
}

}  // namespace heed::test
