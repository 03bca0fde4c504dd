#include "native/studio/parts/contribution_table.h"

#include <algorithm>

namespace heed::studio {
namespace {

constexpr size_t kBetweenWords = 256;  // rows between two messages about progress

struct Explained {
  std::vector<std::string> classes;
  std::vector<RowSummary> rows;
};

Explained explain_rows(const std::string& folder, const std::vector<std::string>& texts,
                       const std::function<bool(size_t)>& go_on) {
  const session::Model model = session::Model::open(folder);
  Explained found{model.info().classes, {}};
  session::for_contributions(model, texts, [&](size_t i, const session::TextContributions& one) {
    found.rows.push_back(summary_of(one));
    return go_on(i + 1);
  });
  return found;
}

std::vector<std::string> texts_of(const session::Labelled& data) {
  std::vector<std::string> texts;
  texts.reserve(data.rows.size());
  for (const session::LabelledRow& row : data.rows) texts.push_back(row.text);
  return texts;
}

}  // namespace

RowSummary summary_of(const session::TextContributions& found) {
  RowSummary row;
  for (size_t c = 0; c < found.classes.size(); ++c) {
    const std::vector<double>& terms = found.classes[c].terms;
    ClassSummary summary{{}, {}, found.probabilities[c], found.classes[c].sum};
    const auto [least, most] = std::minmax_element(terms.begin(), terms.end());
    const auto at = [&](auto term) {
      return Strongest{found.tokens[static_cast<size_t>(term - terms.begin())], *term};
    };
    if (most != terms.end() && *most > 0) summary.in_favour = at(most);
    if (least != terms.end() && *least < 0) summary.against = at(least);
    row.classes.push_back(std::move(summary));
    if (found.probabilities[c] > found.probabilities[row.predicted]) row.predicted = c;
  }
  return row;
}

void ContributionTable::explain(const std::string& folder, const std::string& title, const DataTable& table) {
  stop();
  done = 0;
  const auto stopped = stop_ = std::make_shared<std::atomic<bool>>(false);
  const auto data = table.rows();
  const auto is_last = [this, stopped] { return stop_ == stopped; };
  files_.run(
      [this, folder, title, data, stopped, is_last, filter = table.filter, &mailbox = mailbox_,
       &files = files_]() -> Jobs::Apply {
        const auto rows = static_cast<double>(data->rows.size());
        auto found = std::make_shared<Explained>(explain_rows(folder, texts_of(*data), [&](size_t count) {
          if (count % kBetweenWords == 0)
            mailbox.post([this, share = static_cast<double>(count) / rows] { done = share; });
          return !*stopped && !files.ending();
        }));
        return [this, found, data, title, filter, is_last] {
          if (!is_last()) return;
          stop_.reset();
          problem.clear();
          data_ = data;
          title_ = title;
          classes_ = std::move(found->classes);
          rows_ = std::move(found->rows);
          if (label >= static_cast<int>(classes_.size())) label = -1;
          arrange(filter);
        };
      },
      [this, is_last](const std::string& message) {
        if (!is_last()) return;
        stop_.reset();
        problem = message;
      });
}

void ContributionTable::stop() {
  if (stop_) *stop_ = true;
}

size_t ContributionTable::class_of(size_t row) const {
  return label >= 0 ? static_cast<size_t>(label) : rows_[row].predicted;
}

const ClassSummary* ContributionTable::shown_class(int row) const {
  const auto i = static_cast<size_t>(row);
  return rows_[i].classes.empty() ? nullptr : &rows_[i].classes[class_of(i)];
}

void ContributionTable::arrange(const Filter& filter) {
  shown_ = select_rows(*data_, {}, {filter.words, filter.label, Order::kFile});
  std::erase_if(shown_, [&](int row) { return static_cast<size_t>(row) >= rows_.size(); });
  // Rows without words come last.
  const auto end = std::stable_partition(shown_.begin(), shown_.end(),
                                         [&](int row) { return by == SortBy::kRow || shown_class(row); });
  std::stable_sort(shown_.begin(), end,
                   [&](int a, int b) { return descending ? before(b, a) : before(a, b); });
}

bool ContributionTable::before(int a, int b) const {
  if (by == SortBy::kRow) return a < b;
  if (by == SortBy::kLabel)
    return data_->rows[static_cast<size_t>(a)].label < data_->rows[static_cast<size_t>(b)].label;
  const ClassSummary &x = *shown_class(a), &y = *shown_class(b);
  switch (by) {
    case SortBy::kFor:
      return x.in_favour.value < y.in_favour.value;
    case SortBy::kAgainst:
      return x.against.value < y.against.value;
    case SortBy::kSum:
      return x.sum < y.sum;
    default:
      return x.probability < y.probability;
  }
}

}  // namespace heed::studio
