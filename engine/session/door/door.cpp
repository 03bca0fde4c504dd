#include "engine/session/door/door.h"

#include "engine/base/error.h"
#include "engine/format/json.h"

namespace heed::session {

using nlohmann::json;

size_t Reply::refer(std::span<const float> values) {
  tensors_.push_back(values);
  return tensors_.size() - 1;
}

size_t Reply::keep(std::vector<float> values) {
  kept_.push_back(std::move(values));
  return refer(kept_.back());
}

Reply Door::call(std::string_view text, Files files) {
  const json given = parse_json_object(text, "command");
  const std::string name = given.at("command");
  for (const Command* command : commands())
    if (command->name == name) return command->run(*this, given, files);
  fail("[engine] there is no command \"", name, "\" here.");
}

}  // namespace heed::session
