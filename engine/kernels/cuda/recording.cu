// Recording what is launched on the stream, as a CUDA graph.
#include "engine/kernels/cuda/runtime.h"

namespace heed::cuda {

// Memory may be asked for meanwhile, and numbers uploaded beside the stream: that is what "relaxed" allows.
// What such memory was used for before must be over by then, so the stream is waited for.
void Runtime::begin_recording() {
  expect(cudaGetLastError(), "launching a kernel");
  expect(cudaStreamSynchronize(stream_), "computing");
  expect(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed), "recording a step");
  recording_ = true;
}

std::shared_ptr<void> Runtime::end_recording(bool wanted) {
  if (!recording_) return nullptr;
  recording_ = false;
  const cudaError_t launched = cudaGetLastError();
  cudaGraph_t graph = nullptr;
  const cudaError_t ended = cudaStreamEndCapture(stream_, &graph);
  cudaGraphExec_t ready = nullptr;
  cudaError_t made = cudaErrorUnknown;
  if (wanted && launched == cudaSuccess && ended == cudaSuccess)
    made = cudaGraphInstantiate(&ready, graph, 0);
  if (graph) cudaGraphDestroy(graph);
  if (!wanted) {
    cudaGetLastError();  // what went wrong is known
    return nullptr;
  }
  for (const cudaError_t status : {launched, ended, made}) {
    if (status != cudaSuccess) cudaGetLastError();
    expect(status, "recording a step");
  }
  return {ready, [](void* recording) { cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(recording)); }};
}

void Runtime::repeat(void* recording) {
  expect(cudaGraphLaunch(static_cast<cudaGraphExec_t>(recording), stream_), "repeating a recorded step");
}

}  // namespace heed::cuda
