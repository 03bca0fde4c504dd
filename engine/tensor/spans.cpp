#include "engine/tensor/spans.h"

namespace heed {

Spans Spans::packed(const std::vector<int32_t>& lengths) {
  Spans spans;
  spans.length = lengths;
  int32_t next = 0;
  for (int32_t length : lengths) {
    spans.begin.push_back(next);
    next += length;
  }
  return spans;
}

}  // namespace heed
