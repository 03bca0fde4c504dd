#include <algorithm>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/text/json_messages.h"
#include "engine/text/pipeline_json.h"
#include "engine/text/special_tokens.h"
#include "engine/text/tokenizer_json.h"
#include "engine/text/vocabulary_json.h"

namespace heed {
namespace {

using nlohmann::json;

// One reading of one file: every message begins with its name.
class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name), prefix_("[" + name + "] ") {}
  TokenizerFile read(const std::string& text) const;

 private:
  using SpecialIds = std::unordered_map<std::string, int64_t>;

  template <class... Parts>
  void expect(bool condition, const Parts&... parts) const {
    check(condition, prefix_, parts...);
  }
  void expect_keys(const json& object, const std::string& place,
                   std::initializer_list<const char*> known) const;
  void expect_nothing_unsupported(const json& root) const;
  const json& member(const json& object, const std::string& place, const char* key, json::value_t type) const;
  std::string tokenizer_name(const json& root) const;
  [[noreturn]] void fail_id(std::string_view token, const std::string& id, size_t count) const;
  TokenIds token_ids(const json& vocab) const;
  SpecialIds special_ids(const json& root) const;
  std::string special_token(const json& token, const std::string& place) const;
  Vocabulary vocabulary(TokenIds ids, const SpecialIds& specials, const std::string& unknown) const;

  const std::string& name_;
  std::string prefix_;
};

void Reader::expect_keys(const json& object, const std::string& place,
                         std::initializer_list<const char*> known) const {
  for (const auto& item : object.items()) {
    const bool is_known =
        std::any_of(known.begin(), known.end(), [&](const char* key) { return item.key() == key; });
    expect(is_known, place, " has ", in_quotes(item.key()),
           ", which Heed does not know and does not ignore.");
  }
}

const json& Reader::member(const json& object, const std::string& place, const char* key,
                           json::value_t type) const {
  expect(object.is_object(), place, " is ", shown(object), ": expected an object.");
  expect(object.contains(key), place, " has no \"", key, "\".");
  const json& value = object.at(key);
  const bool is_array = type == json::value_t::array, is_string = type == json::value_t::string;
  expect(value.type() == type, place, ": \"", key, "\" is ", shown(value), ": expected ",
         is_array    ? "an array"
         : is_string ? "a string"
                     : "an object",
         ".");
  return value;
}

void Reader::expect_nothing_unsupported(const json& root) const {
  expect(root.is_object(), "is ", shown(root),
         ": expected an object with \"model\", \"normalizer\" and so on.");
  expect_keys(root, "it",
              {"version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer",
               "post_processor", "decoder", "model"});
  expect(!root.contains("version") || root["version"] == "1.0", "\"version\" is ",
         shown(root.value("version", json())), ": expected \"1.0\".");
  for (const char* part : {"truncation", "padding", "post_processor", "decoder"})
    expect(!root.contains(part) || root[part].is_null(), "asks for the ", part, " ",
           kind_of(root.value(part, json())), ", which is not supported: expected null.");
}

std::string Reader::tokenizer_name(const json& root) const {
  const json normalizer = root.value("normalizer", json());
  const json pre_tokenizer = root.value("pre_tokenizer", json());
  for (const std::string& name : tokenizer_names()) {
    const PipelineJson ours = pipeline_json(name);
    if (ours.normalizer == normalizer && ours.pre_tokenizer == pre_tokenizer) return name;
  }
  fail(prefix_, "asks for the normalizer ", kind_of(normalizer), " and the pre_tokenizer ",
       kind_of(pre_tokenizer),
       ", which are not supported: expected those that Heed writes for basic_english, whitespace, words, "
       "characters or all_characters.");
}

std::string Reader::special_token(const json& token, const std::string& place) const {
  auto content = member(token, place, "content", json::value_t::string).get<std::string>();
  expect(!content.empty(), place, " is empty.");
  expect(token.contains("id"), place, " ", in_quotes(content), " has no \"id\".");
  expect_keys(token, place, {"id", "content", "single_word", "lstrip", "rstrip", "normalized", "special"});
  for (const char* flag : {"single_word", "lstrip", "rstrip", "normalized", "special"}) {
    const bool wanted = flag == std::string("special");
    const bool is_as_wanted = token.contains(flag) ? token[flag] == json(wanted) : !wanted;
    expect(is_as_wanted, place, " ", in_quotes(content), ": \"", flag, "\" is ",
           shown(token.value(flag, json())), ", which is not supported: expected ", wanted ? "true" : "false",
           ".");
  }
  return content;
}

