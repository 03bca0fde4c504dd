#include "tests/engine/kernels/played_card.h"

#include <cstdlib>
#include <cstring>
#include <unordered_map>

#include "engine/kernels/cuda/card.h"
#include "engine/kernels/cuda/team.h"

namespace heed::test {
namespace {

class Played final : public cuda::Backend {
 public:
  explicit Played(size_t bytes) : most_(bytes) {}

  void* allocate(size_t bytes) override {
    if (used_ + bytes > most_) return nullptr;
    void* memory = std::malloc(bytes);
    std::memset(memory, 0xff, bytes);
    used_ += bytes;
    sizes_[memory] = bytes;
    return cuda::marked(memory);
  }
  void release(void* card) override {
    void* memory = cuda::on_card(card);
    used_ -= sizes_.at(memory);
    sizes_.erase(memory);
    std::free(memory);
  }
  std::string memory_left() override { return std::to_string(most_ - used_) + " bytes"; }
  void upload(void* card, const void* host, size_t bytes) override {
    std::memcpy(cuda::on_card(card), host, bytes);
  }
  void download(void* host, const void* card, size_t bytes) override {
    std::memcpy(host, cuda::on_card(card), bytes);
  }
  void multiply(const cuda::Product& p) override {
    if (p.type == DType::kFloat64)
      multiply_of<double>(p);
    else
      multiply_of<float>(p);
  }
  void* stream() override { return nullptr; }
  size_t used() const { return used_; }

 private:
  template <class T>
  static void multiply_of(const cuda::Product& p) {
    const auto *a = static_cast<const T*>(cuda::on_card(p.a)), *b = static_cast<const T*>(cuda::on_card(p.b));
    const auto* bias = static_cast<const T*>(cuda::on_card(p.bias));
    auto* c = static_cast<T*>(cuda::on_card(p.c));
    for (int64_t m = 0; m < p.M; ++m)
      for (int64_t n = 0; n < p.N; ++n) {
        T sum = bias ? bias[n] : T(0);
        for (int64_t k = 0; k < p.K; ++k)
          sum += a[p.transpose_a ? k * p.M + m : m * p.K + k] * b[p.transpose_b ? n * p.K + k : k * p.N + n];
        if (p.relu && sum < T(0)) sum = T(0);
        c[m * p.N + n] = p.add ? c[m * p.N + n] + sum : sum;
      }
  }

  size_t most_, used_ = 0;
  std::unordered_map<void*, size_t> sizes_;
};

}  // namespace

Device played_card(size_t bytes) {
  // For as long as the tests run: tensors that a test keeps may outlive its device.
  auto* card = new cuda::Card(std::make_unique<Played>(bytes));
  static std::vector<std::unique_ptr<cuda::Card>> all;
  all.emplace_back(card);
  return cuda::device_of(*card, "a card that is played");
}

size_t bytes_of(const Device& played) {
  return dynamic_cast<Played&>(*cuda::card_of(played).backend).used();
}

}  // namespace heed::test
