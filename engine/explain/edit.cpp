#include "engine/explain/edit.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "engine/base/error.h"

namespace heed::explain {
namespace {

constexpr const char* kForms =
    "L.H.even, L.H.off, L.H.other, L.H.permuted=SEED, L.H.Q.even, L.H.Q.only=K, L.H.Q=W,W,…, L.H.Q.K=W, "
    "token.N=WORD, token.N.hide, token.N.remove or state.L.N.other";

std::vector<std::string> split_at(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (const char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

template <class T>
std::optional<T> whole(const std::string& text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || text[0] == '-')
    return std::nullopt;
  return value;
}

std::optional<int> index(const std::string& text) {
  return text == "*" ? std::optional(kAll) : whole<int>(text);
}

std::optional<double> share(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool good = !text.empty() && end == text.c_str() + text.size() && value >= 0 && value <= 1;
  return good ? std::optional(value) : std::nullopt;
}

using Parts = std::vector<std::string>;

std::optional<Edit> of_token(const Parts& names, const std::optional<std::string>& value) {
  const auto token = names.size() > 1 ? whole<int>(names[1]) : std::nullopt;
  if (!token) return std::nullopt;
  Edit edit;
  edit.token = *token;
  if (names.size() == 2 && value && !value->empty()) {
    edit.kind = Edit::Kind::kReplace;
    edit.word = *value;
    return edit;
  }
  if (names.size() != 3 || value) return std::nullopt;
  edit.kind = names[2] == "hide" ? Edit::Kind::kHide : Edit::Kind::kRemove;
  return names[2] == "hide" || names[2] == "remove" ? std::optional(edit) : std::nullopt;
}

std::optional<Edit> of_state(const Parts& names, const std::optional<std::string>& value) {
  if (names.size() != 4 || names[3] != "other" || value) return std::nullopt;
  const auto layer = index(names[1]);
  const auto token = index(names[2]);
  if (!layer || !token) return std::nullopt;
  Edit edit;
  edit.kind = Edit::Kind::kState;
  edit.layer = *layer;
  edit.token = *token;
  return edit;
}

// What stands behind L.H of a whole map.
std::optional<Edit> of_head(Edit edit, const std::string& what, const std::optional<std::string>& value) {
  if (what == "permuted" && value) {
    const auto seed = whole<uint64_t>(*value);
    edit.kind = Edit::Kind::kPermuted;
    edit.seed = seed.value_or(0);
    return seed ? std::optional(edit) : std::nullopt;
  }
  if (value) return std::nullopt;
  edit.kind = what == "even" ? Edit::Kind::kEven : what == "off" ? Edit::Kind::kOff : Edit::Kind::kOther;
  return what == "even" || what == "off" || what == "other" ? std::optional(edit) : std::nullopt;
}

// L.H.Q.what=value.
std::optional<Edit> of_query(Edit edit, const std::string& what, const std::optional<std::string>& value) {
  if (what == "even" && !value) {
    edit.kind = Edit::Kind::kEven;
    return edit;
  }
  const auto key = what == "only" && value ? whole<int>(*value) : whole<int>(what);
  if (!key || !value) return std::nullopt;
  edit.key = *key;
  edit.kind = what == "only" ? Edit::Kind::kOnly : Edit::Kind::kWeight;
  if (what == "only") return edit;
  const auto weight = share(*value);
  edit.weight = weight.value_or(0);
  return weight ? std::optional(edit) : std::nullopt;
}

std::optional<Edit> of_row(Edit edit, const std::string& value) {
  edit.kind = Edit::Kind::kRow;
  for (const std::string& part : split_at(value, ',')) {
    const auto weight = share(part);
    if (!weight) return std::nullopt;
    edit.row.push_back(*weight);
  }
  return edit;
}

std::optional<Edit> of_map(const Parts& names, const std::optional<std::string>& value) {
  if (names.size() < 3 || names.size() > 4) return std::nullopt;
  const auto layer = index(names[0]), head = index(names[1]), query = index(names[2]);
  if (!layer || !head) return std::nullopt;
  Edit edit;
  edit.layer = *layer;
  edit.head = *head;
  if (!query) return names.size() == 3 ? of_head(edit, names[2], value) : std::nullopt;
  edit.query = *query;
  if (names.size() == 4) return of_query(edit, names[3], value);
  return value ? of_row(edit, *value) : std::nullopt;
}

std::string written(int index) {
  return index == kAll ? "*" : std::to_string(index);
}

// As few digits as lead back to it.
std::string written(double weight) {
  char digits[32];
  for (int precision = 1; precision <= 17; ++precision) {
    std::snprintf(digits, sizeof digits, "%.*g", precision, weight);
    if (std::strtod(digits, nullptr) == weight) break;
  }
  return digits;
}

}  // namespace

void expect_index(const char* what, int index, int64_t count) {
  check(index >= kAll && index < count, "[edit] there is no ", what, " ", index, ": expected less than ",
        count, ".");
}

Edit parse_edit(const std::string& text) {
  const size_t equals = text.find('=');
  const Parts names = split_at(text.substr(0, equals), '.');
  std::optional<std::string> value;
  if (equals != std::string::npos) value = text.substr(equals + 1);
  const auto edit = names[0] == "token"   ? of_token(names, value)
                    : names[0] == "state" ? of_state(names, value)
                                          : of_map(names, value);
  if (!edit)
    fail<UsageError>("[edit] \"", text, "\" is none: expected ", kForms,
                     "; numbers from 0, * for all, weights from 0 to 1.");
  return *edit;
}

std::string text_of(const Edit& e) {
  const std::string head = written(e.layer) + "." + written(e.head), query = head + "." + written(e.query);
  switch (e.kind) {
    case Edit::Kind::kWeight:
      return query + "." + std::to_string(e.key) + "=" + written(e.weight);
    case Edit::Kind::kRow: {
      std::string row = query;
      for (size_t i = 0; i < e.row.size(); ++i) row += (i == 0 ? "=" : ",") + written(e.row[i]);
      return row;
    }
    case Edit::Kind::kEven:
      return (e.query == kAll ? head : query) + ".even";
    case Edit::Kind::kOnly:
      return query + ".only=" + std::to_string(e.key);
    case Edit::Kind::kPermuted:
      return head + ".permuted=" + std::to_string(e.seed);
    case Edit::Kind::kOther:
      return head + ".other";
    case Edit::Kind::kOff:
      return head + ".off";
    case Edit::Kind::kReplace:
      return "token." + std::to_string(e.token) + "=" + e.word;
    case Edit::Kind::kHide:
      return "token." + std::to_string(e.token) + ".hide";
    case Edit::Kind::kRemove:
      return "token." + std::to_string(e.token) + ".remove";
    case Edit::Kind::kState:
      return "state." + written(e.layer) + "." + written(e.token) + ".other";
  }
  return "";
}

}  // namespace heed::explain
