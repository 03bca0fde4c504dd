// What can be asked of the engine as messages. Native code makes the typed calls of session/<room>/*.h;
// whoever sits behind a border that only bytes cross (the page's worker, through web/bindings/heed.cpp) sends
// these commands, which messages.h describes. A command takes a JSON object and, some of them, files as
// bytes; it answers JSON and tensors.
//
// A door and what is open behind it belong to one thread: a call is over when it returns, and nothing that a
// reply refers to outlives the next call. What takes long comes in slices, one call each, between which its
// caller says how far it is, asks something else, or cancels.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::session {

// Floats beside the JSON; a command says which is what. They stand until the next call.
class Reply {
 public:
  Reply(nlohmann::json value) : value_(std::move(value)) {}  // NOLINT: every answer is one

  // The number of the tensor among those of the reply. The first is of a caller who keeps the values.
  size_t refer(std::span<const float> values);
  size_t keep(std::vector<float> values);

  const nlohmann::json& value() const { return value_; }
  nlohmann::json& value() { return value_; }
  const std::vector<std::span<const float>>& tensors() const { return tensors_; }

 private:
  nlohmann::json value_;
  std::vector<std::span<const float>> tensors_;
  std::vector<std::vector<float>> kept_;
};

// Where the bytes of what is being opened go, written in place piece by piece.
class Inflow {
 public:
  virtual ~Inflow() = default;
  // Stands until wrote(). 0 bytes fit when all have come.
  virtual char* room() = 0;
  virtual size_t room_size() = 0;
  virtual void wrote(size_t count) = 0;
};

class Door;
using Files = std::vector<std::string>;

// What it takes and answers is described in messages.h.
struct Command {
  const char* name;
  // Error when it cannot be done; everything is then as it was before.
  Reply (*run)(Door& door, const nlohmann::json& given, Files& files);
};

// Those that this program links: its table of contents (engine/contents).
std::span<const Command* const> commands();

class Door {
 public:
  // {"command": "analyse", …}. Error for an unknown one, and as the command has it.
  Reply call(std::string_view text, Files files = {});

  // What a family of commands keeps between calls, made when it is first asked for.
  template <class Part>
  Part& part() {
    static constexpr char kKey = 0;
    std::shared_ptr<void>& place = parts_[&kKey];
    if (!place) place = std::make_shared<Part>();
    return *static_cast<Part*>(place.get());
  }

  // Null while nothing comes in.
  Inflow* inflow = nullptr;

 private:
  std::map<const void*, std::shared_ptr<void>> parts_;
};

}  // namespace heed::session
