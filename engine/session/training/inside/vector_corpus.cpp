#include "engine/session/training/inside/vector_corpus.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "engine/data/cooccurrence.h"
#include "engine/data/corpus_lines.h"
#include "engine/format/json.h"
#include "engine/text/preprocessing.h"
#include "engine/text/tokenizer.h"

namespace heed::session {
namespace {

constexpr int32_t kOutside = -2;  // a word that is not in the vocabulary

// Words get numbers as they are met; frequencies decide about the final ones.
class Counter {
 public:
  Counter(const nlohmann::json& text, const std::string& recipe)
      : tokenizer_(make_tokenizer(require<std::string>(text, "tokenizer", recipe))),
        preprocessing_(Preprocessing::read(text["preprocess"], recipe)) {}

  void add_line(const std::string& line) {
    const std::string text = preprocessing_.empty() ? line : preprocessing_.apply(line).text();
    for (const TextToken& token : tokenizer_->split(text)) {
      const auto [found, is_new] = numbers_.try_emplace(token.text, static_cast<int32_t>(numbers_.size()));
      if (is_new) counts_.push_back(0);
      ++counts_[static_cast<size_t>(found->second)];
      tokens.push_back(found->second);
    }
    tokens.push_back(kLineEnd);
  }

  Vocabulary vocabulary(int32_t words, int64_t min_freq) const {
    std::vector<Vocabulary::Entry> entries;
    for (const auto& [word, number] : numbers_)
      if (word != kLeftOut && word != "<unk>" && counts_[static_cast<size_t>(number)] >= min_freq)
        entries.push_back({word, counts_[static_cast<size_t>(number)], false});
    const size_t kept = std::min(entries.size(), static_cast<size_t>(words));
    std::partial_sort(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(kept), entries.end(),
                      [](const auto& a, const auto& b) {
                        return a.count != b.count ? a.count > b.count : a.token < b.token;
                      });
    entries.resize(kept);
    entries.insert(entries.begin(), {"<unk>", 0, true});
    return Vocabulary(std::move(entries), "<unk>");
  }

  // `tokens` by rank.
  void renumber(const Vocabulary& vocabulary) {
    std::vector<int32_t> rank(counts_.size(), kOutside);
    for (int id = 1; id < vocabulary.size(); ++id)
      rank[static_cast<size_t>(numbers_.at(vocabulary.token(id)))] = id - 1;
    for (int32_t& token : tokens)
      if (token >= 0) token = rank[static_cast<size_t>(token)];
  }

  std::vector<int32_t> tokens;

 private:
  std::unique_ptr<Tokenizer> tokenizer_;
  Preprocessing preprocessing_;
  std::unordered_map<std::string, int32_t> numbers_;
  std::vector<int64_t> counts_;
};

}  // namespace

VectorCorpus read_vector_corpus(const std::vector<std::string>& files, const nlohmann::json& text,
                                int32_t words, const std::string& recipe, const WorkProgress& progress) {
  Counter counter(text, recipe);
  const CorpusLines read = read_lines(
      files, [&](const std::string& line) { counter.add_line(line); }, progress);
  Vocabulary vocabulary = counter.vocabulary(words, require<int64_t>(text, "min_freq", recipe));
  check(vocabulary.size() > 2, "[", files.front(), "] holds ", vocabulary.size() - 1,
        " words: expected text to learn from.");
  counter.renumber(vocabulary);
  const int64_t count = std::count_if(counter.tokens.begin(), counter.tokens.end(),
                                      [](int32_t token) { return token != kLineEnd; });
  return {std::move(counter.tokens), std::move(vocabulary), read.lines, count, read.fingerprint};
}

}  // namespace heed::session
