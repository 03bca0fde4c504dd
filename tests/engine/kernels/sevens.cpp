#include "tests/engine/kernels/sevens.h"

#include "tests/engine/kernels/instruction_sets.h"

namespace heed::test {

const Kernels& kernels_with_sevens() {
  return played_sevens();
}

}  // namespace heed::test
