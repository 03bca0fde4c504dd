// The real card: memory, copies and the stream from the CUDA runtime, products from cuBLASLt.
#pragma once

#include <cublasLt.h>
#include <cuda_runtime.h>

#include "engine/kernels/cuda/card.h"

namespace heed::cuda {

// Throws Error with `doing` and CUDA's own words.
void expect(cudaError_t status, const char* doing);
void expect(cublasStatus_t status, const char* doing);

// Plans of products, found once per shape.
class Products {
 public:
  explicit Products(Precision precision);
  ~Products();
  Products(const Products&) = delete;
  Products& operator=(const Products&) = delete;

  void multiply(const Product&, cudaStream_t stream);

 private:
  struct Plan;
  Plan& plan_of(const Product&);

  Precision precision_;
  cublasLtHandle_t handle_ = nullptr;
  void* workspace_ = nullptr;
  std::map<std::string, std::unique_ptr<Plan>> plans_;
};

class Runtime final : public Backend {
 public:
  explicit Runtime(Precision precision);
  ~Runtime() override;

  void* allocate(size_t bytes) override;
  void release(void* memory) override;
  std::string memory_left() override;
  void upload(void* card, const void* host, size_t bytes) override;
  void download(void* host, const void* card, size_t bytes) override;
  void multiply(const Product&) override;
  void* stream() override { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
  Products products_;
};

}  // namespace heed::cuda
