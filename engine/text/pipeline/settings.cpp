#include "engine/text/pipeline/settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/text/json_messages.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/pipeline/part.h"
#include "engine/text/vocabulary_json.h"

namespace heed {
namespace {

using nlohmann::json;

constexpr int32_t kNoId = -1;
constexpr const char* kRoles[] = {"bos_token", "eos_token", "unk_token", "sep_token",
                                  "pad_token", "cls_token", "mask_token"};

std::optional<bool> flag(const Part& part, const char* key) {
  return part.has(key) ? std::optional<bool>(part.flag(key)) : std::nullopt;
}

// "[CLS]", or an object with "content" and flags; none for "", which the library passes over.
std::optional<AddedToken> special_token(const Part& part, const char* key) {
  AddedToken token;
  if (part.any(key).is_object())
    token = read_token(part.part(key));
  else
    token.content = part.within(kLongestPiece, key, part.text(key));
  if (token.content.empty()) return std::nullopt;
  token.id = kNoId;
  token.special = true;
  return token;
}

void read_named(const Part& part, TokenizerSettings& settings) {
  for (const char* role : kRoles)
    if (const auto token = part.has(role) ? special_token(part, role) : std::nullopt)
      settings.named.try_emplace(role, *token);
}

// A list of tokens, or an object of them by names of their own.
void read_further(const Part& part, const std::string& file, const char* key, TokenizerSettings& settings) {
  const json& tokens = part.any(key);
  if (tokens.is_null()) return;
  part.expect(tokens.is_structured(), ": \"", key, "\" is ", shown(tokens), ": expected a list of tokens.");
  for (const auto& token : tokens.items()) {
    const json one = {{"token", token.value()}};
    if (const auto made = special_token(Part(one, file, part.place() + "." + key), "token"))
      settings.special.push_back(*made);
  }
}

void read_special_tokens(const Part& part, const std::string& file, TokenizerSettings& settings) {
  read_named(part, settings);
  for (const char* key :
       {"additional_special_tokens", "extra_special_tokens", "model_specific_special_tokens"})
    read_further(part, file, key, settings);
}

int32_t id_of(const std::string& digits, const Part& part) {
  const bool is_id = !digits.empty() && digits.size() < 10 &&
                     std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  part.expect(is_id, ": \"added_tokens_decoder\" has the key ", in_quotes(digits), ": expected an id.");
  return std::stoi(digits);
}

void read_described(const Part& part, TokenizerSettings& settings) {
  const Part tokens = part.part("added_tokens_decoder");
  for (const auto& item : part.any("added_tokens_decoder").items()) {
    AddedToken token = read_token(tokens.part(item.key().c_str()));
    token.id = id_of(item.key(), part);
    settings.described.push_back(std::move(token));
  }
}

bool is_special(const TokenizerSettings& settings, const std::string& content) {
  const auto is_it = [&](const AddedToken& token) { return token.content == content; };
  return std::any_of(settings.special.begin(), settings.special.end(), is_it) ||
         std::any_of(settings.named.begin(), settings.named.end(),
                     [&](const auto& named) { return is_it(named.second); });
}

// {"[NEW]": 30522}
void read_added(const Part& part, const json& file, TokenizerSettings& settings) {
  for (const auto& item : file.items()) {
    AddedToken token;
    token.content = part.within(kLongestPiece, "a token", item.key());
    token.id = static_cast<int32_t>(part.whole_number(item.key().c_str(), 0, INT32_MAX - 1));
    token.special = is_special(settings, token.content);
    token.normalized = !token.special;
    if (!token.content.empty()) settings.added.push_back(std::move(token));
  }
}

std::vector<std::string> undone_in(const Part& part) {
  std::vector<std::string> warnings;
  if (part.has("truncation_side") && part.one_of("truncation_side", {"right", "left"}) == 1)
    warnings.push_back(
        "tokenizer_config.json asks for long texts to lose their beginning (truncation_side): they lose "
        "their end here");
  if (part.flag("fix_mistral_regex", false))
    warnings.push_back(
        "tokenizer_config.json asks for another pattern (fix_mistral_regex): the tokenizer's own is "
        "used here");
  return warnings;
}

void read_config(const Part& part, TokenizerSettings& settings) {
  settings.kind = part.text("tokenizer_class", "");
  if (settings.kind.ends_with("Fast")) settings.kind.resize(settings.kind.size() - 4);
  settings.lowercase = flag(part, "do_lower_case");
  settings.strip_accents = flag(part, "strip_accents");
  settings.handle_chinese_chars = flag(part, "tokenize_chinese_chars");
  settings.add_prefix_space = flag(part, "add_prefix_space");
  settings.add_bos = flag(part, "add_bos_token");
  settings.add_eos = flag(part, "add_eos_token");
  settings.splits_special_tokens = part.flag("split_special_tokens", false);
  settings.clean_up = part.flag("clean_up_tokenization_spaces", false);
  settings.basic = part.flag("do_basic_tokenize", true);
  settings.never_split = part.any("never_split").is_array() && !part.any("never_split").empty();
  settings.warnings = undone_in(part);
}

// Added tokens, each content once.
class TokenList {
 public:
  TokenList(const PieceVocabulary& vocabulary, std::vector<AddedToken>& tokens)
      : vocabulary_(vocabulary), tokens_(tokens), next_(vocabulary.end_id()) {
    for (size_t i = 0; i < tokens.size(); ++i) note(i);
  }

