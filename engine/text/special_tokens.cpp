#include "engine/text/special_tokens.h"

#include <algorithm>
#include <utility>

namespace heed {
namespace {

struct Match {
  size_t start = std::string_view::npos;
  size_t length = 0;
};

// Finds the occurrences one after the other: the leftmost, and of those that begin there the longest.
class Finder {
 public:
  Finder(std::string_view text, const std::vector<std::string>& specials)
      : text_(text), specials_(specials), next_(specials.size(), 0) {
    for (size_t i = 0; i < specials_.size(); ++i) next_[i] = text_.find(specials_[i]);
  }

  // The first at byte `from` or later; `from` only grows, so the text is searched once for each special
  // token.
  Match find(size_t from) {
    Match best;
    for (size_t i = 0; i < specials_.size(); ++i) {
      if (next_[i] < from) next_[i] = text_.find(specials_[i], from);
      const bool is_better =
          next_[i] < best.start || (next_[i] == best.start && specials_[i].size() > best.length);
      if (next_[i] != std::string_view::npos && is_better) best = {next_[i], specials_[i].size()};
    }
    return best;
  }

 private:
  std::string_view text_;
  const std::vector<std::string>& specials_;
  std::vector<size_t> next_;  // where each one occurs next
};

}  // namespace

WithSpecialTokens::WithSpecialTokens(std::unique_ptr<Tokenizer> inner, std::vector<std::string> specials)
    : inner_(std::move(inner)), specials_(std::move(specials)) {}

std::vector<TextToken> WithSpecialTokens::split(std::string_view text) const {
  Finder finder(text, specials_);
  Match match = finder.find(0);
  if (match.length == 0) return inner_->split(text);
  std::vector<TextToken> tokens;
  for (size_t at = 0; at < text.size(); match = finder.find(at)) {
    const size_t piece_end = std::min(match.start, text.size());
    for (TextToken& token : inner_->split(text.substr(at, piece_end - at))) {
      token.start += static_cast<int64_t>(at);
      token.end += static_cast<int64_t>(at);
      tokens.push_back(std::move(token));
    }
    at = piece_end + match.length;
    if (match.length == 0) continue;
    tokens.push_back({std::string(text.substr(match.start, match.length)), static_cast<int64_t>(match.start),
                      static_cast<int64_t>(at), true});
  }
  return tokens;
}

}  // namespace heed
