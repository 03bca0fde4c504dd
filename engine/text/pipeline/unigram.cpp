// The Unigram model: each piece has a score, the logarithm of its probability; Viterbi finds the cut of a
// text whose sum is highest. For each place the best way there is kept, so the time is the text's length
// times the longest piece.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "engine/text/json_messages.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/pipeline/models.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

struct UnigramOptions {
  std::vector<double> scores;  // [ids]
  std::optional<int32_t> unknown;
  bool byte_fallback = false;
};

class Unigram : public PieceModel {
 public:
  Unigram(PieceVocabulary pieces, UnigramOptions options)
      : PieceModel(std::move(pieces)), options_(std::move(options)) {
    constexpr double kUnknownPenalty = 10;
    double least = std::numeric_limits<double>::infinity();
    for (const double score : options_.scores) least = std::min(least, score);
    unknown_score_ = least - kUnknownPenalty;
  }

  const char* kind() const override { return "Unigram"; }
  void cut(std::string_view word, std::vector<ModelPiece>& pieces) const override {
    const std::vector<Step> best = best_steps(word);
    std::vector<ModelPiece> found;  // from the end; unknown pieces that touch are one
    for (size_t end = word.size(); end > 0; end = best[end].begin) {
      const Step& step = best[end];
      const bool known = !options_.unknown || step.id != *options_.unknown;
      if (!known && !found.empty() && !found.back().known)
        found.back().first = step.begin;
      else
        found.push_back({step.id, step.begin, end, known});
    }
    for (auto piece = found.rbegin(); piece != found.rend(); ++piece) append(word, *piece, pieces);
  }

 private:
  struct Step {  // the best way to a place: its sum of scores, and its last piece
    double score = -std::numeric_limits<double>::infinity();
    size_t begin = 0;
    int32_t id = -1;  // -1: no way yet
  };

  std::vector<Step> best_steps(std::string_view word) const {
    std::vector<Step> best(word.size() + 1);
    best[0].score = 0;
    const Trie& trie = vocabulary().trie();
    for (size_t at = 0, next = 0; at < word.size(); at = next) {
      next = at + static_cast<size_t>(decode_utf8(word, at).length);
      bool has_single = false;
      const auto offer = [&](size_t end, int32_t id, double score) {
        const double sum = best[at].score + score;
        if (best[end].id < 0 || sum > best[end].score) best[end] = {sum, at, id};
      };
      Trie::Node node = Trie::kRoot;
      for (size_t end = at; end < word.size();) {
        node = trie.child(node, word[end++]);
        if (node == Trie::kNone) break;
        const int32_t id = trie.value(node);
        if (id == Trie::kNoValue) continue;
        offer(end, id, options_.scores[static_cast<size_t>(id)]);
        has_single = has_single || end == next;
      }
      if (has_single) continue;
      if (!options_.unknown)
        fail("[tokenizer] ", in_quotes(word.substr(at, next - at)),
             " is not in the vocabulary, and the tokenizer.json names no unknown token (unk_id).");
      offer(next, *options_.unknown, unknown_score_);
    }
    return best;
  }

  void append(std::string_view word, const ModelPiece& piece, std::vector<ModelPiece>& pieces) const {
    const std::string_view text = word.substr(piece.first, piece.last - piece.first);
    // The text of an unknown run may still be a piece, as its own characters are not.
    if (const auto whole = piece.known ? std::nullopt : vocabulary().find(text))
      return pieces.push_back({*whole, piece.first, piece.last, true});
    if (const auto bytes =
            piece.known || !options_.byte_fallback ? std::nullopt : byte_pieces(vocabulary(), text)) {
      for (const int32_t id : *bytes) pieces.push_back({id, piece.first, piece.last, true});
      return;
    }
    pieces.push_back(piece);
  }

  UnigramOptions options_;
  double unknown_score_ = 0;
};

// The Rust library reads a number as its digits times or by a power of ten, which is not always the double
// that is nearest: two cuts that add up to the same there are told apart here only if they are read alike.
double as_the_library_reads(double score) {
  uint64_t digits = 0;
  int exponent = 0;
  bool in_fraction = false;
  const std::string text =
      nlohmann::json(score).dump();  // the shortest that is this number, as files have it
  for (size_t at = score < 0 ? 1 : 0; at < text.size(); ++at) {
    if (text[at] == '.') {
      in_fraction = true;
    } else if (text[at] == 'e') {
      exponent += std::stoi(text.substr(at + 1));
      break;
    } else {
      digits = 10 * digits + static_cast<uint64_t>(text[at] - '0');
      exponent -= in_fraction ? 1 : 0;
    }
  }
  const double power = std::strtod(("1e" + std::to_string(std::abs(exponent))).c_str(), nullptr);
  const auto whole = static_cast<double>(digits);
  const double size = exponent < 0 ? whole / power : whole * power;
  return score < 0 ? -size : size;
}

}  // namespace

std::unique_ptr<PieceModel> read_unigram(const Part& part, const std::string& file) {
  UnigramOptions options;
  options.byte_fallback = part.flag("byte_fallback", false);
  TokenIds ids;
  for (const nlohmann::json& item : part.list("vocab")) {
    const bool is_piece = item.is_array() && item.size() == 2 && item[0].is_string() && item[1].is_number();
    if (!is_piece)
      part.fail(".vocab[", ids.size(), "] is ", shown(item), ": expected a piece and its score.");
    if (item[0].get_ref<const std::string&>().size() > kLongestPiece)
      part.fail(".vocab[", ids.size(), "] has more than ", kLongestPiece,
                " bytes: expected a shorter piece.");
    options.scores.push_back(as_the_library_reads(item[1].get<double>()));
    ids.emplace_back(item[0].get<std::string>(), static_cast<int64_t>(ids.size()));
  }
  if (part.has("unk_id"))
    options.unknown =
        static_cast<int32_t>(part.whole_number("unk_id", 0, static_cast<int64_t>(ids.size()) - 1));
  return std::make_unique<Unigram>(PieceVocabulary(std::move(ids), file), std::move(options));
}

}  // namespace heed