  // The token of that content; it is added where there is none.
  AddedToken& at(AddedToken token) {
    if (const auto found = places_.find(token.content); found != places_.end()) return tokens_[found->second];
    if (const auto known = vocabulary_.find(token.content))
      token.id = *known;
    else if (token.id < 0 || vocabulary_.piece(token.id) != nullptr || ids_.count(token.id) > 0)
      token.id = next_;
    tokens_.push_back(std::move(token));
    note(tokens_.size() - 1);
    return tokens_.back();
  }

 private:
  void note(size_t place) {
    const AddedToken& token = tokens_[place];
    places_.try_emplace(token.content, place);
    ids_.insert(token.id);
    next_ = std::max(next_, token.id + 1);
  }

  const PieceVocabulary& vocabulary_;
  std::vector<AddedToken>& tokens_;
  std::unordered_map<std::string, size_t> places_;
  std::unordered_set<int32_t> ids_;
  int32_t next_;
};

}  // namespace

TokenizerSettings read_tokenizer_settings(const std::string& place, const ReadBeside& read) {
  TokenizerSettings settings;
  const auto parsed = [&](const char* name) {
    const std::optional<std::string> text = read(name);
    std::optional<CutVocabulary> none;
    return text ? parse_around(none, *text, place + "/" + name) : json::object();
  };
  const std::string file = place + "/tokenizer_config.json", map_file = place + "/special_tokens_map.json",
                    added_file = place + "/added_tokens.json";
  const json config = parsed("tokenizer_config.json");
  const Part part(config, file, "it");
  read_config(part, settings);
  read_special_tokens(part, file, settings);
  if (part.has("added_tokens_decoder")) {  // newer files hold all: the library reads no other then
    read_described(part, settings);
    return settings;
  }
  const json map = parsed("special_tokens_map.json"), added = parsed("added_tokens.json");
  read_special_tokens(Part(map, map_file, "it"), map_file, settings);
  read_added(Part(added, added_file, "it"), added, settings);
  return settings;
}

void add_tokens(const TokenizerSettings& settings, const PieceVocabulary& vocabulary,
                std::vector<AddedToken>& tokens) {
  TokenList list(vocabulary, tokens);
  for (const AddedToken& token : settings.described) {
    AddedToken& there = list.at(token);
    const int32_t id = there.id;
    there = token;
    there.id = id;
  }
  for (const AddedToken& token : settings.added) list.at(token);
  for (const char* role : kRoles)
    if (const auto found = settings.named.find(role); found != settings.named.end())
      list.at(found->second).special = true;
  for (const AddedToken& token : settings.special) list.at(token).special = true;
}

}  // namespace heed
