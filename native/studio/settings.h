// What the studio remembers from one start to the next, in $XDG_CONFIG_HOME/heed/studio.json.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/training/training.h"

namespace heed::studio {

// A run that was left when the window closed, to be gone on with.
struct Unfinished {
  std::string name;
  session::TrainOptions options;
};

struct Settings {
  std::string theme = "light";  // or "dark"
  double scale = 1;             // text size
  bool spreadsheet = false;     // saved tables are for spreadsheets
  int width = 1280, height = 800;
  double left = 300, right = 330;  // widths of the columns
  std::string tab = "Train";
  std::string recipe, data, sentence, model;
  std::vector<std::string> recent_models, recent_data;
  // Two sentences, and the lab: texts and the mechanism looked at; "" is what they begin with.
  std::string vectors, two_query, two_key, two_mechanism, lab_query, lab_key, lab_mechanism;
  std::array<std::string, 2> tokenizers;  // side by side
  std::vector<Unfinished> unfinished;
  nlohmann::json search;  // a search that was not over (parts/tuning.h), or null

  // Defaults when there is no file; one that cannot be read is as good as none, and `problem` says so.
  static Settings load(std::string* problem);
  void save() const;  // Error when it cannot be written

  void remember_model(const std::string& folder);
  void remember_data(const std::string& path);
};

std::string config_folder();  // $XDG_CONFIG_HOME/heed
std::string
runs_folder();  // $XDG_DATA_HOME/heed/runs: where finished models are until they are saved elsewhere

}  // namespace heed::studio
