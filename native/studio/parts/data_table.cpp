#include "native/studio/parts/data_table.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <string_view>

namespace heed::studio {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool holds(std::string_view text, std::string_view words) {
  return std::search(text.begin(), text.end(), words.begin(), words.end(),
                     [](char a, char b) { return lower(a) == b; }) != text.end();
}

}  // namespace

std::vector<int> select_rows(const session::Labelled& data, const std::vector<session::RowScore>& scores,
                             const Filter& filter) {
  std::string words = filter.words;
  std::transform(words.begin(), words.end(), words.begin(), lower);
  std::vector<int> rows;
  for (size_t i = 0; i < data.rows.size(); ++i)
    if ((filter.label < 0 || data.rows[i].label == filter.label) && holds(data.rows[i].text, words))
      rows.push_back(static_cast<int>(i));
  if (filter.order == Order::kFile) return rows;
  const auto scored = std::stable_partition(
      rows.begin(), rows.end(), [&](int row) { return static_cast<size_t>(row) < scores.size(); });
  auto score = [&](int row) { return scores[static_cast<size_t>(row)]; };
  if (filter.order == Order::kLoss)
    std::stable_sort(rows.begin(), scored, [&](int a, int b) { return score(a).loss > score(b).loss; });
  else
    std::stable_sort(rows.begin(), scored,
                     [&](int a, int b) { return score(a).confidence < score(b).confidence; });
  return rows;
}

void DataTable::load(const std::string& path, const std::string& format, const std::vector<std::string>& set,
                     std::function<void()> loaded) {
  loading = true;
  auto failed = [this](const std::string& message) {
    loading = false;
    problem = message;
  };
  files_.newest(
      "load",
      [this, path, format, set, loaded = std::move(loaded)]() -> Jobs::Apply {
        auto data = std::make_shared<session::Labelled>(session::read_labelled(path, format, set));
        return [this, path, data, loaded] {
          loading = false;
          problem.clear();
          note.clear();
          data_ = data;
          path_ = path;
          scores_ = std::make_shared<std::vector<session::RowScore>>();
          forget_changes();
          filter = {};
          select();
          loaded();
        };
      },
      failed);
}

void DataTable::score(const std::string& model, const std::string& title) {
  scoring = true;
  scored = 0;
  auto failed = [this](const std::string& message) {
    scoring = false;
    problem = message;
  };
  files_.run(
      [this, model, title, data = data_]() -> Jobs::Apply {
        auto scores = std::make_shared<std::vector<session::RowScore>>(
            session::score_rows(model, *data, [&](int64_t done) {
              const double share = static_cast<double>(done) / static_cast<double>(data->rows.size());
              mailbox_.post([this, share] { scored = share; });
              return !files_.ending();
            }));
        return [this, scores, data, title] {
          scoring = false;
          if (data_->rows.size() < scores->size()) return;  // another file by now
          show(scores, title);
        };
      },
      failed);
}

bool DataTable::take_scores(const std::string& path, std::shared_ptr<std::vector<session::RowScore>> scores,
                            const std::string& by) {
  if (path != path_ || data_->rows.size() < scores->size()) return false;
  show(std::move(scores), by);
  return true;
}

void DataTable::show(std::shared_ptr<std::vector<session::RowScore>> scores, const std::string& by) {
  judged_by_ = by;
  scores_ = std::move(scores);
  filter.order = Order::kLoss;
  select();
}

void DataTable::save(const std::string& file, bool replace, session::Cells cells) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  asks_to_replace.clear();
  if (!replace && fs::exists(file, ignored)) {
    asks_to_replace = file;
    return;
  }
  saving = true;
  files_.run(
      [this, file, cells, data = data_]() -> Jobs::Apply {
        session::write_labelled(file, *data, cells);
        return [this, file, count = data->rows.size()] {
          saving = false;
          problem.clear();
          forget_changes();
          note = std::to_string(count) + " rows are in " + file + ".";
        };
      },
      [this](const std::string& message) {
        saving = false;
        problem = message;
      });
}

session::Labelled& DataTable::editable() {
  if (data_.use_count() > 1) data_ = std::make_shared<session::Labelled>(*data_);
  return *data_;
}

void DataTable::relabel(int row, int label) {
  const int before = data_->rows[static_cast<size_t>(row)].label;
  if (label == before) return;
  editable().rows[static_cast<size_t>(row)].label = label;
  const int read = labels_read_.emplace(row, before).first->second;
  if (label == read)
    changed.erase(row);  // as the file has it
  else
    changed.insert(row);
}

void DataTable::forget_changes() {
  changed.clear();
  labels_read_.clear();
}

void DataTable::add(const std::string& text, int label) {
  editable().rows.push_back({text, label});
  const int row = static_cast<int>(data_->rows.size()) - 1;
  changed.insert(row);
  shown_.push_back(row);
}

void DataTable::select() {
  shown_ = select_rows(*data_, *scores_, filter);
}

}  // namespace heed::studio
