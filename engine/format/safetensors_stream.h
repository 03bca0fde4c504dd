// A safetensors file that arrives in pieces, each written straight to where it stays. Every tensor has memory
// of its own, so that what has been used can be given back while the rest waits: a model never needs two
// copies.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/format/quantise.h"
#include "engine/format/safetensors.h"

namespace heed {

class SafeTensorsStream {
 public:
  // How matrices that are worth it become int8 while they come (format/quantise.h); their scales follow.
  enum class Narrow { kNone, kRows, kOutputs };
  using NarrowBy = std::function<Narrow(const std::string& name)>;

  // `bytes`: of the whole file; `file` is what an Error's message calls it. Without `narrow` nothing becomes
  // int8. What has a scale per row comes some rows at a time, what has one per output as a whole.
  SafeTensorsStream(std::string file, uint64_t bytes, NarrowBy narrow = nullptr);

  // Where the next bytes of the file go; of no size when all have come.
  struct Room {
    char* data = nullptr;
    size_t size = 0;
  };
  Room room();
  // The first `count` bytes of room() have been written. Error for a header that is wrong, as soon as it is
  // there.
  void wrote(size_t count);

  // In the order of their bytes. Error when some have not come.
  std::vector<std::pair<std::string, Tensor>> finish();

 private:
  void take_prefix();
  void take_header();
  // Goes on to the next place that wants bytes.
  void advance();
  void begin_tensor();
  void end_rows();
  void end_narrow();

  std::string file_;
  uint64_t bytes_;
  uint64_t received_ = 0;
  std::string text_;      // the first 8 bytes, then the header
  bool in_data_ = false;  // the header has been read
  NarrowBy narrow_by_;
  std::vector<TensorPlace> places_;
  std::vector<std::pair<std::string, Tensor>> tensors_;  // that have come
  size_t place_ = 0;                                     // whose bytes come
  Tensor coming_;                                        // what is written to: a tensor, or some of its rows
  Quantised narrow_;                                     // what those rows become
  int64_t row_ = 0;                                      // their first
  size_t filled_ = 0;                                    // bytes of coming_, or of text_
};

}  // namespace heed
