// A model is a folder in the Hugging Face layout: config.json, tokenizer.json, model.safetensors and
// README.md (the model card, optional when reading).
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/tensor/tensor.h"

namespace heed {

struct ModelFiles {
  nlohmann::json config;  // an object; read it with require() and value_or() of format/json.h
  std::string tokenizer_json;
  std::map<std::string, Tensor> weights;  // floating types and int8 as float32, finite; integers as they are
  std::string readme;
  int64_t weight_bytes = 0;  // of model.safetensors as it was read
  bool int8 = false;         // some of it is stored in 8 bits
};

// Error naming the file: missing, not readable, not JSON, damaged, or with weights that are not finite.
ModelFiles read_model_folder(const std::string& path);
// The same files as bytes, by file name. In messages they are called "<name>/<file name>".
ModelFiles read_model_files(const std::string& name, const std::map<std::string, std::string>& files);

// The folder holds the old model or the whole new one, never a mixture of half-written files.
// `storage`: "float32"; "float16" (Error for weights beyond its range); or "int8", which quantises 2-D
// tensors of 1024 elements and more (with a scale per column where a row has fewer than 8, in float16 where
// it has one) and leaves the rest float32. Another name is a UsageError.
void write_model_folder(const std::string& path, const ModelFiles& files,
                        const std::string& storage = "float32");

// The same files as bytes, by file name; `name` is what an Error calls them.
std::map<std::string, std::string> model_folder_files(const ModelFiles& files, const std::string& storage,
                                                      const std::string& name);

// The tensors of a file of that storage.
std::map<std::string, Tensor> stored_as(const std::map<std::string, Tensor>& weights,
                                        const std::string& storage);

// The weights as they are after being stored and read back: what a model of that storage computes with.
std::map<std::string, Tensor> through_storage(const std::map<std::string, Tensor>& weights,
                                              const std::string& storage);

}  // namespace heed
