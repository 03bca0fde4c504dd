#include "engine/models/writing_rules.h"

#include <algorithm>
#include <limits>
#include <set>

#include "engine/base/names.h"
#include "engine/format/json.h"

namespace heed {
namespace {

using nlohmann::json;
using Ids = std::vector<int32_t>;

constexpr double kNever = -std::numeric_limits<double>::infinity();

bool holds(const Ids& ids, int32_t id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// One id, or a list of them; null: none.
Ids read_ids(const json& from, const char* key, const std::string& file) {
  const auto found = from.find(key);
  if (found == from.end() || found->is_null()) return {};
  if (found->is_array()) return json_as<Ids>(*found, key, file);
  check(found->is_number_integer(), "[", file, "] \"", key, "\" is ", detail::describe(*found),
        ": expected the id of a token, or a list of them.");
  return {json_as<int32_t>(*found, key, file)};
}

std::optional<int32_t> read_id(const json& from, const char* key, const std::string& file) {
  const Ids ids = read_ids(from, key, file);
  return ids.empty() ? std::nullopt : std::optional(ids.front());
}

// The library lets no list forbid an end of its own.
std::vector<Ids> read_banned(const json& from, const Ids& ends, const std::string& file) {
  auto banned = value_or<std::vector<Ids>>(from, "bad_words_ids", {}, file);
  banned.erase(std::remove_if(banned.begin(), banned.end(),
                              [&](const Ids& ids) {
                                return ids.empty() || (ids.size() == 1 && holds(ends, ids.front()));
                              }),
               banned.end());
  for (const int32_t id : read_ids(from, "suppress_tokens", file)) banned.push_back({id});
  return banned;
}

void read_rules(const json& from, const std::string& file, WritingRules& rules) {
  rules.banned = read_banned(from, rules.ends, file);
  rules.banned_first = read_ids(from, "begin_suppress_tokens", file);
  rules.first = read_id(from, "forced_bos_token_id", file);
  rules.last = read_id(from, "forced_eos_token_id", file);
  rules.repeated = value_or<double>(from, "repetition_penalty", 1, file);
  check(rules.repeated > 0, "[", file, "] \"repetition_penalty\" is ", rules.repeated,
        ": expected more than 0.");
  rules.once = value_or<int64_t>(from, "no_repeat_ngram_size", 0, file);
  rules.shortest = value_or<int64_t>(from, "min_length", 0, file);
  rules.fewest = value_or<int64_t>(from, "min_new_tokens", 0, file);
  for (const char* key :
       {"sequence_bias", "exponential_decay_length_penalty", "encoder_repetition_penalty",
        "encoder_no_repeat_ngram_size", "guidance_scale", "penalty_alpha", "forced_decoder_ids",
        "diversity_penalty", "prompt_lookup_num_tokens", "dola_layers", "watermarking_config"})
    if (const auto found = from.find(key);
        found != from.end() && !found->is_null() && *found != 0 && *found != 1)
      rules.not_done.push_back(key);
}

// Tokens by which a run of `length` that has come already would come again.
void ban_runs(const Ids& text, int64_t length, std::vector<double>& scores) {
  const auto kept = static_cast<std::ptrdiff_t>(length) - 1;
  const auto count = static_cast<std::ptrdiff_t>(text.size());
  for (std::ptrdiff_t at = 0; at + kept < count; ++at)
    if (std::equal(text.end() - kept, text.end(), text.begin() + at))
      scores[static_cast<size_t>(text[static_cast<size_t>(at + kept)])] = kNever;
}

}  // namespace

bool WritingRules::is_end(int32_t id) const {
  return holds(ends, id);
}

void WritingRules::check_done(const std::string& name) const {
  std::string keys;
  for (const std::string& key : not_done) append_name(keys, key);
  check(keys.empty(), "[", name, "] its generation settings have ", keys,
        ", which Heed does not do: set them to null to write without them.");
}

void WritingRules::apply(std::vector<double>& scores, const Ids& text, size_t given, int64_t most) const {
  const auto length = static_cast<int64_t>(text.size()), written = length - static_cast<int64_t>(given);
  const auto score = [&](int32_t id) -> double* {
    return id >= 0 && static_cast<size_t>(id) < scores.size() ? &scores[static_cast<size_t>(id)] : nullptr;
  };
  const auto ban = [&](int32_t id) {
    if (double* at = score(id)) *at = kNever;
  };
  const auto force = [&](int32_t id) {
    if (score(id) == nullptr) return;
    std::fill(scores.begin(), scores.end(), kNever);
    *score(id) = 0;
  };
  if (repeated != 1)
    for (const int32_t id : std::set<int32_t>(text.begin(), text.end()))
      if (double* at = score(id)) *at = *at < 0 ? *at * repeated : *at / repeated;
  if (once > 0 && length + 1 >= once) ban_runs(text, once, scores);
  for (const Ids& ids : banned)
    if (ids.size() <= text.size() + 1 &&
        std::equal(ids.begin(), ids.end() - 1, text.end() - (static_cast<std::ptrdiff_t>(ids.size()) - 1)))
      ban(ids.back());
  if (length < shortest || written < fewest)
    for (const int32_t id : ends) ban(id);
  if (written == (first && given == 1 ? 1 : 0))
    for (const int32_t id : banned_first) ban(id);
  if (first && length == 1) force(*first);
  if (last && most > 0 && written == most - 1) force(*last);
}

WritingRules read_writing_rules(const json& config, const std::optional<std::string>& generation,
                                const std::string& place) {
  const std::string config_file = place + "/config.json", own_file = place + "/generation_config.json";
  const json own = generation ? parse_json_object(*generation, own_file) : json::object();
  const auto ids_of = [&](const char* key) {
    const Ids ids = read_ids(own, key, own_file);
    return ids.empty() ? read_ids(config, key, config_file) : ids;
  };
  const auto id_of = [&](const char* key) {
    const Ids ids = ids_of(key);
    return ids.empty() ? std::nullopt : std::optional(ids.front());
  };
  WritingRules rules;
  rules.ends = ids_of("eos_token_id");
  rules.begins = id_of("bos_token_id");
  rules.target_begins = id_of("decoder_start_token_id");
  rules.source_ends = read_id(config, "eos_token_id", config_file);
  read_rules(generation ? own : config, generation ? own_file : config_file, rules);
  return rules;
}

}  // namespace heed
