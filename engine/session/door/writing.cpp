#include "engine/base/error.h"
#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"
#include "engine/session/writing/direct_logits.h"
#include "engine/session/writing/lens.h"
#include "engine/session/writing/look_back.h"

namespace heed::session {

using nlohmann::json;

namespace {

constexpr int64_t kMayFollow = 12, kLensCandidates = 5, kExplained = 8;

std::vector<std::string> edits_in(const json& given) {
  return given.value("edits", std::vector<std::string>());
}

// One text at a time, with the number of its model.
struct Writing {
  int model = -1;
  std::optional<Writer> writer;
  std::vector<double> unedited;  // of a text under edits: what follows it, without them
};

// Error where the model has been closed since.
Writing& writing_of(Door& door) {
  Writing& writing = door.part<Writing>();
  check(writing.writer.has_value(), "[writing] no text has been begun: begin one first.");
  model_of(door, {{"model", writing.model}});
  return writing;
}

json state_of(const Writing& writing) {
  const Writer& writer = *writing.writer;
  const std::string ended = writer.ended();
  json state = JsonObject()
                   .add("given", to_json(writer.given()))
                   .add("written", to_json(writer.written()))
                   .add("candidates",
                        to_json(ended.empty() ? writer.candidates(kMayFollow) : std::vector<NextToken>{}))
                   .add("continuation", writer.text())
                   .add("ended", ended)
                   .take();
  if (!writing.unedited.empty() && writer.written().empty()) state["unedited"] = writing.unedited;
  return state;
}

Reply begin_writing(Door& door, const json& given, Files&) {
  const auto options = read_as(given.value("options", json::object()), WritingOptions::fields(), "writing");
  const std::vector<std::string> edits = edits_in(given);
  Writer writer(model_of(door, given), given.at("text"), options, edits);
  Writing& writing = door.part<Writing>();
  writing.writer.emplace(std::move(writer));
  writing.model = given.at("model");
  writing.unedited.clear();
  if (!edits.empty())
    writing.unedited = Writer(model_of(door, given), given.at("text"), options)
                           .probabilities(writing.writer->candidates(kMayFollow));
  return state_of(writing);
}

Reply write(Door& door, const json& given, Files&) {
  Writing& writing = writing_of(door);
  for (int64_t left = given.at("tokens"); left > 0 && writing.writer->write(); --left) {
  }
  return state_of(writing);
}

Reply take(Door& door, const json& given, Files&) {
  Writing& writing = writing_of(door);
  writing.writer->take(given.at("id"));
  return state_of(writing);
}

Reply take_back(Door& door, const json& given, Files&) {
  Writing& writing = writing_of(door);
  writing.writer->take_back(given.at("count"));
  return state_of(writing);
}

Reply lens_of(Door& door, const json& given, Files&) {
  return to_json(lens(model_of(door, given), given.at("text"), given.value("place", -1), kLensCandidates,
                      edits_in(given)));
}

Reply look_back_of(Door& door, const json& given, Files&) {
  LookedBack found = look_back(model_of(door, given), given.at("text"), given.at("layer"), given.at("head"),
                               edits_in(given));
  Reply reply =
      JsonObject().add("tokens", found.tokens).add("layers", found.layers).add("heads", found.heads).take();
  reply.keep(std::move(found.weights));
  return reply;
}

Reply direct_logits_of(Door& door, const json& given, Files&) {
  DirectAttribution found =
      direct_attribution(model_of(door, given), given.at("text"), kExplained, edits_in(given));
  json candidates = json::array();
  for (const DirectLogits& one : found.candidates)
    candidates.push_back(JsonObject()
                             .add("token", to_json(std::vector<NextToken>{one.token}).front())
                             .add("score", one.score)
                             .add("word", one.word)
                             .add("position", one.position)
                             .add("constant", one.constant)
                             .add("rest", one.rest)
                             .add("feed_forward", one.feed_forward)
                             .take());
  Reply reply = JsonObject()
                    .add("tokens", found.tokens)
                    .add("layers", found.layers)
                    .add("heads", found.heads)
                    .add("candidates", std::move(candidates))
                    .take();
  for (DirectLogits& one : found.candidates) reply.keep(std::move(one.heads));
  return reply;
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
const Command kLookBack{"look-back", look_back_of};
const Command kDirectLogits{"direct-logits", direct_logits_of};

}  // namespace heed::session
