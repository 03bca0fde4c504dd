// The baseline's kernels with products of 8 bits by int8_sevens.h: here its instruction, which only some
// browsers have, is played by plain arithmetic. For one file of a program, before all other kernels.
#pragma once

#define HEED_ISA sevens

#include "engine/kernels/cpu/int8_sevens.h"

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/kernels/cpu/int8_kernels.h"

namespace heed::test {

inline const Kernels& played_sevens() {
  static const Kernels table = [] {
    Kernels changed = *cpu::kernels_for("baseline");
    changed.int8 = cpu::sevens::int8_kernels_by<cpu::sevens::Sevens>();
    return changed;
  }();
  return table;
}

}  // namespace heed::test
