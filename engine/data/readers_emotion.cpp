#include <algorithm>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/data/columns.h"
#include "engine/data/readers.h"

namespace heed {
namespace {

using Names = std::vector<std::string>;

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// --- GoEmotions -------------------------------------------------------------------------------------------

const Names& ekman_emotions() {
  static const Names kNames = {"anger", "disgust", "fear", "joy", "neutral", "sadness", "surprise"};
  return kNames;
}

const Names& original_emotions() {
  static const Names kNames = {
      "admiration", "amusement",   "anger",          "annoyance",   "approval", "caring",        "confusion",
      "curiosity",  "desire",      "disappointment", "disapproval", "disgust",  "embarrassment", "excitement",
      "fear",       "gratitude",   "grief",          "joy",         "love",     "nervousness",   "optimism",
      "pride",      "realization", "relief",         "remorse",     "sadness",  "surprise",      "neutral"};
  return kNames;
}

// "3,4" to {3, 4}; empty when it is anything else.
std::vector<size_t> label_numbers(const std::string& field) {
  std::vector<size_t> numbers;
  size_t number = 0, digits = 0;
  for (char c : field + ",") {
    if (c == ',' && digits > 0) {
      numbers.push_back(number);
      number = digits = 0;
    } else if (c >= '0' && c <= '9' && digits < 6) {
      number = number * 10 + static_cast<size_t>(c - '0');
      ++digits;
    } else {
      return {};
    }
  }
  return numbers;
}

Names emotion_names(const std::string& path, const std::vector<Row>& rows) {
  const std::string beside = (std::filesystem::path(path).parent_path() / "labels.txt").string();
  std::error_code ignored;
  if (std::filesystem::is_regular_file(beside, ignored)) {
    const std::string text = read_text(beside);
    Names names;
    for (std::string_view line : split_lines(text))
      if (!line.empty()) names.emplace_back(line);
    return names;
  }
  size_t largest = 0;
  for (const Row& row : rows)
    if (row.fields.size() > 1)
      for (size_t number : label_numbers(row.fields[1])) largest = std::max(largest, number);
  return largest < ekman_emotions().size() ? ekman_emotions() : original_emotions();
}

void add_comment(const Row& row, const Names& names, bool single_label, RowCollector& out) {
  if (row.fields.size() < 2) return out.leave_out(row.line, "expected text and labels, separated by a tab");
  const std::vector<size_t> numbers = label_numbers(row.fields[1]);
  if (numbers.empty()) return out.leave_out(row.line, "the labels are no numbers");
  if (*std::max_element(numbers.begin(), numbers.end()) >= names.size())
    return out.leave_out(row.line, "the label is not 0 to " + std::to_string(names.size() - 1));
  if (single_label && numbers.size() > 1) return out.leave_out(row.line, "several labels");
  const int group = numbers.size() > 1 ? out.new_group() : RowCollector::kAlone;
  for (size_t number : numbers) out.add(row.line, row.fields[0], names[number], group);
}

// --- ISEAR ------------------------------------------------------------------------------------------------

// The export cut long texts at "á" and a line break, or put the separator there.
std::string without_line_breaks(std::string text) {
  for (const char* residue : {" á|", " á ", "|"}) text = replaced(std::move(text), residue, " ");
  return text;
}

// --- enISEAR ----------------------------------------------------------------------------------------------

// As it stands inside a sentence: German nouns have a capital letter, English ones none.
std::string emotion_word(const std::string& label) {
  static const Names kGerman = {"angst", "ekel", "freude", "scham", "schuld", "traurigkeit", "wut"};
  std::string word = lower_ascii(label);
  if (std::find(kGerman.begin(), kGerman.end(), word) != kGerman.end())
    word[0] = static_cast<char>(word[0] - 32);
  return word;
}

// "I felt ... when" becomes "I felt fear when". A placeholder stands behind white space; dots behind a word
// are its writer's own.
std::string with_emotion(const std::string& text, const std::string& word) {
  std::string restored;
  for (size_t at = 0; at < text.size();) {
    const bool after_space = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t';
    const size_t dots = !after_space                      ? 0
                        : text.compare(at, 3, "...") == 0 ? 3
                        : text.compare(at, 3, "…") == 0   ? 3
                                                          : 0;
    restored += dots > 0 ? word : std::string(1, text[at]);
    at += std::max<size_t>(dots, 1);
  }
  return restored;
}

}  // namespace

void read_goemotions(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::vector<Row> rows = split_fields(out.read(path, options.encoding), '\t');
  const Names names = emotion_names(path, rows);
  out.use_labels(names);
  for (const Row& row : rows) add_comment(row, names, options.single_label, out);
  out.finish();
}

void read_dair_emotion(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::string text = out.read(path, options.encoding);
  size_t number = 0;
  for (std::string_view line : split_lines(text)) {
    ++number;
    if (line.empty() || (number == 1 && (line == "text;label_name" || line == "text;label"))) continue;
    const size_t semicolon = line.rfind(';');
    if (semicolon == std::string_view::npos)
      out.leave_out(number, "expected text and label, separated by ;");
    else
      out.add(number, std::string(line.substr(0, semicolon)), std::string(line.substr(semicolon + 1)));
  }
  out.finish();
}

void read_isear(const std::string& path, const ReadOptions& options, RowCollector& out) {
  constexpr size_t kEmotion = 36, kText = 40, kAfter = 2,
                   kFields = 43;  // STATE and an empty field stand after
  for (const Row& row : split_fields(out.read(path, options.encoding), '|')) {
    const auto& fields = row.fields;
    if (row.line == 1 && fields[0] == "ID") continue;
    if (fields.size() < kFields) {
      out.leave_out(row.line, "expected " + std::to_string(kFields) + " fields separated by |");
      continue;
    }
    std::string text = fields[kText];
    for (size_t i = kText + 1; i + kAfter < fields.size(); ++i) text += "|" + fields[i];
    out.add(row.line, without_line_breaks(std::move(text)), fields[kEmotion]);
  }
  out.finish();
}

void read_enisear(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::vector<Row> rows = split_fields(out.read(path, options.encoding), '\t');
  const Names header = rows.empty() ? Names{} : rows[0].fields;
  const auto emotion = position_of({"prior_emotion"}, header), sentence = position_of({"sentence"}, header);
  check(emotion && sentence, "[", path,
        "] has no header with Prior_Emotion and Sentence, separated by tabs.");
  for (size_t i = 1; i < rows.size(); ++i) {
    const auto& [line, fields, number] = rows[i];
    if (fields.size() <= std::max(*emotion, *sentence)) {
      out.leave_out(line, "no Prior_Emotion and Sentence");
      continue;
    }
    const std::string& label = fields[*emotion];
    out.add(
        {line, number},
        options.restore_emotion ? with_emotion(fields[*sentence], emotion_word(label)) : fields[*sentence],
        label);
  }
  out.finish();
}

}  // namespace heed
