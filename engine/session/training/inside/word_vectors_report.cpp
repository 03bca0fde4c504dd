// What word vectors say about themselves: neighbours, agreement with others, the model card.
#include <filesystem>
#include <sstream>

#include "engine/base/names.h"
#include "engine/format/json.h"
#include "engine/session/training/inside/model_card.h"
#include "engine/session/training/inside/similarity.h"
#include "engine/session/training/inside/table.h"
#include "engine/session/training/inside/word_vectors_task.h"

namespace heed::session {
namespace {

constexpr int64_t kWordsCompared = 2000, kPairsCompared = 500;

std::vector<std::string> words_of(const Vocabulary& vocabulary) {
  std::vector<std::string> words;
  for (const Vocabulary::Entry& entry : vocabulary.entries())
    if (!entry.special) words.push_back(entry.token);
  return words;
}

}  // namespace

// "king: queen, prince, …" for each word that the recipe's report names.
std::string WordVectorsTask::neighbours_text(const char* before, const char* between) const {
  const auto asked =
      value_or<std::vector<std::string>>(recipe_.json["report"], "neighbours", {}, recipe_.name);
  const WordVectors ours = WordVectors::from_rows(vectors_, glove_options_.width, *vocabulary_);
  const NamedVectors unit = unit_vectors(ours, words_of(*vocabulary_));
  std::string text;
  for (const std::string& word : asked) {
    const auto id = vocabulary_->find(word);
    text += before + word + between;
    if (!id || *id == 0) {
      text += "not in the vocabulary\n";
      continue;
    }
    std::string list;
    for (size_t other : nearest(unit, static_cast<size_t>(*id) - 1, 5)) append_name(list, unit.words[other]);
    text += list + (*before == '|' ? " |\n" : "\n");
  }
  return text;
}

std::string WordVectorsTask::report() const {
  return "\nNearest neighbours by cosine\n" + neighbours_text("  ", ": ");
}

std::string WordVectorsTask::card(const nlohmann::json& run) const {
  const nlohmann::json& report = recipe_.json["report"];
  std::ostringstream card;
  card << card_head(recipe_.name) << recipe_.json["description"].get<std::string>()
       << "\n\n| | |\n| --- | --- |\n| recipe | `" << recipe_.name << "` |\n| seed | " << recipe_.json["seed"]
       << " |\n| words | " << vocabulary_->size() - 1 << ", the rarest " << vocabulary_->least_count()
       << " times |\n| width | " << glove_options_.width << " |\n| trained on | " << tokens_ << " tokens, "
       << glove_->terms() << " co-occurrences within " << window_ << " words |\n| epochs | " << run["epochs"]
       << " |\n| loss | " << fixed(glove_->loss(), 4) << " |\n| storage | " << storage_ << " |\n| date | "
       << today() << " |\n\n"
       << sources_table(report, recipe_.name)
       << "## Nearest neighbours by cosine\n\n| word | neighbours |\n| --- | --- |\n"
       << neighbours_text("| ", " | ") << "\n";
  if (const auto file = value_or<std::string>(report, "compare", "", recipe_.name); !file.empty()) {
    const std::vector<std::string> words = words_of(*vocabulary_);
    const Agreement a = compare(WordVectors::from_rows(vectors_, glove_options_.width, *vocabulary_),
                                WordVectors::open(file, words), words, kWordsCompared, kPairsCompared);
    card << "## Agreement with " << std::filesystem::path(file).filename().string()
         << "\n\nSpearman correlation of the "
         << "cosines of " << a.pairs << " pairs of words: **" << fixed(a.near, 2) << "**, and "
         << fixed(a.even, 2) << " over as many pairs drawn evenly. Words are the " << a.words
         << " most frequent ones of ours that both have, letters a to z only. The first word of a pair is "
            "drawn evenly; "
         << "the second is its neighbour in the other vectors at a rank whose logarithm is drawn evenly, so "
            "that near, "
         << "far and unrelated pairs are all there.\n\n";
  }
  nlohmann::json recipe = recipe_.json;
  if (recipe["report"].is_object())
    recipe["report"].erase("compare");  // a path of the machine it was made on
  card << "## Recipe\n\n```json\n" << recipe.dump(2) << "\n```\n";
  return card.str();
}

}  // namespace heed::session
