#include "engine/session/reading/attend.h"

#include <algorithm>
#include <set>

#include "engine/base/names.h"
#include "engine/format/fields_json.h"
#include "engine/nn/torch_init.h"
#include "engine/session/reading/inside/attend_impl.h"
#include "engine/text/tokenizer.h"

namespace heed::session {
namespace {

std::vector<AttendToken> cut(const std::string& text, const std::string& role, const AttendOptions& options) {
  std::vector<AttendToken> tokens;
  for (const TextToken& token : make_tokenizer(options.tokenizer)->split(text))
    tokens.push_back({token.text, token.start, token.end, false});
  check(!tokens.empty(), "[attend] the ", role, " has no token: expected a text.");
  check(static_cast<int64_t>(tokens.size()) <= kMostTokens, "[attend] the ", role, " has ", tokens.size(),
        " tokens: at most ", kMostTokens, " are taken.");
  return tokens;
}

std::vector<float> look_up(const WordVectors& vectors, std::vector<AttendToken>& tokens,
                           std::vector<std::string>& missing) {
  std::vector<float> rows(tokens.size() * static_cast<size_t>(vectors.D()));
  for (size_t t = 0; t < tokens.size(); ++t) {
    tokens[t].missing = !vectors.find(tokens[t].text, rows.data() + static_cast<int64_t>(t) * vectors.D());
    if (tokens[t].missing && std::find(missing.begin(), missing.end(), tokens[t].text) == missing.end())
      missing.push_back(tokens[t].text);
  }
  return rows;
}

std::vector<AttendToken> numbered(const char* letter, int64_t count) {
  std::vector<AttendToken> tokens;
  for (int64_t t = 1; t <= count; ++t) tokens.push_back({letter + std::to_string(t), 0, 0, false});
  return tokens;
}

}  // namespace

std::span<const MechanismEntry* const> mechanisms() {
  return nn::mechanism_table();
}

const MechanismEntry& mechanism_named(const std::string& name) {
  if (const MechanismEntry* entry = nn::find_mechanism(name)) return *entry;
  std::string names;
  for (const MechanismEntry* entry : mechanisms()) append_name(names, entry->name);
  fail<UsageError>("[attend] there is no mechanism \"", name, "\": expected one of ", names, ".");
}

SentencePair example_pair() {
  return {"Maria lent Peter her lamp because his was broken",
          "Peter thanked Maria and promised that he would bring her lamp back"};
}

void check_options(const AttendOptions& o) {
  const nn::MechanismTraits& traits = mechanism_named(o.mechanism).traits;
  check_fields(attend_fields(), &o, "attend");
  check(o.heads <= 1 || traits.several_heads, "[attend] heads is ", o.heads,
        ": only multi-head has more than one.");
  check(o.window >= traits.least_window, "[attend] the window is ", o.window, ": ", o.mechanism, " needs ",
        traits.least_window, " or more keys to either side.");
}

Attended attend(const WordVectors& vectors, const std::string& query, const std::string& key,
                const AttendOptions& options) {
  check_options(options);
  std::vector<AttendToken> queries = cut(query, "query", options), keys = cut(key, "key", options);
  AttendTensors in;
  in.T = static_cast<int64_t>(queries.size());
  in.S = static_cast<int64_t>(keys.size());
  in.D = vectors.D();
  std::vector<std::string> missing;
  in.query = look_up(vectors, queries, missing);
  in.key = look_up(vectors, keys, missing);
  Attended result = run_attention(in, options, &vectors);
  result.query_tokens = std::move(queries);
  result.key_tokens = std::move(keys);
  result.missing = std::move(missing);
  result.warnings = vectors.warnings();
  return result;
}

Attended attend(const AttendTensors& in, const AttendOptions& options) {
  check_options(options);
  auto fits = [](const std::vector<float>& values, int64_t rows, int64_t width) {
    return rows >= 1 && rows <= kMostTokens && width >= 1 &&
           static_cast<int64_t>(values.size()) == rows * width;
  };
  check(fits(in.query, in.T, in.D) && fits(in.key, in.S, in.D) &&
            (in.value.empty() || fits(in.value, in.S, in.Dv)),
        "[attend] ", in.query.size(), " query, ", in.key.size(), " key and ", in.value.size(),
        " value numbers: expected T·D, S·D and S·Dv with T ", in.T, ", S ", in.S, ", D ", in.D, ", Dv ",
        in.Dv, ".");
  Attended result = run_attention(in, options);
  result.query_tokens = numbered("q", in.T);
  result.key_tokens = numbered("k", in.S);
  return result;
}

AttendTensors random_tensors(uint64_t seed, int64_t T, int64_t D) {
  check(seed <= UINT32_MAX && T >= 1 && T <= kMostTokens && D >= 1 && D <= 8192, "[attend] random tensors [",
        T, ", ", D, "] of seed ", seed, ": expected 1 to ", kMostTokens,
        " rows, a width of 1 to 8192, 32 bits.");
  TorchRandom random(static_cast<uint32_t>(seed));
  const auto count = static_cast<size_t>(T * D);
  AttendTensors in{T, T, D, D, {}, {}, {}};
  in.query = random.randn(count);
  in.key = random.randn(count);
  in.value = random.randn(count);
  return in;
}

std::vector<std::string> words_of(const std::string& text, const AttendOptions& options) {
  std::set<std::string> words;
  for (const TextToken& token : make_tokenizer(options.tokenizer)->split(text)) words.insert(token.text);
  return {words.begin(), words.end()};
}

}  // namespace heed::session
