#include "engine/tensor/tensor.h"

#include <cstdlib>

namespace heed {
namespace {

constexpr size_t kAlignment = 64;

class Heap final : public Allocator {
 public:
  std::shared_ptr<void> allocate(size_t bytes) override {
    size_t rounded = (bytes + kAlignment) / kAlignment * kAlignment;  // never zero
    void* memory = std::aligned_alloc(kAlignment, rounded);
    check(memory != nullptr, "[tensor] no memory for ", bytes, " bytes.");
    return {memory, [](void* p) { std::free(p); }};
  }
};

template <class From, class To>
Tensor convert(const Tensor& from, Allocator& memory) {
  Tensor to(from.shape(), dtype_of<To>(), memory);
  const From* source = from.data<From>();
  To* target = to.data<To>();
  for (int64_t i = 0; i < from.count(); ++i) target[i] = static_cast<To>(source[i]);
  return to;
}

}  // namespace

Allocator& heap() {
  static Heap instance;
  return instance;
}

Tensor::Tensor(const Shape& shape, DType dtype, Allocator& memory)
    : storage_(memory.allocate(static_cast<size_t>(shape.count()) * size_of(dtype))),
      shape_(shape),
      dtype_(dtype) {}

Tensor Tensor::promised(const Shape& shape, DType dtype) {
  Tensor tensor;
  tensor.shape_ = shape;
  tensor.dtype_ = dtype;
  return tensor;
}

Tensor Tensor::over(std::shared_ptr<void> storage, const Shape& shape, DType dtype) {
  Tensor tensor = promised(shape, dtype);
  tensor.storage_ = std::move(storage);
  return tensor;
}

Tensor Tensor::zeros(const Shape& shape, DType dtype, Allocator& memory) {
  Tensor tensor(shape, dtype, memory);
  std::memset(tensor.raw(), 0, tensor.bytes());
  return tensor;
}

Tensor Tensor::reshaped(const Shape& shape) const {
  check(shape.count() == count(), "[tensor] ", shape_, " cannot be seen as ", shape, ": the counts differ.");
  Tensor view = *this;
  view.shape_ = shape;
  return view;
}

Tensor Tensor::rows(int64_t first, int64_t count) const {
  check(shape_.rank() > 0 && first >= 0 && count >= 0 && first + count <= shape_[0], "[tensor] rows ", first,
        " to ", first + count, " of ", shape_, ".");
  std::array<int64_t, Shape::kMaxRank> sizes{};
  for (int axis = 0; axis < shape_.rank(); ++axis) sizes[static_cast<size_t>(axis)] = shape_[axis];
  sizes[0] = count;
  Tensor view = *this;
  view.shape_ = Shape::from(sizes.data(), static_cast<size_t>(shape_.rank()));
  size_t row_bytes = shape_[0] == 0 ? 0 : bytes() / static_cast<size_t>(shape_[0]);
  view.storage_ = {storage_, static_cast<char*>(raw()) + static_cast<size_t>(first) * row_bytes};
  return view;
}

Tensor Tensor::clone(Allocator& memory) const {
  Tensor copy(shape_, dtype_, memory);
  std::memcpy(copy.raw(), raw(), bytes());
  return copy;
}

Tensor Tensor::to(DType dtype, Allocator& memory) const {
  if (dtype == dtype_) return clone(memory);
  if (dtype_ == DType::kFloat32 && dtype == DType::kFloat64) return convert<float, double>(*this, memory);
  if (dtype_ == DType::kFloat64 && dtype == DType::kFloat32) return convert<double, float>(*this, memory);
  fail("[tensor] no conversion from ", name_of(dtype_), " to ", name_of(dtype), ".");
}

}  // namespace heed
