// What the next run is to be: a recipe, data, and the values that were changed.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/training/labelled.h"
#include "engine/session/training/recipes.h"
#include "engine/session/training/training.h"

namespace heed::studio {

class Form {
 public:
  Form();

  const std::vector<session::RecipeEntry>& recipes() const { return recipes_; }
  size_t chosen() const { return chosen_; }
  void choose(size_t recipe);            // changes made to the last one are gone
  void choose(const std::string& name);  // stays where it is when there is none of that name
  const nlohmann::json& values() const { return values_; }  // complete
  const std::string& problem() const { return problem_; }

  // What can be set in this recipe, its model's settings too, in order.
  std::shared_ptr<const std::vector<Field>> settings() const { return settings_; }
  // The value of a setting; null where this recipe does not have it.
  const nlohmann::json* value(const std::string& key) const;
  bool is_changed(const std::string& key) const { return changes_.count(key) > 0; }
  void set(const std::string& key, const nlohmann::json& value);  // what is out of range is put into it
  void set_from(const std::vector<std::string>& choice);          // "KEY=VALUE", of a search
  void reset(const std::string& key);

  // Data of one's own: the run reads `path` instead of what the recipe names. `data` is what was found in it,
  // its classes called as `label_map` says (null: as they are), and `set` how it was read.
  void use_data(const std::string& path, const session::Labelled& data,
                const nlohmann::json& label_map = nullptr, const std::vector<std::string>& set = {});
  void use_recipe_data();
  const std::string& data() const { return data_; }
  // Whether rows are held out of them although the recipe holds none out.
  bool holds_out_rows() const { return holds_out_; }

  int threads = 1;
  // Everything a run is asked for, with a folder for its model below `folder`.
  session::TrainOptions options(const std::string& folder) const;
  std::string name() const { return chosen_ < recipes_.size() ? recipes_[chosen_].name : ""; }

 private:
  void refresh();
  nlohmann::json within_bounds(const std::string& key, const nlohmann::json& value) const;
  std::vector<std::string> assignments() const;

  std::vector<session::RecipeEntry> recipes_;
  std::shared_ptr<const std::vector<Field>> settings_ = std::make_shared<std::vector<Field>>();
  size_t chosen_ = 0;
  std::map<std::string, nlohmann::json> changes_;  // by the user, by key
  std::vector<std::string> data_settings_;         // KEY=VALUE that the data file asks for
  nlohmann::json values_ = nlohmann::json::object();
  std::string data_, problem_;
  bool holds_out_ = false;
};

// A folder in `folder` that is not there yet: "name", "name-2", …
std::string new_folder(const std::string& folder, const std::string& name);

}  // namespace heed::studio
