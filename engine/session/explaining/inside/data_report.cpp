#include "engine/session/explaining/inside/data_report.h"

#include <algorithm>
#include <map>

#include "engine/explain/invariance.h"
#include "engine/explain/word_changes.h"
#include "engine/explain/word_effects.h"

namespace heed::session {

using nlohmann::json;

namespace {

constexpr size_t kCandidates = 5;  // words of each class that are tried in the place of others
constexpr size_t kExamples = 10;   // of changes that turn an answer
constexpr size_t kTurning = 10;    // words whose leaving out turns answers

json words_json(const std::vector<explain::WordEffect>& words) {
  json written = json::array();
  for (const explain::WordEffect& word : words)
    written.push_back({{"text", word.text}, {"mean", word.mean}, {"n", word.n}});
  return written;
}

json by_class(const std::vector<explain::ClassWords>& words, const std::vector<std::string>& classes) {
  json written = json::object();
  for (size_t c = 0; c < words.size(); ++c)
    written[classes[c]] = {{"for", words_json(words[c].in_favour)},
                           {"against", words_json(words[c].against)}};
  return written;
}

// Changes that turned answers, collected text by text.
class Changes {
 public:
  explicit Changes(const ReportedTexts& data) : data_(data) {}

  void add(size_t row, const explain::WordChange& change) {
    ++turned_;
    tvd_ += change.tvd;
    ++words_[data_.encoded[row].tokens[static_cast<size_t>(change.token)].text];
    if (examples_.size() < kExamples) examples_.push_back(example(row, change));
  }

  json written() const {
    const auto n = static_cast<double>(data_.texts.size());
    std::vector<std::pair<std::string, int64_t>> words(words_.begin(), words_.end());
    std::stable_sort(words.begin(), words.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    json most = json::array();
    for (size_t i = 0; i < std::min(kTurning, words.size()); ++i)
      most.push_back({{"text", words[i].first}, {"n", words[i].second}});
    return {{"turned", static_cast<double>(turned_) / n},
            {"moved", turned_ > 0 ? tvd_ / static_cast<double>(turned_) : 0.0},
            {"words", most},
            {"examples", examples_}};
  }

 private:
  json example(size_t row, const explain::WordChange& change) const {
    const TextToken& token = data_.encoded[row].tokens[static_cast<size_t>(change.token)];
    json written = {{"text", data_.texts[row]},
                    {"word", token.text},
                    {"start", token.start},
                    {"end", token.end},
                    {"from", data_.classes[static_cast<size_t>(change.from)]},
                    {"to", data_.classes[static_cast<size_t>(change.to)]},
                    {"before", change.before},
                    {"after", change.after}};
    if (!change.word.empty()) written["becomes"] = change.word;
    return written;
  }

  const ReportedTexts& data_;
  int64_t turned_ = 0;
  double tvd_ = 0;
  std::map<std::string, int64_t> words_;
  json examples_ = json::array();
};

json one_word_json(const explain::Subject& subject, const ReportedTexts& data,
                   const explain::WordEffects& effects, const Progressing& progress) {
  std::vector<std::vector<std::string>> candidates;
  for (const explain::ClassWords& words : effects.words) {
    candidates.emplace_back();
    for (const explain::WordEffect& word : words.in_favour)
      if (candidates.back().size() < kCandidates) candidates.back().push_back(word.text);
  }
  Changes left_out(data), replaced(data);
  for (size_t row = 0; row < data.texts.size(); ++row) {
    if (progress)
      progress(static_cast<int64_t>(row), static_cast<int64_t>(data.texts.size()),
               "texts with a word changed");
    const explain::WordChanges changes = smallest_changes(subject, data.encoded[row], candidates);
    if (changes.left_out) left_out.add(row, *changes.left_out);
    if (changes.replaced) replaced.add(row, *changes.replaced);
  }
  return {{"left_out", left_out.written()}, {"replaced", replaced.written()}};
}

json invariance_json(const std::vector<explain::Invariance>& all, const ReportedTexts& data) {
  json written = json::array();
  for (const explain::Invariance& one : all) {
    json examples = json::array();
    for (const explain::Turned& turned : one.examples)
      examples.push_back({{"text", data.texts[turned.row]},
                          {"becomes", turned.text},
                          {"from", data.classes[static_cast<size_t>(turned.from)]},
                          {"to", data.classes[static_cast<size_t>(turned.to)]},
                          {"before", turned.before},
                          {"after", turned.after}});
    written.push_back({{"change", one.by->name},
                       {"meaning", one.by->meaning},
                       {"same_meaning", one.by->same_meaning},
                       {"n", one.n},
                       {"turned", one.turned},
                       {"moved", one.tvd},
                       {"examples", examples}});
  }
  return written;
}

}  // namespace

json data_report(const explain::Subject& subject, const ReportedTexts& data, uint64_t seed,
                 const Progressing& progress) {
  explain::WordEffectOptions options;
  options.least = std::clamp<int64_t>(static_cast<int64_t>(data.texts.size()) / 100, 1, 5);
  const explain::WordEffects effects =
      word_effects(subject, data.encoded, options, [&](int64_t done, int64_t total) {
        if (progress) progress(done, total, "texts' contributions");
      });
  json components = json::array();
  for (const auto& component : effects.components)
    components.push_back({{"part", component.name}, {"share", component.share}});
  json written = {{"words", by_class(effects.words, data.classes)},
                  {"components", components},
                  {"one_word", one_word_json(subject, data, effects, progress)},
                  {"invariance", invariance_json(invariance(subject, data.texts, data.encode, seed), data)}};
  if (!effects.phrases.empty()) written["phrases"] = by_class(effects.phrases, data.classes);
  return written;
}

}  // namespace heed::session
