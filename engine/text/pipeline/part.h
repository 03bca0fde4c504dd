// One object of a tokenizer.json (a normalizer, a model, an added token), read by its keys: what is missing
// or of another kind than expected is an Error that names file and place, and so is every key that nobody
// asked for.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/error.h"

namespace heed {

class Part {
 public:
  // `file` as messages call it, `place` in it ("normalizer", "added_tokens[3]"). Error unless `json` is an
  // object.
  Part(const nlohmann::json& json, std::string file, std::string place);

  std::string type() const { return text("type"); }
  const std::string& place() const { return place_; }
  std::string where() const { return "[" + file_ + "] " + place_; }

  // Error when the key is not there, but for those with a value of their own.
  std::string text(const char* key) const;
  std::string text(const char* key, const std::string& otherwise) const;
  // `found`, the key's text. Error when it has more than `most` bytes.
  std::string within(size_t most, const char* key, std::string found) const;
  bool flag(const char* key) const;
  bool flag(const char* key, bool otherwise) const;
  int64_t whole_number(const char* key, int64_t least, int64_t most) const;
  // One character; returned as UTF-8.
  std::string character(const char* key) const;
  const nlohmann::json& any(const char* key) const;   // null when it is not there
  const nlohmann::json& list(const char* key) const;  // an array
  Part part(const char* key) const;                   // an object
  std::vector<Part> parts(const char* key) const;     // an array of objects
  // The steps of a "Sequence" under `key`, those of sequences in it among them. Error for more than `most`.
  std::vector<Part> steps(const char* key, size_t most) const;
  bool has(const char* key) const { return !any(key).is_null(); }
  // One of `names`, by its index.
  size_t one_of(const char* key, std::initializer_list<const char*> names) const;

  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    heed::fail("[", file_, "] ", place_, parts...);
  }
  template <class... Parts>
  void expect(bool condition, const Parts&... parts) const {
    if (!condition) fail(parts...);
  }

 private:
  const nlohmann::json& value(const char* key) const;
  void add_steps(const char* key, size_t most, std::vector<Part>& all) const;

  const nlohmann::json* json_;
  std::string file_, place_;
};

}  // namespace heed
