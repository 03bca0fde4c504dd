// The objects that cross the door, by name and key: messages.h says what their types mean.
#pragma once

#include <string>
#include <vector>

namespace heed::session {

// Its name ends in "?" where it may be missing.
struct MessageKey {
  std::string name, type, meaning = "";
};

struct MessageType {
  const char *name, *meaning;
  std::vector<MessageKey> keys;
};

std::vector<MessageType> message_types();
// Some of them stand in a file of their own, explaining_types.cpp.
const std::vector<MessageType>& explained_types();
const std::vector<MessageType>& faithfulness_types();
// training_types.cpp
const std::vector<MessageType>& training_types();
// writing_types.cpp
const std::vector<MessageType>& writing_types();

}  // namespace heed::session
