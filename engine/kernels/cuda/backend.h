// What only CUDA can do, so that everything else, the kernels included, is also compiled for the host and
// tested there on a GPU that is played.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/tensor/dtype.h"

namespace heed::cuda {

// How products of float32 are computed; parameters, their gradients and sums are float32 in all three. In
// bfloat16 the factors of large products are rounded to it before (matmul.cu), to the nearest; in small ones,
// and on GPUs that do not multiply such numbers, the library of products may round. Attention of large
// batches is made of such products, too (product_attention.h). While training, encoder layers keep what only
// products, attention, activations, dropout and sums with the residual stream read in bfloat16 (narrow.h),
// and the gradients of it; the residual stream, normalisation, statistics of softmax and the loss are
// float32.
enum class Precision { kFloat32, kTf32, kBFloat16 };

// C [M, N] (+)= A [M, K] · B [K, N], row-major. A transposed lies as [K, M], B transposed as [N, K].
struct Product {
  // Types of a and b, and of c and bias: float64, float32, bfloat16, or bfloat16 with sums of float32.
  DType factors = DType::kFloat32, sums = DType::kFloat32;
  int64_t M = 0, N = 0, K = 0;
  const void* a = nullptr;
  const void* b = nullptr;
  void* c = nullptr;
  bool transpose_a = false, transpose_b = false, add = false;
  const void* bias = nullptr;  // [N], or null; added before the activation
  bool relu = false;
  int64_t batch = 1;  // so many such products, whose matrices lie one after the other; bias is one for all
};

class Backend {
 public:
  virtual ~Backend() = default;
  // Null when there is no memory left.
  virtual void* allocate(size_t bytes) = 0;
  virtual void release(void* memory) = 0;
  virtual void* allocate_staging(size_t bytes) = 0;  // of the host's memory, page-locked; likewise
  virtual void release_staging(void* memory) = 0;
  virtual std::string memory_left() = 0;  // "3.1 of 79.6 GiB"
  // In order with what was launched before. `host` may be changed when upload returns; download waits, and
  // throws Error when anything before it has failed.
  virtual void upload(void* gpu, const void* host, size_t bytes) = 0;
  virtual void download(void* host, const void* gpu, size_t bytes) = 0;
  virtual void copy(void* to, const void* from, size_t bytes) = 0;  // both on the GPU
  virtual void multiply(const Product&) = 0;
  virtual bool narrows() const = 0;  // whether large products are given factors of bfloat16
  virtual void* stream() = 0;        // what kernels are launched on
  virtual void wait() = 0;           // for all that was launched; does not throw

  // Between the two nothing is computed: launches, copies on the GPU and products are recorded. `upload`
  // copies at once meanwhile, to memory that nothing recorded may be meant to write before; `download`
  // throws. end_recording gives what can be repeated, or null where it is not wanted; it throws Error when
  // nothing came of it, and nothing is being recorded any more in any case.
  virtual void begin_recording() = 0;
  virtual std::shared_ptr<void> end_recording(bool wanted) = 0;
  virtual void repeat(void* recording) = 0;
};

}  // namespace heed::cuda
