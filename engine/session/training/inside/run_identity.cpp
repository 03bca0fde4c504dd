#include "engine/session/training/inside/run_identity.h"

#include "engine/base/file.h"
#include "engine/base/json_parse.h"
#include "engine/format/fields_json.h"
#include "engine/tasks/recipe_fields.h"

namespace heed::session {
namespace {

using nlohmann::json;

// The values of `given` that are not those of `usual`.
json differing(const json& given, const json& usual) {
  json differs = json::object();
  for (const auto& [key, value] : given.items()) {
    const auto found = usual.find(key);
    const bool both = found != usual.end();
    if (both && value.is_object() && found->is_object()) {
      if (json inner = differing(value, *found); !inner.empty()) differs[key] = std::move(inner);
    } else if (!both || value != *found) {
      differs[key] = value;
    }
  }
  return differs;
}

std::string told_apart(json run) {
  if (const auto training = run.find("training"); training != run.end() && training->is_object())
    training->erase("epochs");
  for (const char* said : {"report", "description"}) run.erase(said);
  return differing(run, write_defaults(recipe_fields())).dump();
}

}  // namespace

std::string run_identity(const Recipe& recipe, const json& read, const TrainOptions& options) {
  json run = recipe.json;
  run["read"] = read;
  if (!options.from.empty()) run["from"] = options.from;
  if (!options.splits.empty()) run["splits"] = read_file(options.splits).size();
  return told_apart(std::move(run));
}

std::string identity_as_now(const std::string& written) {
  json run = json_or_discarded(written);
  return run.is_object() ? told_apart(std::move(run)) : written;
}

}  // namespace heed::session