Reader::SpecialIds Reader::special_ids(const json& root) const {
  SpecialIds ids;
  if (!root.contains("added_tokens")) return ids;
  const json& tokens = member(root, "it", "added_tokens", json::value_t::array);
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string place = "added_tokens[" + std::to_string(i) + "]";
    const std::string content = special_token(tokens[i], place);
    const json& id = tokens[i]["id"];
    if (!id.is_number_integer())
      fail(prefix_, place, " has the id ", shown(id), ": expected a whole number.");
    expect(ids.emplace(content, id.get<int64_t>()).second, place, " ", in_quotes(content),
           " is there twice.");
  }
  return ids;
}

void Reader::fail_id(std::string_view token, const std::string& id, size_t count) const {
  fail(prefix_, "the token ", in_quotes(token), " has the id ", id, ": with ", count,
       " tokens, expected a whole number from 0 to ", count - 1, ", none left out.");
}

// The vocabulary of a file that cut_vocabulary() did not take: as a rule something is wrong with it.
TokenIds Reader::token_ids(const json& vocab) const {
  TokenIds ids;
  for (const auto& [token, id] : vocab.get_ref<const json::object_t&>()) {
    const bool is_id = id.is_number_integer() && id >= 0 && id <= std::numeric_limits<int32_t>::max();
    if (!is_id) fail_id(token, shown(id), vocab.size());
    ids.emplace_back(token, id.get<int64_t>());
  }
  return ids;
}

// Messages are only made when they are needed: there may be 100,000 tokens.
Vocabulary Reader::vocabulary(TokenIds ids, const SpecialIds& specials, const std::string& unknown) const {
  SpecialIds missing = specials;
  for (const auto& [token, id] : ids) {
    const auto special = specials.find(token);
    if (special == specials.end()) continue;
    if (special->second != id)
      fail(prefix_, "the special token ", in_quotes(token), " has the id ", special->second,
           ", the model's vocabulary gives it ", id, ".");
    missing.erase(token);
  }
  ids.insert(ids.end(), missing.begin(), missing.end());

  std::vector<Vocabulary::Entry> entries(ids.size());
  std::vector<bool> is_taken(ids.size(), false);
  bool has_unknown = false;
  for (auto& [token, id] : ids) {
    has_unknown = has_unknown || token == unknown;
    const auto place = static_cast<size_t>(id);
    if (id < 0 || place >= ids.size()) fail_id(token, std::to_string(id), ids.size());
    if (is_taken[place])
      fail(prefix_, "the tokens ", in_quotes(entries[place].token), " and ", in_quotes(token),
           " have the same id ", place, ".");
    is_taken[place] = true;
    const bool is_special = specials.count(token) > 0;
    entries[place] = {std::move(token), 0, is_special};
  }
  expect(has_unknown, "the unk_token ", in_quotes(unknown), " is not in the vocabulary.");
  try {
    return Vocabulary(std::move(entries), unknown);
  } catch (const Error& error) {
    fail(prefix_, error.what());
  }
}

TokenizerFile Reader::read(const std::string& text) const {
  auto cut = cut_vocabulary(text);
  const json root = parse_around(cut, text, name_);
  expect_nothing_unsupported(root);
  const json& model = member(root, "it", "model", json::value_t::object);
  const auto type = member(model, "model", "type", json::value_t::string).get<std::string>();
  expect(type == "WordLevel", "asks for the model ", in_quotes(type),
         ", which is not supported: expected \"WordLevel\".");
  expect_keys(model, "model", {"type", "vocab", "unk_token"});
  const auto unknown = member(model, "model", "unk_token", json::value_t::string).get<std::string>();
  const json& vocab = member(model, "model", "vocab", json::value_t::object);

  TokenizerFile file;
  file.tokenizer = make_tokenizer(tokenizer_name(root));
  const SpecialIds specials = special_ids(root);
  std::vector<std::string> contents;
  for (const auto& [content, id] : specials) contents.push_back(content);
  if (!specials.empty())
    file.tokenizer = std::make_unique<WithSpecialTokens>(std::move(file.tokenizer), contents);
  // Only the model's "vocab" gets this far: anywhere else it is a key that the checks above refuse.
  file.vocabulary =
      vocabulary(cut && vocab.empty() ? std::move(cut->ids) : token_ids(vocab), specials, unknown);
  return file;
}

}  // namespace

TokenizerFile read_tokenizer_json(const std::string& json_text, const std::string& name_for_errors) {
  return Reader(name_for_errors).read(json_text);
}

}  // namespace heed
