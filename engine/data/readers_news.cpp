#include <algorithm>
#include <optional>

#include "engine/data/columns.h"
#include "engine/data/delimited.h"
#include "engine/data/readers.h"

namespace heed {
namespace {

enum class Wanted { kWhole, kTitle, kBoth };

struct NewsColumns {
  size_t label = 0, title = 1, text = 2;
  std::optional<size_t> form;  // split, full, desc
  bool has_header = false;
  size_t needed() const { return std::max({label, title, text, form.value_or(0)}) + 1; }
};

// The official files have no header; others begin "Class Index,Title,Description" or name a form.
NewsColumns columns_of(const std::vector<Row>& rows) {
  NewsColumns columns;
  if (rows.empty()) return columns;
  const auto& first = rows[0].fields;
  const auto label = position_of({"class index", "class", "label"}, first),
             title = position_of({"title"}, first), text = position_of({"description", "text"}, first);
  if (!label || !title || !text) return columns;
  return {*label, *title, *text, position_of({"form"}, first), true};
}

const char* topic(const std::string& label) {
  static const char* const kTopics[] = {"World", "Sports", "Business", "Sci/Tech"};
  const bool is_one = label.size() == 1 && label[0] >= '1' && label[0] <= '4';
  return is_one ? kTopics[label[0] - '1'] : nullptr;
}

void add_news(const Row& row, const NewsColumns& columns, Wanted wanted, RowCollector& out) {
  const auto& fields = row.fields;
  const RowCollector::Place place{row.line, row.number};
  if (fields.size() < columns.needed())
    return out.leave_out(row.line, "expected class, title and description");
  const char* label = topic(fields[columns.label]);
  if (label == nullptr) return out.leave_out(row.line, "the label is not 1 to 4");
  const std::string &title = fields[columns.title], &text = fields[columns.text];
  const std::string form = columns.form ? fields[*columns.form] : "split";
  if (form != "split") {
    if (wanted == Wanted::kTitle)
      return out.leave_out(row.line, form == "full" ? "the title runs into the text" : "no title");
    return out.add(place, text, label);
  }
  if (wanted == Wanted::kTitle) return out.add(place, title, label);
  const int group = wanted == Wanted::kBoth ? out.new_group() : RowCollector::kAlone;
  if (wanted == Wanted::kBoth) out.add(place, title, label, group);
  out.add(place, title + " " + text, label, group);
}

void read_news(const std::string& path, const ReadOptions& options, Wanted wanted, RowCollector& out) {
  const DelimitedRows split = split_delimited(out.read(path, options.encoding));
  const std::vector<Row>& rows = split.rows;
  for (const size_t line : split.stray) out.doubt(line, kStrayQuote);
  const NewsColumns columns = columns_of(rows);
  for (size_t i = columns.has_header ? 1 : 0; i < rows.size(); ++i) add_news(rows[i], columns, wanted, out);
  out.finish();
}

}  // namespace

void read_ag_news(const std::string& path, const ReadOptions& options, RowCollector& out) {
  read_news(path, options, Wanted::kWhole, out);
}

void read_ag_news_title(const std::string& path, const ReadOptions& options, RowCollector& out) {
  read_news(path, options, Wanted::kTitle, out);
}

void read_ag_news_both(const std::string& path, const ReadOptions& options, RowCollector& out) {
  read_news(path, options, Wanted::kBoth, out);
}

}  // namespace heed
