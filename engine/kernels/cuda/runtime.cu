#include "engine/kernels/cuda/runtime.h"

#include <cstring>

namespace heed::cuda {
namespace {

constexpr size_t kHalf = size_t{4} << 20;  // of the staging memory

}  // namespace

void expect(cudaError_t status, const char* doing) {
  if (status == cudaSuccess) return;
  // The error of a GPU that is lost comes back from every call.
  const std::string lost = cudaFree(nullptr) == cudaSuccess
                               ? ""
                               : " The GPU cannot be used any more by this program: start it again. What the "
                                 "last checkpoint holds is kept.";
  fail("[cuda] ", doing, ": ", cudaGetErrorString(status), " (", cudaGetErrorName(status), ").", lost);
}

Staging::Staging() {
  expect(cudaMallocHost(&memory_, 2 * kHalf), "asking for page-locked memory");
  for (cudaEvent_t& event : read_)
    expect(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
}

Staging::~Staging() {
  for (cudaEvent_t event : read_) cudaEventDestroy(event);
  cudaFreeHost(memory_);
}

void Staging::upload(void* gpu, const void* host, size_t bytes, cudaStream_t stream) {
  if (bytes > kHalf) {
    expect(cudaMemcpyAsync(gpu, host, bytes, cudaMemcpyHostToDevice, stream), "copying to the GPU");
    return expect(cudaStreamSynchronize(stream), "copying to the GPU");
  }
  if (used_ + bytes > kHalf) {
    expect(cudaEventRecord(read_[half_], stream), "copying to the GPU");
    half_ = 1 - half_;
    used_ = 0;
    expect(cudaEventSynchronize(read_[half_]), "copying to the GPU");  // at once if it was never recorded
  }
  void* place = static_cast<char*>(memory_) + half_ * kHalf + used_;
  used_ += bytes;
  std::memcpy(place, host, bytes);
  expect(cudaMemcpyAsync(gpu, place, bytes, cudaMemcpyHostToDevice, stream), "copying to the GPU");
}

Runtime::Runtime(Precision precision) : products_(precision) {
  for (cudaStream_t* stream : {&stream_, &beside_})
    expect(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking), "making a stream");
  int gpu = 0, generation = 0;
  expect(cudaGetDevice(&gpu), "asking about the GPU");
  expect(cudaDeviceGetAttribute(&generation, cudaDevAttrComputeCapabilityMajor, gpu), "asking about the GPU");
  narrows_ = precision == Precision::kBFloat16 && generation >= 8;
}

Runtime::~Runtime() {
  for (cudaStream_t stream : {stream_, beside_}) cudaStreamDestroy(stream);
}

void* Runtime::allocate(size_t bytes) {
  void* memory = nullptr;
  const cudaError_t status = cudaMalloc(&memory, bytes);
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // it was noticed
    return nullptr;
  }
  expect(status, "asking for memory");
  return memory;
}

// Kernels launched before may still use the memory; cudaFree waits for them.
void Runtime::release(void* memory) {
  cudaFree(memory);
}

void* Runtime::allocate_staging(size_t bytes) {
  void* memory = nullptr;
  if (cudaMallocHost(&memory, bytes) == cudaSuccess) return memory;
  cudaGetLastError();  // it was noticed
  return nullptr;
}

void Runtime::release_staging(void* memory) {
  cudaFreeHost(memory);
}

std::string Runtime::memory_left() {
  size_t left = 0, all = 0;
  if (cudaMemGetInfo(&left, &all) != cudaSuccess) return "an unknown number of bytes";
  auto mebibytes = [](size_t bytes) { return std::to_string(bytes >> 20); };
  return mebibytes(left) + " of " + mebibytes(all) + " MiB";
}

void Runtime::upload(void* gpu, const void* host, size_t bytes) {
  if (!recording_) return staging_.upload(gpu, host, bytes, stream_);
  expect(cudaMemcpyAsync(gpu, host, bytes, cudaMemcpyHostToDevice, beside_), "copying to the GPU");
  expect(cudaStreamSynchronize(beside_), "copying to the GPU");
}

// Launches do not report: what went wrong in one is found out here.
void Runtime::download(void* host, const void* gpu, size_t bytes) {
  check(!recording_, "[cuda] what is only being recorded cannot be read.");
  expect(cudaGetLastError(), "launching a kernel");
  expect(cudaMemcpyAsync(host, gpu, bytes, cudaMemcpyDeviceToHost, stream_), "copying from the GPU");
  expect(cudaStreamSynchronize(stream_), "computing");
}

void Runtime::copy(void* to, const void* from, size_t bytes) {
  expect(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_), "copying on the GPU");
}

void Runtime::wait() {
  cudaStreamSynchronize(stream_);
}

void Runtime::multiply(const Product& product) {
  products_.multiply(product, stream_);
}

}  // namespace heed::cuda
