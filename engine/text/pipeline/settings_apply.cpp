#include "engine/text/pipeline/settings_apply.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace heed {
namespace {

using nlohmann::json;

bool is_of_type(const json& part, const char* type) {
  return part.is_object() && part.value("type", json()) == type;
}

void set(json& part, const char* key, const std::optional<bool>& value) {
  if (value) part[key] = *value;
}

// Tokenizers without a class of their own take the normalizer of their file as it is.
bool has_own_class(const TokenizerSettings& settings) {
  return settings.kind != "PreTrainedTokenizer" && settings.kind != "TokenizersBackend";
}

// "▁" before a text, as a step of SentencePiece's normalizer.
bool is_prefix_step(const json& step) {
  return is_of_type(step, "Prepend") && step.value("prepend", json()) == "▁";
}

// Takes the step out that puts "▁" before a text; whether there was one.
bool remove_prefix_step(json& normalizer) {
  if (is_prefix_step(normalizer)) {
    normalizer = nullptr;
    return true;
  }
  if (!is_of_type(normalizer, "Sequence") || !normalizer.value("normalizers", json()).is_array())
    return false;
  json& steps = normalizer["normalizers"];
  const auto found = std::find_if(steps.begin(), steps.end(), is_prefix_step);
  if (found == steps.end()) return false;
  steps.erase(found);
  return true;
}

// Whether the file's first step of words does already what add_prefix_space asks for, or could be made to.
bool set_prefix_space(bool wanted, json& root) {
  json& step = root["pre_tokenizer"];
  if (is_of_type(step, "ByteLevel")) {
    step["add_prefix_space"] = wanted;
    return true;
  }
  if (is_of_type(step, "Metaspace")) {
    const bool has_scheme = step.value("prepend_scheme", json()).is_string();
    const bool is_on = has_scheme ? step["prepend_scheme"] != "never" : step.value("add_prefix_space", true);
    if (wanted != is_on) step["prepend_scheme"] = wanted ? "first" : "never";
    return true;
  }
  if (!wanted && remove_prefix_step(root["normalizer"])) return true;
  if (is_of_type(step, "Sequence") && step.value("pretokenizers", json()).is_array())
    for (const json& one : step["pretokenizers"])
      if (is_of_type(one, "ByteLevel")) return one.value("add_prefix_space", json()) == wanted;
  return true;  // no step has to do with blanks
}

// A token that ends a text, by its role; the class has one of its own where the settings name none.
std::optional<Piece> end_token(const TokenizerSettings& settings, const char* role,
                               const std::vector<AddedToken>& tokens, const PieceVocabulary& vocabulary) {
  std::string content;
  if (const auto named = settings.named.find(role); named != settings.named.end())
    content = named->second.content;
  else if (settings.kind == "LlamaTokenizer" || settings.kind == "CodeLlamaTokenizer")
    content = role == std::string("bos_token") ? "<s>" : "</s>";
  else if (settings.kind == "GPT2Tokenizer")
    content = "<|endoftext|>";
  Piece piece;
  piece.text = content;
  piece.special = true;
  const auto added =
      std::find_if(tokens.begin(), tokens.end(), [&](const auto& token) { return token.content == content; });
  if (added != tokens.end())
    piece.id = added->id;
  else if (const auto known = vocabulary.find(content))
    piece.id = *known;
  else
    return std::nullopt;
  return piece;
}

std::vector<int32_t> ids_around_a_text(const PostProcessor& post_processor) {
  std::vector<TextPieces> nothing(1);
  std::vector<int32_t> ids;
  for (const Piece& piece : post_processor.apply(std::move(nothing), true)) ids.push_back(piece.id);
  return ids;
}

void set_ends(const TokenizerSettings& settings, PipelineParts& parts) {
  if (!settings.add_bos && !settings.add_eos) return;
  const auto token = [&](const std::optional<bool>& wanted, const char* role) {
    return wanted.value_or(false) ? end_token(settings, role, parts.added_tokens, parts.model->vocabulary())
                                  : std::nullopt;
  };
  const std::optional<Piece> bos = token(settings.add_bos, "bos_token"),
                             eos = token(settings.add_eos, "eos_token");
  std::vector<int32_t> ids;
  if (bos) ids.push_back(bos->id);
  if (eos) ids.push_back(eos->id);
  if (ids == ids_around_a_text(*parts.post_processor)) return;  // it may do more: trim the places of pieces
  parts.post_processor = make_end_post_processor(bos, eos);
}

}  // namespace

std::vector<std::string> change_steps(const TokenizerSettings& settings, json& root) {
  if (!root.is_object()) return {};
  json& normalizer = root["normalizer"];
  if (is_of_type(normalizer, "BertNormalizer") && has_own_class(settings)) {
    set(normalizer, "lowercase", settings.lowercase);
    set(normalizer, "strip_accents", settings.strip_accents);
    set(normalizer, "handle_chinese_chars", settings.handle_chinese_chars);
  }
  if (!settings.add_prefix_space || set_prefix_space(*settings.add_prefix_space, root)) return {};
  return {
      "tokenizer_config.json asks for add_prefix_space, and the tokenizer.json for the opposite: the "
      "tokenizer.json is followed here"};
}

void add_settings(const TokenizerSettings& settings, PipelineParts& parts) {
  add_tokens(settings, parts.model->vocabulary(), parts.added_tokens);
  set_ends(settings, parts);
  parts.splits_special_tokens = settings.splits_special_tokens;
  parts.clean_up = settings.clean_up && std::string(parts.model->kind()) != "BPE";
  for (const auto& [role, token] : settings.named) parts.roles[role] = token.content;
  parts.warnings.insert(parts.warnings.end(), settings.warnings.begin(), settings.warnings.end());
}

}  // namespace heed
