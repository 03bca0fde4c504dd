#include "engine/session/explaining/inside/model_data.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/data/readers.h"
#include "engine/format/json.h"
#include "engine/session/training/inside/data_fit.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/tasks/corpus.h"

namespace heed::session {

namespace fs = std::filesystem;

Recipe recipe_of_card(const std::string& folder) {
  const std::string file = (fs::path(folder) / "README.md").string(), text = read_file(file, kLongestText);
  const std::string open = "```json\n";
  const size_t title = text.find("## Recipe"), begin = text.find(open, title);
  const size_t end = begin == std::string::npos ? begin : text.find("\n```", begin);
  check(title != std::string::npos && end != std::string::npos, "[", file,
        "] shows no recipe under \"## Recipe\": which rows were held out is not known.");
  check(text.find("| split | from a file") == std::string::npos, "[", file,
        "] was trained on a split from a file, which it does not have: give the rows that were held out with "
        "--data, without --held-out.");
  const std::string_view shown =
      std::string_view(text).substr(begin + open.size(), end - begin - open.size());
  Recipe recipe = complete_recipe(folder, parse_json_object(shown, file), file);
  const nlohmann::json& set = recipe.json["data"]["set"];
  const bool of_the_set =
      set.is_string() && text.find("| data | " + set.get<std::string>() + ", ") != std::string::npos;
  check(of_the_set || !set.is_string() || set == "", "[", file,
        "] was trained on data of its own, of which it does not say where they are: give the rows that were "
        "held "
        "out with --data, without --held-out.");
  return recipe;
}

nlohmann::json data_json(const TextNetwork& model, const std::string& format,
                         const std::vector<std::string>& set, const std::vector<std::string>& paths,
                         std::vector<std::string>* warnings) {
  check(model.network->answers() != AnswerKind::kValues,
        "[data] the model gives values and names no classes: expected a classifier.");
  nlohmann::json data = nlohmann::json::object();
  if (auto found = model.config.find("data"); found != model.config.end() && found->is_object())
    data = *found;
  if (!format.empty()) data["format"] = format;
  set_data_keys(data, set);
  if (model.network->output() != Output::kTexts) return data;
  std::set<std::string> asked = data_keys_in(set, true);
  if (!format.empty()) asked.insert("format");
  const std::string said = fit_data(data, paths, asked, "model");
  if (!said.empty() && warnings != nullptr) warnings->push_back(said);
  return data;
}

Dataset read_for_model(const TextNetwork& model, const std::string& name,
                       const std::vector<std::string>& paths, const nlohmann::json& data) {
  DataOptions options = read_data_options(data, name);
  options.reading.labels = model.labels;
  std::vector<std::string> files;
  if (paths.size() == 1 && fs::is_directory(paths[0])) files = test_files(options, paths);
  return read_data(options, files.empty() ? paths : files);
}

Dataset read_held_out(const TextNetwork& model, const std::string& folder,
                      const std::vector<std::string>& paths, const nlohmann::json& data) {
  Recipe recipe = recipe_of_card(folder);
  recipe.json["data"].update(data);
  Corpus corpus = read_corpus(recipe, {paths, {}, "", nullptr});
  check(corpus.data.labels == model.labels, "[", folder,
        "] the data has other classes than the model, or in another order.");
  check(!corpus.split.test.empty(), "[", folder, "] its recipe holds nothing out: it has no test part.");
  Dataset held_out{corpus.data.labels, {}, {}, corpus.data.warnings, corpus.data.left_out, corpus.data.files};
  for (const int row : corpus.split.test)
    held_out.examples.push_back(std::move(corpus.data.examples[static_cast<size_t>(row)]));
  return held_out;
}

}  // namespace heed::session
