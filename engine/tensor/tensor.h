// Storage and metadata, no mathematics. A Tensor is a handle: copying it shares the memory.
// Contiguous, row-major.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "engine/base/error.h"
#include "engine/tensor/dtype.h"
#include "engine/tensor/shape.h"

namespace heed {

// Where tensors get memory from: the heap, an arena, or a device.
class Allocator {
 public:
  virtual ~Allocator() = default;
  // At least `bytes` bytes, aligned to 64, contents undefined.
  virtual std::shared_ptr<void> allocate(size_t bytes) = 0;
};

Allocator& heap();  // thread-safe

class Tensor {
 public:
  Tensor() = default;
  // Contents undefined.
  Tensor(const Shape& shape, DType dtype, Allocator& memory = heap());

  // Only what it will be: undefined, without memory, but with a shape and a type.
  static Tensor promised(const Shape& shape, DType dtype);
  // Over memory that is there already and that `storage` keeps alive; aligned to the type's size.
  static Tensor over(std::shared_ptr<void> storage, const Shape& shape, DType dtype);
  static Tensor zeros(const Shape& shape, DType dtype, Allocator& memory = heap());
  template <class T>
  static Tensor of(const Shape& shape, const std::vector<T>& values, Allocator& memory = heap());
  template <class T>
  static Tensor list(const std::vector<T>& values) {
    return of<T>({static_cast<int64_t>(values.size())}, values);
  }

  bool defined() const { return storage_ != nullptr; }
  const Shape& shape() const { return shape_; }
  DType dtype() const { return dtype_; }
  int64_t size(int axis) const { return shape_[axis]; }
  int64_t count() const { return shape_.count(); }
  size_t bytes() const { return static_cast<size_t>(count()) * size_of(dtype_); }
  void* raw() const { return storage_.get(); }

  // Throws Error when T is not what the tensor holds.
  template <class T>
  T* data() const {
    check(dtype_ == dtype_of<T>(), "[tensor] holds ", name_of(dtype_), ", asked for ", name_of(dtype_of<T>()),
          ".");
    return static_cast<T*>(raw());
  }

  Tensor reshaped(const Shape& shape) const;                 // same memory; throws Error when counts differ
  Tensor rows(int64_t first, int64_t count) const;           // same memory; along the first axis
  Tensor clone(Allocator& memory = heap()) const;            // host memory only
  Tensor to(DType dtype, Allocator& memory = heap()) const;  // float32 <-> float64; host memory only
  template <class T>
  std::vector<T> values() const {
    return std::vector<T>(data<T>(), data<T>() + count());
  }

 private:
  std::shared_ptr<void> storage_;
  Shape shape_;
  DType dtype_ = DType::kFloat32;
};

template <class T>
Tensor Tensor::of(const Shape& shape, const std::vector<T>& values, Allocator& memory) {
  check(shape.count() == static_cast<int64_t>(values.size()), "[tensor] shape ", shape, " needs ",
        shape.count(), " values, got ", values.size(), ".");
  Tensor tensor(shape, dtype_of<T>(), memory);
  if (!values.empty()) std::memcpy(tensor.raw(), values.data(), tensor.bytes());
  return tensor;
}

}  // namespace heed
