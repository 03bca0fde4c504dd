// Two models on the same sentence and on the same labelled data.
#pragma once

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/session/models/model.h"
#include "native/studio/parts/jobs.h"

namespace heed::studio {

struct Compared {
  std::string path;  // what is typed
  std::string folder, problem;
  std::shared_ptr<const session::Model> model;
  std::optional<session::Analysis> analysis;
  nlohmann::json metrics;  // M, or null
};

class Comparison {
 public:
  Comparison(Jobs& analyses, Jobs& files) : analyses_(analyses), files_(files) {}

  void open(size_t side, const std::string& folder);
  void analyse(const std::string& sentence);  // with both; nothing happens when it is the last one again
  void measure(const std::string& data);      // a file of labelled rows
  bool ready() const { return sides[0].model && sides[1].model; }

  std::array<Compared, 2> sides;
  std::string test_data;  // what is typed
  bool measuring = false;

 private:
  Jobs &analyses_, &files_;
  std::string sentence_;
};

}  // namespace heed::studio
