#include "engine/session/describe.h"

#include <nlohmann/json.hpp>

#include "engine/data/columns.h"
#include "engine/data/toy.h"
#include "engine/format/fields_json.h"
#include "engine/models/architecture.h"
#include "engine/nn/mechanism_entry.h"
#include "engine/session/door/messages.h"
#include "engine/session/explaining/explain.h"
#include "engine/session/ramp.h"
#include "engine/session/reading/attend.h"
#include "engine/tasks/recipe_fields.h"
#include "engine/tasks/task.h"

namespace heed::session {
namespace {

using nlohmann::json;

json steps_of(const nn::MechanismEntry& entry) {
  json steps = json::array();
  for (const nn::MechanismStep& step : entry.steps)
    steps.push_back({{"name", step.point},
                     {"title", step.title},
                     {"letter", step.letter},
                     {"formula", step.formula},
                     {"rows", step.rows},
                     {"columns", step.columns},
                     {"arithmetic", step.arithmetic}});
  return steps;
}

json traits_of(const nn::MechanismTraits& t) {
  return {{"root", t.root},
          {"projects", t.projects},
          {"projects_values", t.projects_values},
          {"several_heads", t.several_heads},
          {"one_row", t.one_row},
          {"windowed", t.windowed},
          {"sampled", t.sampled},
          {"normalised", t.normalised},
          {"beside_softmax", t.beside_softmax},
          {"side_by_side", t.side_by_side}};
}

json mechanisms_json() {
  json all = json::array();
  for (const nn::MechanismEntry* entry : nn::mechanism_table())
    all.push_back({{"name", entry->name},
                   {"title", entry->title},
                   {"formula", entry->formula},
                   {"explanation", entry->explanation},
                   {"cost", entry->cost},
                   {"source", entry->source},
                   {"settings", json(entry->settings)},
                   {"traits", traits_of(entry->traits)},
                   {"steps", steps_of(*entry)}});
  return all;
}

// What a recipe's "model" of each may hold; of networks that only folders bring, what their config.json may.
json architectures_json() {
  json all = json::array();
  for (const Architecture* entry : architectures())
    if (entry->fields != nullptr)
      all.push_back({{"name", entry->name},
                     {"recipes", entry->complete != nullptr},
                     {"fields", list_of(entry->fields(), entry->complete != nullptr ? "model" : "")}});
  return all;
}

json tasks_json() {
  json all = json::array();
  for (const TaskEntry* entry : tasks()) all.push_back({{"name", entry->name}, {"meaning", entry->meaning}});
  return all;
}

json toys_json() {
  json all = json::array();
  for (const ToyTask& task : toy_tasks()) all.push_back({{"name", task.name}, {"rule", task.rule}});
  return all;
}

json ends(const RampEnds& e) {
  return {{"lightness", e.lightness}, {"hue", e.hue}, {"chroma", e.chroma}};
}

json ends(const SignedEnds& e) {
  return {
      {"lightness", e.lightness}, {"chroma", e.chroma}, {"hue", {{"below", e.below}, {"above", e.above}}}};
}

}  // namespace

json describe() {
  return {{"mechanisms", mechanisms_json()},
          {"architectures", architectures_json()},
          {"toys", toys_json()},
          {"tasks", tasks_json()},
          {"methods", describe_methods()},
          {"recipe", list_of(recipe_fields())},
          {"columns", {{"text", usual_text_names()}, {"label", usual_label_names()}}},
          {"attend", list_of(attend_fields())},
          {"commands", describe_commands()},
          {"types", describe_types()},
          {"ramp",
           {{"attention", {{"light", ends(kRampLight)}, {"dark", ends(kRampDark)}}},
            {"signed", {{"light", ends(kSignedLight)}, {"dark", ends(kSignedDark)}}}}}};
}

}  // namespace heed::session
