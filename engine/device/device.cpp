#include "engine/device/device.h"

namespace heed {

Tensor on_host(const Device& device, const Tensor& tensor) {
  if (!device.separate || !tensor.defined()) return tensor;
  Tensor copy(tensor.shape(), tensor.dtype());
  device.to_host(device, copy.raw(), tensor.raw(), tensor.bytes());
  return copy;
}

Tensor on_device(const Device& device, const Tensor& tensor, Allocator& memory) {
  if (!device.separate || !tensor.defined()) return tensor;
  Tensor copy(tensor.shape(), tensor.dtype(), memory);
  device.from_host(device, copy.raw(), tensor.raw(), tensor.bytes());
  return copy;
}

}  // namespace heed
