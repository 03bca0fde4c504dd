// What a run trains: a network, and the files that it becomes.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/models/network.h"
#include "engine/tasks/task.h"

namespace heed::session {

class Trainee {
 public:
  virtual ~Trainee() = default;
  virtual Network& network() = 0;
  // The folder of a model with these weights, by file name; `name` is what an Error calls it.
  virtual std::map<std::string, std::string> files(const std::map<std::string, Tensor>& weights,
                                                   const std::string& storage, const std::string& readme,
                                                   const std::string& name) const = 0;
};

// A network as the recipe's "model" describes it, new, for what the task asks.
std::unique_ptr<Trainee> new_network(const Recipe& recipe, const NetworkTask& task);

}  // namespace heed::session
