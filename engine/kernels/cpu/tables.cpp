#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

Kernels all_kernels() {
  Kernels all = reading_kernels();
  add_training(all.elementwise);
  add_training(all.matmul);
  add_training(all.softmax);
  add_training(all.norm);
  add_training(all.reduce);
  add_training(all.gather);
  add_training(all.alignment);
  all.optimizer = optimizer_kernels();
  return all;
}

}  // namespace

const Kernels& kernels() {
  static const Kernels table = all_kernels();
  return table;
}

HEED_END_KERNELS
