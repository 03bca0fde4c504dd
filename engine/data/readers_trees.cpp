#include <algorithm>
#include <optional>

#include "engine/data/readers.h"

namespace heed {
namespace {

// One node of a tree: its label and the words under it, [first, last).
struct Phrase {
  int label;
  size_t first, last;
};

struct Tree {
  std::vector<std::string> words;
  std::vector<Phrase> phrases;  // the whole sentence first
};

// The treebank writes brackets and slashes in its own way.
std::string plain_word(std::string_view word) {
  if (word == "-LRB-") return "(";
  if (word == "-RRB-") return ")";
  std::string plain;
  for (size_t i = 0; i < word.size(); ++i) {
    const bool escapes = word[i] == '\\' && i + 1 < word.size() && (word[i + 1] == '/' || word[i + 1] == '*');
    if (!escapes) plain += word[i];
  }
  return plain;
}

// Reads "(3 (2 It) (4 works))" from left to right with a stack of the open nodes. Nothing: no such tree.
class TreeParser {
 public:
  explicit TreeParser(std::string_view line) : line_(line) {}

  std::optional<Tree> parse() {
    for (skip_space(); at_ < line_.size(); skip_space()) {
      const bool done = !tree_.phrases.empty() && open_.empty();
      const bool read = line_[at_] == '('   ? !done && open_node()
                        : line_[at_] == ')' ? close_node()
                                            : take_word();
      if (!read) return std::nullopt;
    }
    if (!open_.empty() || tree_.phrases.empty()) return std::nullopt;
    return std::move(tree_);
  }

 private:
  void skip_space() {
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
  }

  // "(3" and white space or a bracket.
  bool open_node() {
    ++at_;
    skip_space();
    if (at_ + 1 >= line_.size() || line_[at_] < '0' || line_[at_] > '4') return false;
    const int label = line_[at_++] - '0';
    if (line_[at_] != ' ' && line_[at_] != '\t' && line_[at_] != '(') return false;
    open_.push_back(tree_.phrases.size());
    tree_.phrases.push_back({label, tree_.words.size(), tree_.words.size()});
    return true;
  }

  // A node without a word under it is none.
  bool close_node() {
    ++at_;
    if (open_.empty()) return false;
    Phrase& phrase = tree_.phrases[open_.back()];
    phrase.last = tree_.words.size();
    open_.pop_back();
    return phrase.last > phrase.first;
  }

  bool take_word() {
    const size_t end = std::min(line_.find_first_of(" \t()", at_), line_.size());
    if (open_.empty()) return false;
    tree_.words.push_back(plain_word(line_.substr(at_, end - at_)));
    at_ = end;
    return true;
  }

  std::string_view line_;
  size_t at_ = 0;
  Tree tree_;
  std::vector<size_t> open_;
};

std::string text_of(const Tree& tree, const Phrase& phrase) {
  std::string text = tree.words[phrase.first];
  for (size_t i = phrase.first + 1; i < phrase.last; ++i) text += " " + tree.words[i];
  return text;
}

constexpr int kNeutral = 2;

const std::vector<std::string>& classes(bool binary) {
  static const std::vector<std::string> kTwo = {"negative", "positive"};
  static const std::vector<std::string> kFive = {"very negative", "negative", "neutral", "positive",
                                                 "very positive"};
  return binary ? kTwo : kFive;
}

void add_tree(size_t line, const Tree& tree, bool phrases, bool binary, RowCollector& out) {
  const int group = phrases ? out.new_group() : RowCollector::kAlone;
  for (size_t i = 0; i < (phrases ? tree.phrases.size() : 1); ++i) {
    const Phrase& phrase = tree.phrases[i];
    if (binary && phrase.label == kNeutral) {
      out.leave_out(line, i == 0 ? "neutral" : "neutral phrases");
      continue;
    }
    const auto c = static_cast<size_t>(binary ? phrase.label / 3 : phrase.label);  // 0 1 | 3 4
    out.add(line, text_of(tree, phrase), classes(binary)[c], group);
  }
}

}  // namespace

void read_sst_trees(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::string text = out.read(path, options.encoding);
  const bool binary = options.binary || options.labels.size() == 2;
  out.use_labels(classes(binary));
  size_t number = 0;
  for (std::string_view line : split_lines(text)) {
    ++number;
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    if (auto tree = TreeParser(line).parse())
      add_tree(number, *tree, options.phrases, binary, out);
    else
      out.leave_out(number, "expected a tree such as (3 (2 It) (4 works)) with labels 0 to 4");
  }
  out.finish();
}

}  // namespace heed
