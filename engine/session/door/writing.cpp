#include "engine/base/error.h"
#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"
#include "engine/session/writing/lens.h"

namespace heed::session {

using nlohmann::json;

namespace {

constexpr int64_t kMayFollow = 12, kLensCandidates = 5;

// One text at a time, with the number of its model.
struct Writing {
  int model = -1;
  std::optional<Writer> writer;
};

// Error where the model has been closed since.
Writer& writer_of(Door& door) {
  Writing& writing = door.part<Writing>();
  check(writing.writer.has_value(), "[writing] no text has been begun: begin one first.");
  model_of(door, {{"model", writing.model}});
  return *writing.writer;
}

json state_of(const Writer& writer) {
  const std::string ended = writer.ended();
  return JsonObject()
      .add("given", to_json(writer.given()))
      .add("written", to_json(writer.written()))
      .add("candidates", to_json(ended.empty() ? writer.candidates(kMayFollow) : std::vector<NextToken>{}))
      .add("continuation", writer.text())
      .add("ended", ended)
      .take();
}

Reply begin_writing(Door& door, const json& given, Files&) {
  const auto options = read_as(given.value("options", json::object()), WritingOptions::fields(), "writing");
  Writer writer(model_of(door, given), given.at("text"), options);
  Writing& writing = door.part<Writing>();
  writing.writer.emplace(std::move(writer));
  writing.model = given.at("model");
  return state_of(*writing.writer);
}

Reply write(Door& door, const json& given, Files&) {
  Writer& writer = writer_of(door);
  for (int64_t left = given.at("tokens"); left > 0 && writer.write(); --left) {
  }
  return state_of(writer);
}

Reply take(Door& door, const json& given, Files&) {
  Writer& writer = writer_of(door);
  writer.take(given.at("id"));
  return state_of(writer);
}

Reply take_back(Door& door, const json& given, Files&) {
  Writer& writer = writer_of(door);
  writer.take_back(given.at("count"));
  return state_of(writer);
}

Reply lens_of(Door& door, const json& given, Files&) {
  return to_json(lens(model_of(door, given), given.at("text"), given.value("place", -1), kLensCandidates));
}

Reply end_writing(Door& door, const json&, Files&) {
  Writing& writing = door.part<Writing>();
  writing.writer.reset();
  writing.model = -1;
  return json::object();
}

}  // namespace

const Command kBeginWriting{"begin-writing", begin_writing};
const Command kWrite{"write", write};
const Command kTake{"take", take};
const Command kTakeBack{"take-back", take_back};
const Command kEndWriting{"end-writing", end_writing};
const Command kLens{"lens", lens_of};

}  // namespace heed::session
