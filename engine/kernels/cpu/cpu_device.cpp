#include "engine/kernels/cpu/cpu_device.h"

#include <cstring>

namespace heed::cpu {

namespace baseline {
const Kernels& kernels();
}
#if defined(HEED_HAVE_AVX2)
namespace avx2 {
const Kernels& kernels();
}
#endif
#if defined(HEED_HAVE_AVX512)
namespace avx512 {
const Kernels& kernels();
}  // namespace avx512
namespace avx512bf16 {
const Kernels& kernels();  // the same, with the factors of products rounded to bfloat16
}
#endif

namespace {

void copy(const Device&, void* to, const void* from, size_t bytes) {
  std::memcpy(to, from, bytes);
}

// Rounds nothing unless asked to, so that a model gives the same answer on every processor.
const char* best_instruction_set(const std::string& precision) {
  if (precision == "bf16" && kernels_for("avx512bf16")) return "avx512bf16";
  for (const char* name : {"avx512", "avx2"})
    if (kernels_for(name)) return name;
  return "baseline";
}

}  // namespace

const Kernels* kernels_for(const std::string& instruction_set) {
  if (instruction_set == "baseline") return &baseline::kernels();
#if defined(HEED_HAVE_AVX2)
  if (instruction_set == "avx2" && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return &avx2::kernels();
#endif
#if defined(HEED_HAVE_AVX512)
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  if (instruction_set == "avx512" && avx512) return &avx512::kernels();
  if (instruction_set == "avx512bf16" && avx512 && __builtin_cpu_supports("avx512bf16"))
    return &avx512bf16::kernels();
#endif
  return nullptr;
}

Device device(ThreadPool* threads, const std::string& precision) {
  const std::string name = best_instruction_set(precision);
  const int count = threads ? threads->size() : 1;
  return {"cpu",
          "CPU, " + name + ", " + std::to_string(count) + (count == 1 ? " thread" : " threads"),
          &heap(),
          threads,
          kernels_for(name),
          copy,
          copy};
}

Device portable(Device device) {
  static char told;  // dispatch.h: fuses()
  if (!device.separate) device.state = &told;
  return device;
}

}  // namespace heed::cpu
