#include "engine/session/models/incoming.h"

#include "engine/base/error.h"
#include "engine/session/door/commands.h"
#include "engine/session/door/open_models.h"

namespace heed::session {

using nlohmann::json;

namespace {

class Coming : public Inflow {
 public:
  std::unique_ptr<IncomingModel> model;

  IncomingModel& here() {
    check(model != nullptr, "[engine] no model is being opened.");
    return *model;
  }
  char* room() override { return here().room(); }
  size_t room_size() override { return here().room_size(); }
  void wrote(size_t count) override { here().wrote(count); }
};

Reply begin_model(Door& door, const json& given, Files&) {
  Coming& coming = door.part<Coming>();
  const Precision precision = given.value("int8", false) ? Precision::kInt8 : Precision::kAsStored;
  coming.model = std::make_unique<IncomingModel>(given.at("name"), precision, given.value("threads", 1));
  door.inflow = &coming;
  return json::object();
}

Reply begin_file(Door& door, const json& given, Files&) {
  door.part<Coming>().here().begin(given.at("file"), given.at("bytes"));
  return json::object();
}

Reply end_model(Door& door, const json&, Files&) {
  Coming& coming = door.part<Coming>();
  coming.here();
  const auto given = std::move(coming.model);
  door.inflow = nullptr;
  Model opened = given->open();
  const bool int8 = opened.info().int8;
  json answer = add_model(door, std::move(opened));
  answer["int8"] = int8;
  return answer;
}

Reply cancel_model(Door& door, const json&, Files&) {
  door.part<Coming>().model.reset();
  door.inflow = nullptr;
  return json::object();
}

}  // namespace

const Command kBeginModel{"begin-model", begin_model};
const Command kBeginFile{"begin-file", begin_file};
const Command kEndModel{"end-model", end_model};
const Command kCancelModel{"cancel-model", cancel_model};

}  // namespace heed::session
