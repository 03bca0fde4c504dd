// A card as its kernels and its memory see it: what only CUDA can do stands behind `Backend`, so that
// everything else, the kernels included, is also compiled for the host and tested there on a card that is
// played.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/tensor/recycler.h"

namespace heed::cuda {

// How products of float32 are computed; weights, sums and results are float32 in all three.
enum class Precision { kFloat32, kTf32, kBFloat16 };

// C [M, N] (+)= A [M, K] · B [K, N], row-major. A transposed lies as [K, M], B transposed as [N, K].
struct Product {
  DType type = DType::kFloat32;
  int64_t M = 0, N = 0, K = 0;
  const void* a = nullptr;
  const void* b = nullptr;
  void* c = nullptr;
  bool transpose_a = false, transpose_b = false, add = false;
  const void* bias = nullptr;  // [N], or null; added before the activation
  bool relu = false;
};

class Backend {
 public:
  virtual ~Backend() = default;
  // Null when there is no memory left.
  virtual void* allocate(size_t bytes) = 0;
  virtual void release(void* memory) = 0;
  virtual std::string memory_left() = 0;  // "3.1 of 79.6 GiB"
  // In order with what was launched before. `host` may be changed when upload returns; download waits, and
  // throws Error when anything before it has failed.
  virtual void upload(void* card, const void* host, size_t bytes) = 0;
  virtual void download(void* host, const void* card, size_t bytes) = 0;
  virtual void multiply(const Product&) = 0;
  virtual void* stream() = 0;  // what kernels are launched on
};

// Numbers that the host made for one launch (the places of sentences, say) on the card. What was uploaded
// once is found again by its contents: a batch's sentences are asked for by every layer.
class Uploads {
 public:
  Uploads(Backend& backend, Allocator& memory) : backend_(backend), memory_(memory) {}
  const void* find(const void* host, size_t bytes);
  size_t size() const { return kept_.size(); }

 private:
  struct Kept {
    std::string contents;
    std::shared_ptr<void> memory;
  };
  Backend& backend_;
  Allocator& memory_;
  std::multimap<uint64_t, Kept> kept_;
  // Those before, when there were too many: a launch that is being prepared may have found some of them.
  std::multimap<uint64_t, Kept> before_;
  size_t bytes_ = 0;
};

// Memory of the card; an Error says what was asked for and what is left.
class CardMemory final : public Allocator {
 public:
  explicit CardMemory(Backend& backend) : backend_(backend) {}
  std::shared_ptr<void> allocate(size_t bytes) override;
  void when_full(std::function<void()> give_back) { give_back_ = std::move(give_back); }

 private:
  Backend& backend_;
  std::function<void()> give_back_;
};

// What Device::state points to.
struct Card {
  explicit Card(std::unique_ptr<Backend> given);

  std::unique_ptr<Backend> backend;
  CardMemory source;
  Recycler memory;  // what was let go of is handed out again: the card is asked only while a run gets warm
  Uploads uploads;
};

Card& card_of(const Device& device);
// A device of this name and description over a card, which must outlive it.
Device device_of(Card& card, const std::string& description);
const Kernels& kernels();

}  // namespace heed::cuda
