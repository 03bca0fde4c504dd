// What there is, said once: command line, page and studio make their lists, forms and types of it.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace heed::session {

// "mechanisms": [{"name", "title", "formula", "explanation", "cost", "source", "settings", "traits",
//   "steps": [{"name", "title", "letter", "formula", "rows", "columns", "arithmetic"}]}], as in
//   nn/mechanism_entry.h
// "architectures": [{"name", "recipes": whether these can begin with it, "fields"}]
// "tasks": [{"name", "meaning"}]
// "methods": of explanations, as in explaining/explain.h
// "recipe", "attend": fields, as in format/fields_json.h
// "commands", "types": of the door, as in door/messages.h
// "ramp": {"attention": {"light", "dark"}, "signed": …}, as in ramp.h
nlohmann::json describe();

}  // namespace heed::session
