// The named weights of a model, in the order in which its layers made them. A layer names each weight once.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/autograd/variable.h"
#include "engine/base/random.h"
#include "engine/device/device.h"

namespace heed {

enum class Init {
  kZeros,
  kOnes,
  kNormal,   // mean 0, variance 1
  kUniform,  // ±1/√fan_in, fan_in the last size: PyTorch's for linear layers
  // kNormal, drawn again while it is further from the mean than a bound: torch.nn.init.trunc_normal_.
  kTruncated,
};

class Parameters {
 public:
  // Initial values are a function of the seed and of what was added before; without a seed they
  // take no memory until they are loaded.
  explicit Parameters(std::optional<uint64_t> seed, DType dtype = DType::kFloat32);

  // How the values of a tensor begin: `scale` times what is drawn.
  struct Start {
    Init init = Init::kUniform;
    double bound = 0;  // of kUniform, 0: 1/√fan_in
    double scale = 1;
  };
  Variable add(const std::string& name, const Shape& shape, const Start& start);
  // `fan_in` is for biases: the last size of the weight they belong to. `scale` multiplies what is drawn.
  Variable add(const std::string& name, const Shape& shape, Init init, int64_t fan_in = 0, double scale = 1);
  // Constants of a model, which its file may hold and training leaves as they are; zeros where it does not.
  Variable add_buffer(const std::string& name, const Shape& shape);
  bool holds_buffer(const std::string& name) const { return buffers_.count(name) > 0; }
  // Its rows are looked up: it stays as it is where weights of products get the device's layout.
  void is_table(const std::string& name) { tables_.insert(name); }
  bool holds_table(const std::string& name) const { return tables_.count(name) > 0; }
  // A table that large products are made with, too: it gets the layout, in which its rows are looked up as
  // well.
  void is_multiplied(const std::string& name) { multiplied_.insert(name); }
  // It is multiplied by a kernel that takes no 8-bit numbers, however it is stored.
  void is_of_floats(const std::string& name) { floats_.insert(name); }
  bool holds_floats(const std::string& name) const { return floats_.count(name) > 0; }
  // The initial values of those that have none yet: what a file did not hold.
  void draw_missing(uint64_t seed);

  const std::vector<Variable>& all() const { return all_; }
  const Variable& find(const std::string& name) const;  // throws Error for an unknown name
  bool has(const std::string& name) const;
  int64_t count() const;  // of numbers, but for those of buffers

  // Throws Error naming the tensor when one that is no buffer is missing, or one is left over (but for
  // bytes), or has another shape. The old values stay then.
  void load(const std::map<std::string, Tensor>& values, const std::string& file);
  // One after the other from `source`, which gives the tensor or null; for big models that only compute. With
  // `device`, products get their weights in its layout and `done(name)` says that the stored ones are not
  // needed any more; tables that are but looked up stay as they are. Matrices of 8 bits are multiplied and
  // looked up in the device's layout alone.
  struct Weight {
    Weight(Tensor given, Tensor row_scale = {}) : values(std::move(given)), scale(std::move(row_scale)) {}
    Tensor values;  // the model's type, or int8
    Tensor scale;   // of int8: float32, one per row
  };
  struct Source {
    std::function<std::optional<Weight>(const std::string& name)> read;
    std::function<void(const std::string& name)> done;
  };
  void load_packed(const Source& source, const Device& device, const std::string& file);
  std::map<std::string, Tensor> values() const;  // shares memory; in the memory of the device they are on
  void move_to(const Device& device);            // from the host, where that is not the same
  void clear_grads() const;
  // Lays out constant weights for inference; for tensors of rank 2.
  void pack(const Device& device) const;

 private:
  std::optional<Random> random_;
  DType dtype_;
  std::vector<Variable> all_;
  std::set<std::string> tables_, multiplied_, floats_, buffers_;
  std::vector<Start> starts_;  // of each
  Tensor drawn(Random& random, const Shape& shape, const Start& start) const;
};

}  // namespace heed
