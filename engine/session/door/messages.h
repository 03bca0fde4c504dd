// What crosses the door, described: the keys of every command and of its answer. The page's types are made of
// it (web/generate.mjs), `heed describe --json` prints it, and a test holds what the engine takes and answers
// against it. A command itself does not carry its description, which a first visit need not download.
//
// A type is a word:
//   text, whole, real, flag   a string, an integer, any number, true or false
//   "self"                    just that string
//   Token                     an object of the type of that name
//   X[], X[3], {X}            a list of X, one of three, an object of X by name
//   [H, T, S]                 floats of that shape: {"tensor": its number in the reply, "shape"}; with a "?"
//                             behind it some may be none
//   X | null, (X | Y)[]       one or the other
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace heed::session {

// [{"name", "meaning", "keys": [{"key", "type", "meaning", "optional"}, …]}, …]
nlohmann::json describe_types();

// The commands that this program links: [{"name", "meaning", "takes": keys as above beside "command",
// "files": of bytes that go along, "answers": a type, "tensors": that no key refers to, in their order,
// "then": where it is the first of several, those that go on with it, answer it or end it}, …]
nlohmann::json describe_commands();

}  // namespace heed::session
