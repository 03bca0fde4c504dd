// What a run trains: a network, and the files that it becomes.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/data/text_encoder.h"
#include "engine/models/architecture.h"
#include "engine/models/network.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/tasks/task.h"

namespace heed::session {

class Trainee {
 public:
  virtual ~Trainee() = default;
  virtual Network& network() = 0;
  // What another network of its kind is made from (make_network).
  struct Kind {
    nlohmann::json config;
    NetworkSizes sizes;
  };
  virtual Kind kind() const = 0;
  virtual std::vector<std::string> warnings() const { return {}; }
  // The folder of a model with these weights, by file name; `name` is what an Error calls it.
  virtual std::map<std::string, std::string> files(const std::map<std::string, Tensor>& weights,
                                                   const std::string& storage, const std::string& readme,
                                                   const std::string& name) const = 0;
};

// A network as the recipe's "model" describes it, new, for what the task asks.
std::unique_ptr<Trainee> new_network(const Recipe& recipe, const NetworkTask& task);

// A folder in the Hugging Face library's layout that is fine-tuned. How it reads texts is known before its
// task is made, its head after that.
class FolderToTrain {
 public:
  explicit FolderToTrain(LibraryFiles folder);
  std::shared_ptr<const TextToIds> text() const { return text_; }
  int64_t max_tokens() const { return max_tokens_; }
  int64_t bytes() const { return folder_.weights.bytes(); }
  // A head that the folder does not have is drawn from the recipe's seed.
  std::unique_ptr<Trainee> network(const Recipe& recipe, const NetworkTask& task) const;

 private:
  LibraryFiles folder_;
  std::shared_ptr<const TextToIds> text_;
  int64_t max_tokens_ = 0;
};

}  // namespace heed::session
