// Learns a WordPiece vocabulary from the words of a corpus and how often each occurs, as the Hugging Face
// library does it (WordPieceTrainer, BertWordPieceTokenizer.train; tokenizers 0.23, models/bpe/trainer.rs):
// byte pair encoding (Sennrich et al. 2016) whose pieces inside a word carry a prefix. It begins with the
// special tokens, the alphabet, and the alphabet again with the prefix; then, again and again, the two
// neighbouring pieces that occur together most often become one, until there are enough pieces.
//
// Among equally frequent pairs the one whose pieces have the lower ids comes first; equally frequent
// characters are kept by code point, and the prefixed alphabet is in the order of code points: the library
// leaves these two to chance, here one corpus gives one vocabulary.
#pragma once

#include <cstdint>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heed {

using WordCounts = std::unordered_map<std::string, int64_t>;  // UTF-8

struct WordPieceTraining {
  size_t pieces = 30000;      // the vocabulary's size; fewer where the corpus has no more to merge
  int64_t min_frequency = 2;  // a pair that is rarer is not merged
  size_t alphabet = 1000;     // characters that are kept, the most frequent; others are passed over
  std::string prefix = "##";
  std::vector<std::string> special_tokens = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};  // ids from 0
};

inline constexpr int kMergesAtOnce = 1000;  // of one step, where nobody waits for the next

class WordPieceTrainer {
 public:
  WordPieceTrainer(const WordCounts& words, WordPieceTraining options);

  // Merges up to `merges` pairs. False when the vocabulary is complete.
  bool step(int merges);
  // By id; those of the alphabet come before all that are merged.
  const std::vector<std::string>& pieces() const { return pieces_; }
  // The two pieces that each merge made one of, in their order.
  const std::vector<std::pair<std::string, std::string>>& merges() const { return merges_; }

 private:
  using Pair = uint64_t;  // the left piece's id in the upper half, so that pairs compare by left, then right
  struct Candidate {
    int64_t count = 0;
    Pair pair = 0;
    bool operator<(const Candidate& other) const {
      return count != other.count ? count < other.count : pair > other.pair;
    }
  };
  struct Occurrences {
    int64_t count = 0;
    std::vector<int32_t> words;  // in which it may stand; some twice
  };
  struct Word {
    std::vector<int32_t> pieces;
    int64_t count = 0;
  };

  int32_t id_of(const std::string& piece);
  void add_alphabet(const WordCounts& words);
  void add_word(std::string_view word, int64_t count);
  void count_pairs();
  void merge(Pair pair, const std::vector<int32_t>& words);
  void merge_in(int32_t word, Pair pair, int32_t merged);
  void add(Pair pair, int32_t word);
  std::string joined(Pair pair) const;

  WordPieceTraining options_;
  std::vector<std::string> pieces_;
  std::vector<std::pair<std::string, std::string>> merges_;
  std::unordered_map<std::string, int32_t> ids_;
  std::vector<Word> words_;
  std::unordered_map<Pair, Occurrences> pairs_;
  std::vector<Pair> grown_;  // by the merge at hand
  std::priority_queue<Candidate> queue_;
};

}  // namespace heed
