// The weights of a folder in the Hugging Face library's layout.
#pragma once

#include <map>
#include <string>

#include "engine/format/weight_files.h"
#include "engine/models/library_layout.h"

namespace heed {

// For computing only: one after the other, products in the device's layout (Parameters::load_packed), so that
// none is in memory twice. With `int8` matrices are made int8; those that are stored so stay so. Says whether
// any is.
bool load_library_weights(Network& network, const LibraryLayout& layout, const WeightFiles& files,
                          const Device& device, bool int8, const std::string& file);

// For training: float32 of the network's own. A new head is drawn from `seed`.
void load_for_training(Network& network, const LibraryLayout& layout, const WeightFiles& files, bool new_head,
                       uint64_t seed, const std::string& file);

// A network's weights as the library stores them; and what its folder holds beside them.
std::map<std::string, Tensor> library_weights(const LibraryLayout& layout, Output output,
                                              const std::map<std::string, Tensor>& ours);
std::map<std::string, Tensor> unused_weights(const Network& network, const LibraryLayout& layout,
                                             const WeightFiles& files);

}  // namespace heed
