// The kernels with products of 8 bits by int8_sevens.h: here its instruction, which only some browsers have,
// is played by plain arithmetic.
#define HEED_ISA sevens

#include "engine/kernels/cpu/int8_sevens.h"

#include "engine/kernels/cpu/int8_kernels.h"
#include "tests/engine/kernels/instruction_sets.h"

namespace heed::test {

const Kernels& kernels_with_sevens() {
  static const Kernels table = [] {
    Kernels changed = *cpu::kernels_for("baseline");
    changed.int8 = cpu::sevens::int8_kernels_by<cpu::sevens::Sevens>();
    return changed;
  }();
  return table;
}

}  // namespace heed::test
