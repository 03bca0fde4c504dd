// What a training run holds. Not part of the session's door: shared by training.cpp (the run) and
// training_report.cpp (what it says about itself).
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/models/devices.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/model.h"
#include "engine/session/training/inside/corpus.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/session/training/training.h"
#include "engine/train/fit.h"

namespace heed::session {

struct TrainingRun::Impl {
  TrainOptions options;
  Recipe recipe;
  std::string out;
  std::vector<std::string> paths;
  Dataset data;
  Split split;
  std::optional<CountedTokenizer> tokenizer;
  CountedPhrases phrases;
  nlohmann::json model_config;
  TextNetwork parts;
  Examples train, validation, test;
  std::unique_ptr<ThreadPool> threads;
  Device device;
  nlohmann::json before;  // metrics of the untrained model, as JSON
  std::unique_ptr<Fit> fit;
  Progress progress;
  std::chrono::steady_clock::time_point started;
  std::chrono::steady_clock::time_point durable;  // when a checkpoint was last waited for
  double durable_seconds = 0;                     // that it took
  double seconds = 0;                             // in steps, validation and checkpoints
  int first_epoch = 0;                            // epochs done before this process took over

  // In training.cpp.
  explicit Impl(const TrainOptions& options);
  Device chosen_device() const;  // an Error says why it is not available
  void prepare_data();
  void prepare_model();
  std::string checkpoint() const { return out + ".checkpoint.safetensors"; }
  void write_checkpoint();
  std::string identity() const;  // of the run, for its checkpoint
  bool step();
  // The weights of a model folder: those of the layers, and the table's own phrases.
  std::map<std::string, Tensor> with_filter(std::map<std::string, Tensor> weights) const;
  Model snapshot();
  nlohmann::json finish();
  nlohmann::json measure(const Examples& examples) const;  // null without examples
  nlohmann::json config() const;                           // config.json

  // In training_report.cpp.
  std::string describe() const;
  std::string report() const;
  std::string model_card(const nlohmann::json& result) const;
};

}  // namespace heed::session
