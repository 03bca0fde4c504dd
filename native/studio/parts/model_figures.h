// What `heed faithfulness --json` measured of the explorer's model and left in its folder.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "native/studio/parts/explorer.h"

namespace heed::studio {

class ModelFigures {
 public:
  ModelFigures(Jobs& files, Explorer& explorer) : files_(files), explorer_(explorer) {}

  // Reads them when another model is looked at.
  void follow();

  // null: none came with it. Keys: session/explaining/faithfulness.h.
  const nlohmann::json& measured() const { return measured_; }
  const std::string& problem() const { return problem_; }
  bool reading() const { return reading_; }

  size_t sorted_by = 0;  // a column of the heads
  bool falling = false;

 private:
  Jobs& files_;
  Explorer& explorer_;
  std::shared_ptr<const session::Model> model_;  // whose figures they are
  nlohmann::json measured_;
  std::string problem_;
  bool reading_ = false;
};

}  // namespace heed::studio
