#include "engine/data/columns.h"

#include <algorithm>
#include <map>

#include "engine/base/error.h"
#include "engine/base/names.h"
#include "engine/data/header_guess.h"
#include "engine/text/unicode.h"

namespace heed {
namespace {

using Names = std::vector<std::string>;

size_t column_asked(const std::string& asked, const Names& header, bool has_header, const std::string& path) {
  if (has_header)
    if (auto place = position_of({asked}, header)) return *place;
  if (auto number = column_number(asked)) return *number;
  fail("[", path, "] has no column \"", asked,
       "\": ", has_header ? "its header names " + listed(header) : "it has no header",
       "; a number counts from 1.");
}

std::string trimmed_lower(const std::string& name) {
  return lower_ascii(std::string(trimmed(name)));
}

// Whether a column of labels, or of texts, is named as usual: its value is on no other line.
std::optional<size_t> named(const Names& usual, const std::vector<Row>& rows) {
  const auto place = position_of(usual, rows[0].fields);
  if (!place) return place;
  const std::string name = trimmed_lower(rows[0].fields[*place]);
  for (size_t i = 1; i < rows.size(); ++i)
    if (rows[i].fields.size() > *place && trimmed_lower(rows[i].fields[*place]) == name) return std::nullopt;
  return place;
}

bool asks_by_name(const Names& first, const ReadOptions& options) {
  Names asked = options.text_columns;
  asked.push_back(options.label_column);
  return std::any_of(asked.begin(), asked.end(), [&](const std::string& name) {
    return !name.empty() && (position_of({name}, first) || !column_number(name));
  });
}

struct Contents {
  std::map<std::string, size_t> values;
  size_t characters = 0, known = 0, empty = 0;  // known: values that are classes of a model
};

std::vector<Contents> contents_of(const std::vector<Row>& rows, const Columns& columns, const Names& labels) {
  std::vector<Contents> contents(rows[0].fields.size());
  Names known;
  for (const std::string& label : labels) known.push_back(lower_ascii(label));
  for (size_t i = columns.has_header ? 1 : 0; i < rows.size(); ++i)
    for (size_t c = 0; c < std::min(contents.size(), rows[i].fields.size()); ++c) {
      const std::string& field = rows[i].fields[c];
      Contents& one = contents[c];
      ++one.values[field];
      one.empty += trimmed(field).empty() ? 1 : 0;
      one.characters += static_cast<size_t>(
          std::count_if(field.begin(), field.end(), [](char b) { return (b & 0xC0) != 0x80; }));
      if (!known.empty() && std::find(known.begin(), known.end(), trimmed_lower(field)) != known.end())
        ++one.known;
    }
  return contents;
}

// The name of a column that numbers the rows.
bool names_index(const std::string& name) {
  const std::string lower = trimmed_lower(name);
  return lower.empty() || lower == "id" || lower == "index" || lower.rfind("unnamed:", 0) == 0;
}

// The column of two that does not hold the texts; where neither is known, the one with fewer values and
// characters, whose texts are words and not sentences.
std::optional<size_t> label_of_two(const std::vector<Contents>& contents, size_t text) {
  if (text < 2) return contents[1 - text].values.size() > 1 ? std::optional<size_t>(1 - text) : std::nullopt;
  for (const size_t c : {0, 1}) {
    const Contents &one = contents[c], &other = contents[1 - c];
    if (one.values.size() > 1 && one.values.size() < other.values.size() && one.characters < other.characters)
      return c;
  }
  return std::nullopt;
}

// The one with the fewest values, the shortest of equals, each on several lines, or with values that are a
// model's classes; `not_this` is known to hold texts.
std::optional<size_t> label_among(const std::vector<Contents>& contents, size_t rows, size_t not_this,
                                  const Names& header) {
  constexpr size_t kFewRows = 10;
  std::optional<size_t> best;
  for (size_t c = 0; c < contents.size(); ++c)
    if (c != not_this && 10 * contents[c].known >= 9 * rows && rows > 0) return c;
  for (size_t c = 0; c < contents.size(); ++c) {
    const size_t values = contents[c].values.size();
    if (c == not_this || values < 2 || 2 * values > rows || 2 * contents[c].empty > rows) continue;
    if (c < header.size() && names_index(header[c])) continue;
    const auto rank = [&](size_t column) {
      return std::make_pair(contents[column].values.size(), contents[column].characters);
    };
    if (!best || rank(c) < rank(*best)) best = c;
  }
  // Too few rows to tell.
  if (!best && contents.size() == 2 && rows > 1 && (not_this < 2 || rows < kFewRows))
    best = label_of_two(contents, not_this);
  return best;
}

size_t longest(const std::vector<Contents>& contents, std::optional<size_t> label) {
  size_t text = label == 0 && contents.size() > 1 ? 1 : 0;
  for (size_t c = 0; c < contents.size(); ++c)
    if (c != label && contents[c].characters > contents[text].characters) text = c;
  return text;
}

// By what stands below the names.
void guess_by_contents(const std::vector<Row>& rows, const ReadOptions& options, bool text_known,
                       bool label_known, Columns& columns) {
  if (text_known && label_known) return;
  const std::vector<Contents> contents = contents_of(rows, columns, options.labels);
  const size_t n = rows.size() - (columns.has_header ? 1 : 0);
  const size_t known_text = text_known ? columns.text.front() : contents.size();
  const auto label =
      label_known ? std::optional<size_t>(columns.label)
                  : label_among(contents, n, known_text, columns.has_header ? rows[0].fields : Names());
  // Where nothing tells, as usual: the first is the text, the second the label.
  if (!label && !text_known && !columns.has_header) return;
  if (!text_known) {
    columns.text = {longest(contents, label)};
    columns.text_is_guessed = contents.size() > 1;
  }
  if (label_known) return;
  columns.has_label = columns.label_is_guessed = label.has_value();
  if (label) columns.label = *label;
  const bool as_usual = !columns.has_header && contents.size() == 2 && columns.label == 1;
  if (as_usual) columns.text_is_guessed = columns.label_is_guessed = false;
}

}  // namespace

std::optional<size_t> column_number(const std::string& asked) {
  if (asked.empty() || asked.size() > 6 || asked.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  const size_t number = std::stoul(asked);
  return number == 0 ? std::nullopt : std::optional<size_t>(number - 1);
}

size_t Columns::needed() const {
  const size_t last = *std::max_element(text.begin(), text.end());
  return (has_label ? std::max(label, last) : last) + 1;
}

std::string Columns::text_of(const Row& row) const {
  std::string joined = row.fields[text[0]];
  for (size_t i = 1; i < text.size(); ++i) joined += " " + row.fields[text[i]];
  return joined;
}

const Names& usual_text_names() {
  static const Names kNames = {"text",  "sentence", "content",   "utterance", "review", "comment", "message",
                               "tweet", "body",     "title",     "satz",      "texte",  "phrase",  "texto",
                               "frase", "testo",    "nachricht", "kommentar", "inhalt", "tekst"};
  return kNames;
}

const Names& usual_label_names() {
  static const Names kNames = {"label",     "class",  "category",  "intent", "emotion",   "sentiment",
                               "target",    "topic",  "y",         "klasse", "kategorie", "thema",
                               "catégorie", "classe", "categoría", "clase",  "categoria", "etiqueta"};
  return kNames;
}

std::string lower_ascii(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return text;
}

std::optional<size_t> position_of(const Names& names, const std::vector<std::string>& fields) {
  Names lower;
  lower.reserve(fields.size());
  for (const std::string& field : fields) lower.push_back(to_lower(trimmed(field)));
  for (const std::string& name : names)
    if (const auto found = std::find(lower.begin(), lower.end(), to_lower(name)); found != lower.end())
      return static_cast<size_t>(found - lower.begin());
  return std::nullopt;
}

Columns guess_columns(const std::vector<Row>& rows, const ReadOptions& options, const Columns& otherwise,
                      const std::string& path) {
  if (rows.empty()) return otherwise;
  const Names& first = rows[0].fields;
  const auto text = named(usual_text_names(), rows), label = named(usual_label_names(), rows);
  Columns columns = otherwise;
  columns.has_header = options.header.value_or(asks_by_name(first, options) || text || label);
  if (!options.header && !columns.has_header)
    columns.has_header = columns.header_is_guessed = looks_like_header(rows);
  const bool text_named = columns.has_header && text, label_named = columns.has_header && label;
  if (text_named) columns.text = {*text};
  if (label_named) columns.label = *label;
  if (!options.text_columns.empty()) columns.text.clear();
  for (const std::string& name : options.text_columns)
    columns.text.push_back(column_asked(name, first, columns.has_header, path));
  if (!options.label_column.empty())
    columns.label = column_asked(options.label_column, first, columns.has_header, path);
  columns.has_label = columns.has_label || label_named || !options.label_column.empty();
  guess_by_contents(rows, options, text_named || !options.text_columns.empty(),
                    label_named || !options.label_column.empty(), columns);
  return columns;
}

Columns find_columns(const std::vector<Row>& rows, const ReadOptions& options, const Columns& otherwise,
                     const std::string& path) {
  Columns columns = guess_columns(rows, options, otherwise, path);
  const bool has_text = columns.has_header && position_of(usual_text_names(), rows[0].fields);
  check(columns.has_label, "[", path, "] has ",
        has_text             ? "a header with a column for the text and none for the label"
        : columns.has_header ? "a header without a column for the label"
                             : "no column that looks like labels",
        columns.has_header ? ": it names " + listed(rows[0].fields) : std::string(), "; expected one of ",
        listed(usual_label_names()),
        ", or say which it is with --set data.label_column=NAME (and the text's with data.text_column).");
  return columns;
}

}  // namespace heed
