// By which tokens a text that is written begins and ends, and what may not be written however likely it is,
// as the files of a model of the Hugging Face library say.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace heed {

struct WritingRules {
  WritingRules() = default;
  WritingRules(int32_t end) : ends{end} {}

  std::vector<int32_t> ends;      // any of them ends a text
  std::optional<int32_t> begins;  // what an empty text is taken for
  // Tokens that the target of a network which reads one text and writes another begins with, and its source
  // ends with.
  std::optional<int32_t> target_begins, source_ends;
  std::vector<std::vector<int32_t>> banned;  // the last of each may not follow those before it
  std::vector<int32_t> banned_first;         // tokens that may not be written first
  // Tokens that a network which reads one text and writes another writes first, and last where its text has
  // become as long as it may.
  std::optional<int32_t> first, last;
  // Scores of tokens that are there already are divided by it, scores below 0 multiplied (Keskar et al.
  // 2019).
  double repeated = 1;
  int64_t once = 0;                   // runs of so many tokens come once; 0: as often as they are likely
  int64_t shortest = 0;               // tokens of a text, all together, before an end may come
  int64_t fewest = 0;                 // likewise of those that are written
  std::vector<std::string> not_done;  // keys that change what is written, and are not done here

  bool is_end(int32_t id) const;
  // Error where something is not done; `name` is the model's.
  void check_done(const std::string& name) const;
  // What this makes of scores [V], or of their log softmax, of what follows `text`: what may not come gets
  // -∞. The first `given` of the text were not written; at most `most` may be; 0: no matter.
  void apply(std::vector<double>& scores, const std::vector<int32_t>& text, size_t given,
             int64_t most = 0) const;
};

// Rules of config.json and, where the folder has one, generation_config.json, whose word counts then; only
// the tokens that begin and end texts are looked for in config.json too. `place` is what messages call the
// folder.
WritingRules read_writing_rules(const nlohmann::json& config, const std::optional<std::string>& generation,
                                const std::string& place);

}  // namespace heed
