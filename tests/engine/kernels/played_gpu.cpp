#include "tests/engine/kernels/played_gpu.h"

#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "engine/format/half.h"
#include "engine/kernels/cuda/gpu.h"
#include "engine/kernels/cuda/team.h"

namespace heed::test {
namespace {

class Played final : public cuda::Backend {
 public:
  Played(size_t bytes, bool narrows) : most_(bytes), narrows_(narrows) {}

  void* allocate(size_t bytes) override {
    if (used_ + bytes > most_) return nullptr;
    void* memory = std::malloc(bytes);
    std::memset(memory, 0xff, bytes);
    used_ += bytes;
    sizes_[memory] = bytes;
    ++asked.allocations;
    return cuda::marked(memory);
  }
  void release(void* gpu) override {
    void* memory = cuda::on_gpu(gpu);
    used_ -= sizes_.at(memory);
    sizes_.erase(memory);
    std::free(memory);
  }
  void* allocate_staging(size_t bytes) override {
    ++asked.staging;
    return std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  }
  void release_staging(void* memory) override { std::free(memory); }
  std::string memory_left() override { return std::to_string(most_ - used_) + " bytes"; }
  void upload(void* gpu, const void* host, size_t bytes) override {
    expect_alive();
    ++asked.uploads;
    std::memcpy(cuda::on_gpu(gpu), host, bytes);
  }
  void download(void* host, const void* gpu, size_t bytes) override {
    expect_alive();
    check(!cuda::recorded_work, "[played GPU] what is only being recorded cannot be read.");
    ++asked.downloads;
    std::memcpy(host, cuda::on_gpu(gpu), bytes);
  }
  void copy(void* to, const void* from, size_t bytes) override {
    cuda::play([=] { std::memcpy(cuda::on_gpu(to), cuda::on_gpu(from), bytes); });
  }
  void multiply(const cuda::Product& p) override {
    check(p.factors == p.sums || (p.factors == DType::kBFloat16 && p.sums == DType::kFloat32),
          "[played GPU] a product of ", name_of(p.factors), " with sums of ", name_of(p.sums), ".");
    asked.batches += p.batch > 1 ? 1 : 0;
    asked.narrow_sums += p.sums == DType::kBFloat16 ? 1 : 0;
    cuda::play([p] {
      if (p.sums == DType::kBFloat16)
        multiply_of<float, uint16_t, uint16_t>(p);
      else if (p.factors == DType::kBFloat16)
        multiply_of<float, uint16_t, float>(p);
      else if (p.sums == DType::kFloat64)
        multiply_of<double, double, double>(p);
      else
        multiply_of<float, float, float>(p);
    });
  }
  bool narrows() const override { return narrows_; }
  void* stream() override { return nullptr; }
  void wait() override {}

  void begin_recording() override {
    work_ = std::make_shared<Work>();
    cuda::recorded_work = work_.get();
  }
  std::shared_ptr<void> end_recording(bool wanted) override {
    cuda::recorded_work = nullptr;
    const std::shared_ptr<Work> made = std::exchange(work_, nullptr);
    if (!made || !wanted) return nullptr;
    check(fault != Fault::kRecordsNothing, "[played GPU] recording a step: it records nothing.");
    ++asked.recordings;
    return made;
  }
  void repeat(void* recording) override {
    expect_alive();
    ++asked.repeats;
    for (const auto& launch : *static_cast<Work*>(recording)) launch();
  }

  size_t used() const { return used_; }
  Asked asked;
  Fault fault = Fault::kNone;

 private:
  using Work = std::vector<std::function<void()>>;

  void expect_alive() const { check(fault != Fault::kLost, "[played GPU] the GPU was lost."); }

  static float wide(uint16_t bits) { return bfloat16_to_float(bits); }
  static float wide(float x) { return x; }
  static double wide(double x) { return x; }
  static void put(float x, uint16_t& place) { place = float_to_bfloat16(x); }
  static void put(float x, float& place) { place = x; }
  static void put(double x, double& place) { place = x; }

  // Factors of type F, computed in T, bias and result of type S.
  template <class T, class F, class S>
  static void multiply_of(const cuda::Product& p) {
    const auto *a = static_cast<const F*>(cuda::on_gpu(p.a)), *b = static_cast<const F*>(cuda::on_gpu(p.b));
    const auto* bias = static_cast<const S*>(cuda::on_gpu(p.bias));
    auto* c = static_cast<S*>(cuda::on_gpu(p.c));
    for (int64_t i = 0; i < p.batch; ++i, a += p.M * p.K, b += p.K * p.N, c += p.M * p.N)
      multiply_one<T>(p, a, b, bias, c);
  }
  // [rows, columns] of what lies there so, or with rows and columns exchanged.
  template <class T, class F>
  static std::vector<T> widened(const F* x, int64_t rows, int64_t columns, bool exchanged) {
    std::vector<T> values(static_cast<size_t>(rows * columns) + 1);  // the place of an empty one's first, too
    for (int64_t i = 0, at = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j, ++at)
        values[static_cast<size_t>(at)] = wide(x[exchanged ? j * rows + i : at]);
    return values;
  }
  template <class T, class F, class S>
  static void multiply_one(const cuda::Product& p, const F* a, const F* b, const S* bias, S* c) {
    const std::vector<T> rows = widened<T>(a, p.M, p.K, p.transpose_a);
    const std::vector<T> columns = widened<T>(b, p.N, p.K, !p.transpose_b);
    for (int64_t m = 0; m < p.M; ++m)
      for (int64_t n = 0; n < p.N; ++n) {
        const T *row = &rows[static_cast<size_t>(m * p.K)], *column = &columns[static_cast<size_t>(n * p.K)];
        T sum = bias ? wide(bias[n]) : T(0);
        for (int64_t k = 0; k < p.K; ++k) sum += row[k] * column[k];
        if (p.relu && sum < T(0)) sum = T(0);
        put(p.add ? wide(c[m * p.N + n]) + sum : sum, c[m * p.N + n]);
      }
  }

  size_t most_, used_ = 0;
  bool narrows_;
  std::unordered_map<void*, size_t> sizes_;
  std::shared_ptr<Work> work_;
};

Played& backend_of(const Device& played) {
  return dynamic_cast<Played&>(*cuda::gpu_of(played).backend);
}

}  // namespace

Device played_gpu(size_t bytes, bool narrows) {
  // For as long as the tests run: tensors that a test keeps may outlive its device.
  auto* gpu = new cuda::Gpu(std::make_unique<Played>(bytes, narrows));
  static std::vector<std::unique_ptr<cuda::Gpu>> all;
  all.emplace_back(gpu);
  return cuda::device_of(*gpu, "a GPU that is played");
}

size_t bytes_of(const Device& played) {
  return backend_of(played).used();
}

Asked asked_of(const Device& played) {
  return backend_of(played).asked;
}

void break_gpu(const Device& played, Fault fault) {
  backend_of(played).fault = fault;
}

}  // namespace heed::test
