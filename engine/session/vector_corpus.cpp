#include "engine/session/vector_corpus.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "engine/data/cooccurrence.h"
#include "engine/data/gunzip.h"
#include "engine/format/json.h"
#include "engine/text/preprocessing.h"
#include "engine/text/tokenizer.h"

namespace heed::session {
namespace fs = std::filesystem;
namespace {

constexpr int32_t kOutside = -2;            // a word that is not in the vocabulary
constexpr const char* kLeftOut = "\uFFFD";  // in <unk>'s place

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Words get numbers as they are met; frequencies decide about the final ones.
class Counter {
 public:
  Counter(const nlohmann::json& text, const std::string& recipe)
      : tokenizer_(make_tokenizer(require<std::string>(text, "tokenizer", recipe))),
        preprocessing_(Preprocessing::read(text["preprocess"], recipe)) {}

  void add_line(std::string line) {
    if (line.find('@') != std::string::npos)
      for (const char* sign : {"-", ",", "."}) replace_all(line, std::string(" @") + sign + "@ ", sign);
    replace_all(line, "<unk>", kLeftOut);
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

std::vector<std::string> corpus_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    for (const auto& entry : fs::directory_iterator(path))
      if (entry.is_regular_file() && entry.path().filename().string()[0] != '.')
        inside.push_back(entry.path().string());
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  check(!files.empty(), "[", paths.empty() ? std::string("--data") : paths.front(),
        "] there is no file: expected text files, one paragraph or sentence per line.");
  return files;
}

VectorCorpus read_vector_corpus(const std::vector<std::string>& files, const nlohmann::json& text,
                                int32_t words, const std::string& recipe) {
  Counter counter(text, recipe);
  int64_t lines = 0;
  uint64_t fingerprint = 14695981039346656037u;
  for (const std::string& file : files) {
    std::string rest;
    read_pieces(file, [&](std::string_view bytes, int64_t, int64_t) {
      for (char byte : bytes) fingerprint = (fingerprint ^ static_cast<unsigned char>(byte)) * 1099511628211u;
      rest += bytes;
      size_t at = 0;
      for (size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n', at)) {
        counter.add_line(rest.substr(at, end - at));
        ++lines;
        at = end + 1;
      }
      rest.erase(0, at);
    });
    if (!rest.empty()) counter.add_line(rest);
  }
  Vocabulary vocabulary = counter.vocabulary(words, require<int64_t>(text, "min_freq", recipe));
  check(vocabulary.size() > 2, "[", files.front(), "] holds ", vocabulary.size() - 1,
        " words: expected text to learn from.");
  counter.renumber(vocabulary);
  const int64_t count = std::count_if(counter.tokens.begin(), counter.tokens.end(),
                                      [](int32_t token) { return token != kLineEnd; });
  return {std::move(counter.tokens), std::move(vocabulary), lines, count, fingerprint};
}

}  // namespace heed::session
