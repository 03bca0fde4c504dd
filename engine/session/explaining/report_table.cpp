// What moves a model's answers, for people.
#include <algorithm>
#include <cmath>

#include "engine/session/explaining/faithfulness.h"
#include "engine/session/training/inside/table.h"

namespace heed::session {

using nlohmann::json;

namespace {

constexpr size_t kWordsShown = 6;

std::string signed_words(const json& words) {
  std::string shown;
  for (size_t i = 0; i < std::min(kWordsShown, words.size()); ++i) {
    const double mean = words[i].at("mean").get<double>();
    shown += (i == 0 ? "" : ", ") + words[i].at("text").get<std::string>() + (mean < 0 ? " -" : " +") +
             fixed(std::abs(mean), 2);
  }
  return shown.empty() ? "none" : shown;
}

std::string words_text(const json& report, const char* what) {
  std::string text;
  if (!report.contains(what)) return text;
  for (const auto& [label, words] : report.at(what).items())
    text += std::string("  ") + what + " for " + label + ": " + signed_words(words.at("for")) + "\n  " +
            what + " against " + label + ": " + signed_words(words.at("against")) + "\n";
  return text;
}

std::string one_word_text(const json& changes, const char* how) {
  std::string text = std::string("  Answers that one word ") + how +
                     " turns: " + fixed(changes.at("turned").get<double>(), 3) + "\n";
  const json& examples = changes.at("examples");
  for (size_t i = 0; i < std::min<size_t>(3, examples.size()); ++i) {
    const json& e = examples[i];
    text += "    " + e.at("text").get<std::string>() + "\n      " + e.at("word").get<std::string>() +
            (e.contains("becomes") ? " -> " + e.at("becomes").get<std::string>() : " left out") + ": " +
            e.at("from").get<std::string>() + " -> " + e.at("to").get<std::string>() + "\n";
  }
  return text;
}

}  // namespace

std::string report_table(const json& report) {
  Table changes({"change", "texts", "answers turned", "moved by"});
  for (const json& one : report.at("invariance"))
    changes.add({one.at("change").get<std::string>(), std::to_string(one.at("n").get<int64_t>()),
                 fixed(one.at("turned").get<double>(), 3), fixed(one.at("moved").get<double>(), 3)});
  const json& one_word = report.at("one_word");
  return "\nWhat moves the answers\n" + words_text(report, "words") + words_text(report, "phrases") +
         one_word_text(one_word.at("left_out"), "left out") +
         one_word_text(one_word.at("replaced"), "replaced") + "\n" + changes.str();
}

}  // namespace heed::session
