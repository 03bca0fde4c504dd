// What libheed_cuda.so shows to the world.
#include <cstdlib>
#include <mutex>

#include "engine/kernels/cuda/entry.h"
#include "engine/kernels/cuda/gpu.h"
#include "engine/kernels/cuda/runtime.h"

namespace heed::cuda {
namespace {

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// Why no GPU can be used; empty when one can.
std::string problem_of_driver() {
  int driver = 0, runtime = 0, gpus = 0;
  cudaRuntimeGetVersion(&runtime);
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "no NVIDIA driver is installed";
  const cudaError_t status = cudaGetDeviceCount(&gpus);
  if (status == cudaErrorInsufficientDriver)
    return "the NVIDIA driver knows CUDA " + version_text(driver) + ", this program needs " +
           version_text(runtime) + ": update the driver";
  if (status == cudaErrorNoDevice || (status == cudaSuccess && gpus == 0))
    return "there is no NVIDIA GPU in this machine, or none that may be used (CUDA_VISIBLE_DEVICES)";
  return status == cudaSuccess ? "" : cudaGetErrorString(status);
}

// Processes of one machine that train together (session/training/ranks.h) take a GPU each, as far as there
// are enough.
void choose_gpu() {
  int gpus = 0;
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"})
    if (const char* number = std::getenv(name)) {
      expect(cudaGetDeviceCount(&gpus), "asking for GPUs");
      return expect(cudaSetDevice(std::atoi(number) % gpus), "choosing a GPU");
    }
}

Precision precision_of(const std::string& name) {
  if (name == "tf32") return Precision::kTf32;
  if (name == "bf16") return Precision::kBFloat16;
  check(name == "float32", "[cuda] the precision \"", name, "\" is unknown: expected float32, tf32 or bf16.");
  return Precision::kFloat32;
}

std::string description_of_gpu() {
  cudaDeviceProp gpu{};
  int chosen = 0;
  expect(cudaGetDevice(&chosen), "asking about the GPU");
  expect(cudaGetDeviceProperties(&gpu, chosen), "asking about the GPU");
  return std::string(gpu.name) + ", " + std::to_string(gpu.totalGlobalMem >> 30) + " GiB, CUDA " +
         std::to_string(gpu.major) + "." + std::to_string(gpu.minor);
}

__global__ void probe() {}

// The kernels of this module may have been compiled for other GPUs only.
void expect_kernels_run() {
  expect(cudaFree(nullptr), "opening the GPU");
  cudaFuncAttributes attributes{};
  expect(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(&probe)),
         "this module has no kernels for the GPU");
}

// For as long as the program runs: tensors may outlive whoever opened the GPU. What earlier ones keep for
// reuse is given back, or a run would find the GPU full of what the run before it no longer needs.
Gpu& new_gpu(Precision precision) {
  static std::mutex mutex;
  static std::vector<Gpu*> all;
  const std::lock_guard lock(mutex);
  for (Gpu* gpu : all) gpu->lasting.trim();
  return *all.emplace_back(new Gpu(std::make_unique<Runtime>(precision)));
}

}  // namespace
}  // namespace heed::cuda

extern "C" __attribute__((visibility("default"))) void heed_open_gpu(uint64_t layout,
                                                                     const std::string& precision,
                                                                     heed::Device& device,
                                                                     std::string& problem) {
  using namespace heed::cuda;
  if (layout != kLayout) {
    problem = "libheed_cuda.so was built for another version of this program";
    return;
  }
  problem = problem_of_driver();
  if (!problem.empty()) return;
  try {
    choose_gpu();
    if (precision.empty()) {
      device.description = description_of_gpu();
      return;
    }
    expect_kernels_run();
    device = device_of(new_gpu(precision_of(precision)), description_of_gpu() + ", products in " + precision);
  } catch (const std::exception& error) {
    problem = error.what();
  }
}
