// Structs as JSON, as their description says (base/fields.h).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/fields.h"

namespace heed {

// How a member is read and written that is no number, flag or string.
struct FieldForm {
  void (*read)(const nlohmann::json& value, const std::string& key, const std::string& file, void* member);
  nlohmann::json (*write)(const void* member);
};
// A std::string: a name, or a number that stands for one; null: "".
extern const FieldForm kNameForm;
// A std::vector<std::string>: one of these, or a list of them; null: none.
extern const FieldForm kNamesForm;

// What may stand beside the described keys.
enum class Beside { kNothing, kAnything };

// Reads what `json` holds into `object`, a struct that `fields` describe; what is not there stays. `path` is
// where the object stands, for messages: "training". Error [file] for a key that is not described, a value of
// another kind or out of bounds; UsageError for a name that is not one of the choices.
void read_fields(const nlohmann::json& json, const FieldList& fields, void* object, const std::string& file,
                 const std::string& path = "", Beside beside = Beside::kNothing);

template <class S>
S read_as(const nlohmann::json& json, const Fields<S>& fields, const std::string& file,
          const std::string& path = "", Beside beside = Beside::kNothing) {
  S s;
  read_fields(json, fields, &s, file, path, beside);
  return s;
}

// Error for a value of `object` that is out of bounds, UsageError for a name that is not one of the choices.
void check_fields(const FieldList& fields, const void* object, const std::string& file);

// All described keys. Open values are null, and so are objects that may be null and hold nothing but
// defaults.
nlohmann::json write_fields(const FieldList& fields, const void* object);
// UsageError "[command] …" for a number of `object` that is out of its bounds.
void check_bounds(const FieldList& fields, const void* object, const std::string& command);
// Numbers as one writes them: 0, not 0.0.
nlohmann::json write_defaults(const FieldList& fields);

// Puts the values of `from` into `into`, which holds all keys: objects are gone into, other values replaced,
// and nothing is looked at but the keys.
void merge_fields(nlohmann::json& into, const nlohmann::json& from, const FieldList& fields,
                  const std::string& file);

// The keys that the object at `path` may hold: "epochs, batch_size".
std::string keys_in(const FieldList& fields, const std::string& path);

// The list as programs read it: [{"key", "kind", "default", "meaning"}, …], with "minimum" and "maximum" of
// numbers, "above" and "below" where an end is not allowed itself, "choices" of names, "task" where one alone
// reads it.
nlohmann::json list_of(const FieldList& fields, const std::string& path = "");

}  // namespace heed
