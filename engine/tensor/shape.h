// Sizes of a tensor, outermost first. The alphabet used in every comment of the engine:
// B batch (sentences), N tokens of all sentences of a batch, T query length, S key length,
// D model width, H heads, K width of a head, V vocabulary, C classes, F feed-forward width.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace heed {

class Shape {
 public:
  static constexpr int kMaxRank = 4;

  Shape() = default;
  Shape(std::initializer_list<int64_t> sizes);
  static Shape from(const int64_t* sizes, size_t rank);  // throws Error past kMaxRank or below zero

  int rank() const { return rank_; }
  int64_t operator[](int axis) const { return sizes_[static_cast<size_t>(axis < 0 ? axis + rank_ : axis)]; }
  int64_t count() const;  // number of elements; 1 for rank 0
  int64_t rows() const;   // all but the last axis multiplied; 1 for rank 0 and 1
  int64_t columns() const { return rank_ == 0 ? 1 : (*this)[-1]; }

  bool operator==(const Shape&) const = default;
  std::string str() const;  // "[2, 3]"

 private:
  std::array<int64_t, kMaxRank> sizes_{};
  int rank_ = 0;
};

}  // namespace heed
