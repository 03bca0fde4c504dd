#include "engine/tasks/word_counts.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/data/corpus_lines.h"
#include "engine/format/json.h"
#include "engine/text/pipeline/normalizers.h"
#include "engine/text/pipeline/pre_tokenizers.h"
#include "engine/text/pipeline/word_piece_json.h"

namespace heed {
namespace {

// Stretches between blanks, of which there are far fewer than words: each is normalized once.
void count_stretches(std::string_view line, WordCounts& counts) {
  constexpr const char* kBlank = " \t\r\n";
  for (size_t at = line.find_first_not_of(kBlank); at != std::string_view::npos;) {
    const size_t end = std::min(line.find_first_of(kBlank, at), line.size());
    ++counts[std::string(line.substr(at, end - at))];
    at = line.find_first_not_of(kBlank, end);
  }
}

}  // namespace

WordCounts count_words(const std::vector<std::string>& files, bool lower_case, int64_t* lines,
                       const WorkProgress& progress) {
  WordCounts stretches, words;
  const CorpusLines read = read_lines(
      files, [&](const std::string& line) { count_stretches(line, stretches); }, progress);
  if (lines != nullptr) *lines = read.lines;
  const auto normalizer = make_bert_normalizer({true, true, lower_case, lower_case});
  const auto pre_tokenizer = make_bert_pre_tokenizer();
  for (const auto& [stretch, count] : stretches) {
    if (stretch.find(kLeftOut) != std::string::npos) continue;
    AlignedText text = normalizer->apply(AlignedText::of(stretch));
    const size_t size = text.size();
    if (size == 0) continue;
    const CutText cut = pre_tokenizer->apply({std::move(text), {{0, size}}});
    for (const CutText::Word& word : cut.words)
      words[cut.text.text().substr(word.first, word.last - word.first)] += count;
  }
  return words;
}

std::map<std::string, std::string> word_piece_files(const std::vector<std::string>& pieces, bool lower_case) {
  const nlohmann::json config = {{"tokenizer_class", "BertTokenizer"},
                                 {"do_lower_case", lower_case},
                                 {"unk_token", "[UNK]"},
                                 {"sep_token", "[SEP]"},
                                 {"pad_token", "[PAD]"},
                                 {"cls_token", "[CLS]"},
                                 {"mask_token", "[MASK]"},
                                 {"model_max_length", 512}};
  return {{"tokenizer.json", write_word_piece_json(pieces, lower_case)},
          {"tokenizer_config.json", dump_json(config, "tokenizer_config.json", 2) + "\n"}};
}

}  // namespace heed
