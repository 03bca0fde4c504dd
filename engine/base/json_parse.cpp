#include "engine/base/json_parse.h"

#include <utility>
#include <vector>

#include "engine/base/error.h"

namespace heed {
namespace {

// "[json.exception.parse_error.101] parse error at line 1, column 2: …" without what is only about the
// library.
std::string plain_message(std::string message) {
  const size_t bracket = message.find("] ");
  if (bracket != std::string::npos) message.erase(0, bracket + 2);
  if (message.rfind("parse error ", 0) == 0) message.erase(0, 12);
  return message;
}

// Makes a value from the parser's events. The library's own callbacks look through all that an array holds
// whenever a value in it ends.
template <class Json>
class JsonBuilder {
 public:
  explicit JsonBuilder(const JsonBounds& bounds) : bounds_(bounds) {}

  bool null() { return add(nullptr) != nullptr; }
  bool boolean(bool value) { return add(value) != nullptr; }
  bool number_integer(typename Json::number_integer_t value) { return add(value) != nullptr; }
  bool number_unsigned(typename Json::number_unsigned_t value) { return add(value) != nullptr; }
  bool number_float(typename Json::number_float_t value, const std::string& /*text*/) {
    return add(value) != nullptr;
  }
  bool string(std::string& value) { return add(std::move(value)) != nullptr; }
  bool binary(typename Json::binary_t& /*value*/) { return false; }  // JSON has none
  bool start_object(size_t /*unknown*/) { return open(Json::value_t::object); }
  bool start_array(size_t /*unknown*/) { return open(Json::value_t::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    const auto [place, is_new] = open_.back()->emplace(name, nullptr);
    if (!is_new && !bounds_.last_key_counts)
      return stop("has the key " + Json(name).dump() + " twice in one object.");
    member_ = &*place;
    return true;
  }
  bool parse_error(size_t /*place*/, const std::string& /*last*/, const typename Json::exception& error) {
    return stop("is not JSON: " + plain_message(error.what()) + ".");
  }

  const std::string& problem() const { return problem_; }
  Json take() { return std::move(root_); }

 private:
  bool stop(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }
  // Where the value came to lie; null beyond the bounds.
  template <class Value>
  Json* add(Value&& value) {
    if (++values_ > bounds_.values) {
      stop("holds more than " + std::to_string(bounds_.values) + " values: expected fewer.");
      return nullptr;
    }
    if (open_.empty()) return &(root_ = Json(std::forward<Value>(value)));
    if (open_.back()->is_object()) return &(*member_ = Json(std::forward<Value>(value)));
    return &open_.back()->template get_ref<typename Json::array_t&>().emplace_back(
        std::forward<Value>(value));
  }
  bool open(typename Json::value_t type) {
    if (open_.size() >= static_cast<size_t>(bounds_.depth))
      return stop("is nested deeper than " + std::to_string(bounds_.depth) + " levels.");
    Json* const place = add(type);
    if (place != nullptr) open_.push_back(place);
    return place != nullptr;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  JsonBounds bounds_;
  Json root_, *member_ = nullptr;
  std::vector<Json*> open_;  // arrays and objects that have not ended
  size_t values_ = 0;
  std::string problem_;
};

template <class Json>
Json built(std::string_view bytes, const JsonBounds& bounds, std::string& problem) {
  if (bytes.size() > bounds.bytes) {
    problem = "has " + std::to_string(bytes.size()) + " bytes of JSON: expected at most " +
              std::to_string(bounds.bytes) + ".";
    return {};
  }
  JsonBuilder<Json> builder(bounds);
  if (Json::sax_parse(bytes, &builder)) return builder.take();
  problem = builder.problem();
  return {};
}

template <class Json>
Json or_discarded(std::string_view bytes, const JsonBounds& bounds) {
  std::string problem;
  Json value = built<Json>(bytes, bounds, problem);
  return problem.empty() ? value : Json(Json::value_t::discarded);
}

}  // namespace

nlohmann::json parse_json(std::string_view bytes, const std::string& file, const JsonBounds& bounds) {
  std::string problem;
  nlohmann::json value = built<nlohmann::json>(bytes, bounds, problem);
  if (!problem.empty()) fail("[", file, "] ", problem);
  return value;
}

nlohmann::json json_or_discarded(std::string_view bytes, JsonBounds bounds) {
  bounds.last_key_counts = true;
  return or_discarded<nlohmann::json>(bytes, bounds);
}

nlohmann::ordered_json ordered_row_or_discarded(std::string_view bytes) {
  JsonBounds row;
  row.values = 10'000;
  row.last_key_counts = true;
  return or_discarded<nlohmann::ordered_json>(bytes, row);
}

}  // namespace heed
