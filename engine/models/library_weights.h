// The weights of a folder in the Hugging Face library's layout.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/format/weight_files.h"
#include "engine/models/library_layout.h"

namespace heed {

struct LoadedWeights {
  bool int8 = false;  // any matrix is
  // What the files hold and the network does not use, in words.
  std::vector<std::string> warnings;
};

// For computing only: one after the other, products in the device's layout (Parameters::load_packed), so that
// none is in memory twice. With `int8` matrices are made int8; those that are stored so stay so.
LoadedWeights load_library_weights(Network& network, const LibraryLayout& layout, const WeightFiles& files,
                                   const Device& device, bool int8, const std::string& file);

// For training: float32 of the network's own. A new head is drawn from `seed`.
void load_for_training(Network& network, const LibraryLayout& layout, const WeightFiles& files, bool new_head,
                       uint64_t seed, const std::string& file);

// Error where the weights are such as another program has quantised; `config` may say so, too.
void check_not_quantised(const nlohmann::json& config, const std::string& file);
void check_not_quantised(const WeightFiles& files, const std::string& file);

// The tensors of a file that no weight is read from. Buffers that follow from config.json and heads of
// pretraining are usual: the warnings, at most one, name the others.
std::vector<std::string> unused_names(const Network& network, const LibraryLayout& layout,
                                      const WeightFiles& files);
std::vector<std::string> warnings_of_unused(const Network& network, const LibraryLayout& layout,
                                            const WeightFiles& files, const std::string& file);

// Weights as the library stores them, of a network with so many heads; and what its folder holds beside them.
std::map<std::string, Tensor> library_weights(const LibraryLayout& layout, Output output,
                                              const std::map<std::string, Tensor>& ours, int64_t heads = 1);
// As many as its maps have; 1 where there are none.
int64_t heads_of(const Network& network);
std::map<std::string, Tensor> unused_weights(const Network& network, const LibraryLayout& layout,
                                             const WeightFiles& files);

}  // namespace heed
