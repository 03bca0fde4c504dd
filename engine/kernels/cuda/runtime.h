// The real GPU: memory, copies and the stream from the CUDA runtime, products from cuBLASLt.
#pragma once

#include <cublasLt.h>
#include <cuda_runtime.h>

#include <map>
#include <memory>
#include <string>

#include "engine/base/error.h"
#include "engine/kernels/cuda/backend.h"

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

// What goes to the GPU goes by memory that it reads itself: only then is it certain that the host may change
// its own when the call returns, and that the host need not wait for what was launched before. Half of it is
// filled while the GPU reads the other.
class Staging {
 public:
  Staging();
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  void upload(void* gpu, const void* host, size_t bytes, cudaStream_t stream);

 private:
  void* memory_ = nullptr;
  cudaEvent_t read_[2] = {};  // when the GPU has read that half
  size_t half_ = 0, used_ = 0;
};

class Runtime final : public Backend {
 public:
  explicit Runtime(Precision precision);
  ~Runtime() override;

  void* allocate(size_t bytes) override;
  void release(void* memory) override;
  void* allocate_staging(size_t bytes) override;
  void release_staging(void* memory) override;
  std::string memory_left() override;
  void upload(void* gpu, const void* host, size_t bytes) override;
  void download(void* host, const void* gpu, size_t bytes) override;
  void copy(void* to, const void* from, size_t bytes) override;
  void multiply(const Product&) override;
  bool narrows() const override { return narrows_; }
  void* stream() override { return stream_; }
  void wait() override;
  void begin_recording() override;
  std::shared_ptr<void> end_recording(bool wanted) override;
  void repeat(void* recording) override;

 private:
  cudaStream_t stream_ = nullptr, beside_ = nullptr;  // beside: for uploads while stream_ is recorded
  bool recording_ = false, narrows_ = false;
  Products products_;
  Staging staging_;
};

}  // namespace heed::cuda
