// What a WordPiece vocabulary says about itself: how it cuts held-out texts, the model card.
#include <filesystem>
#include <sstream>
#include <unordered_map>

#include "engine/format/json.h"
#include "engine/session/training/inside/model_card.h"
#include "engine/session/training/inside/table.h"
#include "engine/session/training/inside/word_pieces_task.h"
#include "engine/tasks/corpus.h"

namespace heed::session {
namespace {

std::string share(int64_t part, int64_t whole) {
  return fixed(whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0, 3);
}

}  // namespace

PieceCounts count_pieces(const OpenTokenizer& tokenizer, const std::vector<std::string>& texts) {
  PieceCounts counts;
  counts.size = tokenizer.size();
  for (const std::string& text : texts) {
    std::unordered_map<int, int64_t> of_word;
    for (const Token& token : tokenizer.tokenize(text, false).tokens) {
      if (!token.word) continue;
      ++counts.pieces;
      if (!token.known) ++counts.unknown;
      of_word[*token.word] += token.known ? 1 : 2;
    }
    counts.words += static_cast<int64_t>(of_word.size());
    for (const auto& [word, pieces] : of_word) counts.whole += pieces == 1 ? 1 : 0;
  }
  return counts;
}

void WordPiecesTask::measure(const std::string& tokenizer_json) {
  if (test_.empty()) return;
  std::vector<std::string> texts;
  for (const Example& example :
       read_data(read_data_options(recipe_.json["data"], recipe_.name), test_).examples)
    texts.push_back(example.text);
  texts_ = texts.size();
  held_out_ = {count_pieces(OpenTokenizer::from_bytes(recipe_.name, tokenizer_json), texts)};
  held_out_.back().name = "this one";
  const auto others = value_or<std::vector<std::string>>(recipe_.json["report"], "compare", {}, recipe_.name);
  for (const std::string& other : others) {
    held_out_.push_back(count_pieces(OpenTokenizer(other), texts));
    held_out_.back().name = std::filesystem::path(other).filename().string();
  }
}

std::string WordPiecesTask::counts_table() const {
  std::string text =
      "| vocabulary | pieces | pieces per word | words of one piece | unknown words |\n"
      "| --- | --- | --- | --- | --- |\n";
  for (const PieceCounts& c : held_out_)
    text += "| " + c.name + " | " + std::to_string(c.size) + " | " + share(c.pieces, c.words) + " | " +
            share(c.whole, c.words) + " | " + share(c.unknown, c.words) + " |\n";
  return text;
}

std::string WordPiecesTask::description() const {
  std::ostringstream text;
  text << "Data: " << files_.size() << " files, " << lines_ << " lines, " << words_ << " words, "
       << different_ << " different ones\nVocabulary: " << trainer_->pieces().size()
       << " special tokens and letters; " << training_.pieces << " pieces are wanted, "
       << (lower_case_ ? "lower case without accents" : "letters as they are written") << "\n";
  return text.str();
}

std::string WordPiecesTask::report() const {
  if (held_out_.empty()) return "";
  Table table({"vocabulary", "pieces", "per word", "in one piece", "unknown"});
  for (const PieceCounts& c : held_out_)
    table.add({c.name, std::to_string(c.size), share(c.pieces, c.words), share(c.whole, c.words),
               share(c.unknown, c.words)});
  return "\nOn " + std::to_string(texts_) + " texts held out, " + std::to_string(held_out_.front().words) +
         " words\n" + table.str();
}

std::string WordPiecesTask::card(const std::string& name) const {
  const nlohmann::json& report = recipe_.json["report"];
  const size_t pieces = trainer_->pieces().size();
  std::ostringstream card;
  card << card_head(name) << recipe_.json["description"].get<std::string>()
       << "\n\n| | |\n| --- | --- |\n| recipe | `" << recipe_.name << "` |\n| pieces | " << pieces
       << " |\n| text is read | " << (lower_case_ ? "in lower case, without accents" : "as it is written")
       << " |\n| trained on | " << words_ << " words, " << different_ << " different ones, of " << lines_
       << " lines |\n| alphabet | at most " << training_.alphabet
       << " characters |\n| rarest pair merged | at least " << training_.min_frequency
       << " times |\n| date | " << today() << " |\n\n"
       << sources_table(report, recipe_.name);
  if (!held_out_.empty()) {
    card << "## Held out\n\nOn " << texts_ << " texts that nothing was learned from";
    const auto held_out = value_or<std::string>(report, "held_out", "", recipe_.name);
    card << (held_out.empty() ? "" : " (" + held_out + ")") << ", " << held_out_.front().words
         << " words, cut at white space and punctuation:\n\n"
         << counts_table() << "\n";
  }
  nlohmann::json recipe = {{"model", recipe_.json["model"]}, {"report", report}};
  if (report.is_object()) recipe["report"].erase("compare");  // paths of the machine it was made on
  card << "## Recipe\n\n```json\n" << recipe.dump(2) << "\n```\n";
  return card.str();
}

}  // namespace heed::session
