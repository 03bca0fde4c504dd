// Labelled texts for a model that is there already, its classes in its own order.
#pragma once

#include <string>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/tasks/recipe.h"

namespace heed::session {

// The recipe that a model's card shows, complete. Error where the folder has no such card, or where the split
// was that of a file.
Recipe recipe_of_card(const std::string& folder);

// The "data" object of the model's config.json with what was given instead: a format, and KEY=VALUE. Of a
// classifier what does not read the first of `paths` gives way to what the files look like, and `warnings`
// says so.
nlohmann::json data_json(const TextNetwork& model, const std::string& format,
                         const std::vector<std::string>& set, const std::vector<std::string>& paths,
                         std::vector<std::string>* warnings);

// Files, or of one folder the file that the model's data.test names.
Dataset read_for_model(const TextNetwork& model, const std::string& name,
                       const std::vector<std::string>& paths, const nlohmann::json& data);

// Reads of the same files the rows that the recipe on the model's card has as its test part. Error where
// the folder has no such card, or where the recipe holds nothing out.
Dataset read_held_out(const TextNetwork& model, const std::string& folder,
                      const std::vector<std::string>& paths, const nlohmann::json& data);

}  // namespace heed::session
