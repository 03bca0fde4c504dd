#include "engine/tasks/byte_pairs.h"

#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/data/corpus_lines.h"
#include "engine/format/json.h"
#include "engine/text/pipeline/byte_alphabet.h"
#include "engine/text/pipeline/byte_pair_json.h"
#include "engine/text/pipeline/pre_tokenizers.h"

namespace heed {
namespace {

constexpr size_t kBytes = 256;

// Stretches between blanks, of which there are far fewer than words: each is cut once. A stretch has the
// blank before it.
void count_byte_stretches(std::string_view line, WordCounts& counts) {
  for (size_t at = 0; at < line.size();) {
    size_t end = line.find(' ', at + 1);
    if (end == std::string_view::npos) end = line.size();
    ++counts[std::string(line.substr(at, end - at))];
    at = end;
  }
}

WordCounts words_of(const WordCounts& stretches) {
  WordCounts words;
  const auto pre_tokenizer = make_byte_level_pre_tokenizer();
  for (const auto& [stretch, count] : stretches) {
    if (stretch.find(kLeftOut) != std::string::npos) continue;
    const CutText cut = pre_tokenizer->apply({AlignedText::of(stretch), {{0, stretch.size()}}});
    for (const CutText::Word& word : cut.words)
      words[cut.text.text().substr(word.first, word.last - word.first)] += count;
  }
  return words;
}

}  // namespace

WordCounts count_byte_words(const std::vector<std::string>& files, const WorkProgress& progress) {
  WordCounts stretches;
  read_lines(
      files, [&](const std::string& line) { count_byte_stretches(line, stretches); }, progress);
  return words_of(stretches);
}

WordCounts count_byte_words_of(const std::vector<std::string>& texts) {
  WordCounts stretches;
  for (const std::string& text : texts) count_byte_stretches(text, stretches);
  return words_of(stretches);
}

std::map<std::string, std::string> learned_byte_pairs(const WordCounts& words, size_t pieces) {
  WordPieceTraining training;
  training.pieces = pieces;
  training.alphabet = kBytes;
  training.prefix = "";
  training.special_tokens = {kEndOfText};
  WordCounts all = words;  // every byte is among them, though no text may have it
  for (size_t byte = 0; byte < kBytes; ++byte)
    all.try_emplace(std::string(character_of_byte(static_cast<char>(byte))), 0);
  WordPieceTrainer trainer(all, training);
  while (trainer.step(kMergesAtOnce)) {
  }
  const nlohmann::json config = {{"tokenizer_class", "GPT2Tokenizer"},
                                 {"add_prefix_space", false},
                                 {"bos_token", kEndOfText},
                                 {"eos_token", kEndOfText},
                                 {"unk_token", kEndOfText}};
  return {{"tokenizer.json", write_byte_pair_json(trainer.pieces(), trainer.merges(), kEndOfText)},
          {"tokenizer_config.json", dump_json(config, "tokenizer_config.json", 2) + "\n"}};
}

}  // namespace heed
