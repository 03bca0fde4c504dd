#include "engine/tensor/shape.h"

#include "engine/base/error.h"

namespace heed {

Shape::Shape(std::initializer_list<int64_t> sizes) {
  *this = from(sizes.begin(), sizes.size());
}

Shape Shape::from(const int64_t* sizes, size_t rank) {
  check(rank <= kMaxRank, "[shape] rank is ", rank, ": at most ", kMaxRank, " axes are supported.");
  Shape shape;
  shape.rank_ = static_cast<int>(rank);
  for (size_t i = 0; i < rank; ++i) {
    check(sizes[i] >= 0, "[shape] size ", sizes[i], " of axis ", i, ": sizes are zero or more.");
    shape.sizes_[i] = sizes[i];
  }
  return shape;
}

int64_t Shape::count() const {
  int64_t n = 1;
  for (int i = 0; i < rank_; ++i) n *= (*this)[i];
  return n;
}

int64_t Shape::rows() const {
  int64_t n = 1;
  for (int i = 0; i + 1 < rank_; ++i) n *= (*this)[i];
  return n;
}

std::string Shape::str() const {
  std::string text = "[";
  for (int i = 0; i < rank_; ++i) text += (i == 0 ? "" : ", ") + std::to_string((*this)[i]);
  return text + "]";
}

}  // namespace heed
