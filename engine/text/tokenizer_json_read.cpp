#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/text/pipeline_json.h"
#include "engine/text/special_tokens.h"
#include "engine/text/tokenizer_json.h"

namespace heed {
namespace {

using nlohmann::json;

// Text of a file for a message: quoted, at most 60 bytes of it.
std::string in_quotes(std::string_view text) {
  constexpr size_t kMaxBytes = 60;
  if (text.size() <= kMaxBytes) return '"' + std::string(text) + '"';
  size_t end = kMaxBytes;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // not inside a code point
  return '"' + std::string(text.substr(0, end)) + "…\"";
}

// A value for a message: numbers and words as they are, strings quoted, the others by their kind.
std::string shown(const json& value) {
  if (value.is_string()) return in_quotes(value.get<std::string>());
  return value.is_structured() ? std::string("an ") + value.type_name() : value.dump();
}

// "Lowercase", "Sequence of NFC, Lowercase", "nothing".
std::string kind_of(const json& component) {
  if (component.is_null()) return "nothing";
  if (!component.is_object() || !component.contains("type")) return shown(component);
  if (!component["type"].is_string()) return "an object of type " + shown(component["type"]);
  std::string kind = component["type"].get<std::string>();
  for (const char* list : {"normalizers", "pretokenizers"}) {
    if (!component.contains(list) || !component[list].is_array()) continue;
    for (const json& step : component[list]) {
      const bool has_type = step.is_object() && step.contains("type") && step["type"].is_string();
      kind += (&step == &component[list].front() ? " of " : ", ") +
              (has_type ? step["type"].get<std::string>() : "?");
    }
  }
  return in_quotes(kind);
}

// One reading of one file: every message begins with its name.
class Reader {
 public:
  explicit Reader(const std::string& name) : prefix_("[" + name + "] ") {}
  TokenizerFile read(const std::string& text) const;

 private:
  // Token and id as the file has them. The views are of the parsed file.
  using Ids = std::vector<std::pair<std::string_view, const json*>>;

  template <class... Parts>
  void expect(bool condition, const Parts&... parts) const {
    check(condition, prefix_, parts...);
  }
  json parse(const std::string& text) const;
  void expect_keys(const json& object, const std::string& place,
                   std::initializer_list<const char*> known) const;
  void expect_nothing_unsupported(const json& root) const;
  const json& member(const json& object, const std::string& place, const char* key, json::value_t type) const;
  std::string tokenizer_name(const json& root) const;
  std::vector<std::string> special_tokens(const json& root, const json& vocab, Ids& ids) const;
  std::string special_token(const json& token, const std::string& place) const;
  Vocabulary vocabulary(const Ids& ids, const std::vector<std::string>& specials,
                        const std::string& unknown) const;

  std::string prefix_;
};

json Reader::parse(const std::string& text) const {
  // A file of brackets alone would cost a hundred bytes of memory for each.
  constexpr int kMaxDepth = 64;
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') ++i;
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    if ((c == '[' || c == '{') && ++depth > kMaxDepth)
      fail(prefix_, "is nested deeper than ", kMaxDepth, " levels.");
    if (c == ']' || c == '}') --depth;
  }
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    fail(prefix_, "is not JSON: ", text.empty() ? "it is empty" : "the mistake is at byte ",
         text.empty() ? "" : std::to_string(error.byte), ".");
  }
}

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
       ", which are not supported: expected those that Heed writes for basic_english, whitespace, words or "
       "characters.");
}

std::string Reader::special_token(const json& token, const std::string& place) const {
  const auto content = member(token, place, "content", json::value_t::string).get<std::string>();
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

// The special tokens; those that the model's vocabulary does not have join `ids`.
std::vector<std::string> Reader::special_tokens(const json& root, const json& vocab, Ids& ids) const {
  std::vector<std::string> specials;
  if (!root.contains("added_tokens")) return specials;
  const json& tokens = member(root, "it", "added_tokens", json::value_t::array);
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string place = "added_tokens[" + std::to_string(i) + "]";
    specials.push_back(special_token(tokens[i], place));
    const std::string& content = specials.back();
    expect(std::count(specials.begin(), specials.end(), content) == 1, place, " ", in_quotes(content),
           " is there twice.");
    const auto known = vocab.find(content);
    if (known == vocab.end())
      ids.emplace_back(tokens[i]["content"].get_ref<const std::string&>(), &tokens[i]["id"]);
    expect(known == vocab.end() || *known == tokens[i]["id"], place, " ", in_quotes(content), " has the id ",
           shown(tokens[i]["id"]), ", the model's vocabulary gives it ",
           shown(known == vocab.end() ? json() : *known), ".");
  }
  return specials;
}

Vocabulary Reader::vocabulary(const Ids& ids, const std::vector<std::string>& specials,
                              const std::string& unknown) const {
  std::vector<Vocabulary::Entry> entries(ids.size());
  std::vector<bool> is_taken(ids.size(), false);
  // Messages are only made when they are needed: there may be 100,000 tokens.
  for (const auto& [token, id] : ids) {
    if (!id->is_number_integer() || *id < 0 || *id >= ids.size())
      fail(prefix_, "the token ", in_quotes(token), " has the id ", shown(*id), ": with ", ids.size(),
           " tokens, expected a whole number from 0 to ", ids.size() - 1, ", none left out.");
    const auto place = id->get<size_t>();
    if (is_taken[place])
      fail(prefix_, "the tokens ", in_quotes(entries[place].token), " and ", in_quotes(token),
           " have the same id ", place, ".");
    is_taken[place] = true;
    const bool is_special = std::find(specials.begin(), specials.end(), token) != specials.end();
    entries[place] = {std::string(token), 0, is_special};
  }
  return Vocabulary(std::move(entries), unknown);
}

TokenizerFile Reader::read(const std::string& text) const {
  const json root = parse(text);
  expect_nothing_unsupported(root);
  const json& model = member(root, "it", "model", json::value_t::object);
  const auto type = member(model, "model", "type", json::value_t::string).get<std::string>();
  expect(type == "WordLevel", "asks for the model ", in_quotes(type),
         ", which is not supported: expected \"WordLevel\".");
  expect_keys(model, "model", {"type", "vocab", "unk_token"});
  const auto unknown = member(model, "model", "unk_token", json::value_t::string).get<std::string>();

  const json& vocab = member(model, "model", "vocab", json::value_t::object);
  Ids ids;
  for (const auto& [token, id] : vocab.get_ref<const json::object_t&>()) ids.emplace_back(token, &id);
  const std::vector<std::string> specials = special_tokens(root, vocab, ids);
  const bool has_unknown =
      vocab.contains(unknown) || std::count(specials.begin(), specials.end(), unknown) > 0;
  expect(has_unknown, "the unk_token ", in_quotes(unknown), " is not in the vocabulary.");

  TokenizerFile file;
  file.tokenizer = make_tokenizer(tokenizer_name(root));
  if (!specials.empty())
    file.tokenizer = std::make_unique<WithSpecialTokens>(std::move(file.tokenizer), specials);
  file.vocabulary = vocabulary(ids, specials, unknown);
  return file;
}

}  // namespace

TokenizerFile read_tokenizer_json(const std::string& json_text, const std::string& name_for_errors) {
  return Reader(name_for_errors).read(json_text);
}

}  // namespace heed
