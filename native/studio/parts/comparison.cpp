#include "native/studio/parts/comparison.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/session/training/labelled.h"

namespace heed::studio {

void Comparison::open(size_t side, const std::string& folder) {
  sides[side].path = folder;
  auto failed = [this, side](const std::string& message) { sides[side].problem = message; };
  files_.run(
      [this, side, folder]() -> Jobs::Apply {
        auto model = std::make_shared<const session::Model>(session::Model::open(folder));
        return [this, side, folder, model] {
          Compared opened;
          opened.path = sides[side].path;
          opened.folder = folder;
          opened.model = model;
          sides[side] = std::move(opened);
          paired = nullptr;
          choose({});
          const std::string sentence = std::exchange(sentence_, "");
          analyse(sentence);
        };
      },
      failed);
}

void Comparison::analyse(const std::string& sentence) {
  if (sentence == sentence_) return;
  sentence_ = sentence;
  for (size_t side = 0; side < sides.size(); ++side) {
    if (!sides[side].model) continue;
    analyses_.newest(
        "compare " + std::to_string(side),
        [this, side, sentence, model = sides[side].model]() -> Jobs::Apply {
          return [this, side, analysis = model->analyse(sentence)] { sides[side].analysis = analysis; };
        },
        [this, side](const std::string& message) { sides[side].problem = message; });
  }
}

// Where it is not known what a model learned from, its rows are all there are.
Comparison::HeldOut Comparison::held_out_of(const std::vector<std::string>& folders) {
  HeldOut held_out;
  for (const std::string& folder : folders) try {
      held_out.of.push_back(std::make_shared<session::TrainedTexts>(folder));
    } catch (const std::exception& error) {
      held_out.note += (held_out.note.empty() ? "" : "\n") +
                       std::string("What it was trained on is not known: ") + error.what();
    }
  return held_out;
}

void Comparison::measure(const std::string& path) {
  std::vector<std::string> folders;
  for (const Compared& side : sides)
    if (side.model && !side.folder.empty()) folders.push_back(side.folder);
  measuring = 1;
  note.clear();
  files_.run(
      [this, path, folders, wanted = held_out]() -> Jobs::Apply {
        const HeldOut known = wanted ? held_out_of(folders) : HeldOut{};
        return [this, path, known] {
          measuring = 0;
          note = known.note;
          session::JudgeOptions options;
          options.data = {path};
          options.format = session::guess_format(path);
          options.held_out_of = known.of;
          for (size_t side = 0; side < sides.size(); ++side) measure_side(side, options);
        };
      },
      [this](const std::string& message) {
        measuring = 0;
        note = message;
      });
}

void Comparison::measure_side(size_t side, const session::JudgeOptions& options) {
  if (!sides[side].model || sides[side].folder.empty()) return;
  ++measuring;
  files_.run(
      [this, side, options, folder = sides[side].folder, word = sides[side].word]() -> Jobs::Apply {
        const Measured found = figures_of(
            session::judge_rows(folder, options, [this](int64_t, int64_t) { return !files_.ending(); }),
            word);
        return [this, side, found] { measured(side, found); };
      },
      [this, side](const std::string& message) {
        --measuring;
        sides[side].problem = message;
      });
}

void Comparison::show(const std::string& name, const std::shared_ptr<const session::Model>& model,
                      const std::function<session::Labelled()>& rows, const RowChoice& choice) {
  ++measuring;
  note.clear();
  files_.newest(
      "show",
      [this, name, model, rows, choice]() -> Jobs::Apply {
        const Measured judged = figures_of(
            session::judge_rows(*model, rows(), [this](int64_t, int64_t) { return !files_.ending(); }), "");
        return [this, name, model, judged, choice] {
          Compared shown;
          shown.path = name;
          shown.model = model;
          sides[0] = std::move(shown);
          sides[1] = {};
          measured(0, judged);
          choose(choice);
          analyse(std::exchange(sentence_, ""));
        };
      },
      [this](const std::string& message) {
        --measuring;
        note = message;
      });
}

Comparison::Measured Comparison::figures_of(session::JudgedRows rows, const std::string& word) {
  Measured found;
  found.metrics = session::figures_of(rows);
  found.calibration = session::calibration_of(rows);
  found.slices = session::slices_in(rows, word.empty() ? std::vector<std::string>{} : std::vector{word});
  found.rows = std::make_shared<const session::JudgedRows>(std::move(rows));
  return found;
}

void Comparison::slice_by_word(size_t side, const std::string& word) {
  if (!sides[side].rows) return;
  files_.newest(
      "slices",
      [this, side, word, rows = sides[side].rows]() -> Jobs::Apply {
        auto slices =
            session::slices_in(*rows, word.empty() ? std::vector<std::string>{} : std::vector{word});
        return [this, side, rows, slices = std::move(slices)] {
          if (sides[side].rows != rows) return;
          sides[side].slices = slices;
          choose(choice_);
        };
      },
      [this, side](const std::string& message) { sides[side].problem = message; });
}

void Comparison::measured(size_t side, Measured found) {
  --measuring;
  Compared& one = sides[side];
  one.problem.clear();
  for (const std::string& warning : found.rows->warnings)
    if (note.find(warning) == std::string::npos) note += (note.empty() ? "" : "\n") + warning;
  one.metrics = std::move(found.metrics);
  one.calibration = std::move(found.calibration);
  one.slices = std::move(found.slices);
  one.rows = std::move(found.rows);
  paired = nullptr;
  unpaired.clear();
  if (measuring == 0 && sides[0].rows && sides[1].rows) try {
      paired = session::comparison_of(*sides[0].rows, *sides[1].rows);
    } catch (const std::exception& error) {
      unpaired = error.what();
    }
  choose({});
}

void Comparison::choose(const RowChoice& choice) {
  choice_ = choice;
  chosen_.clear();
  const size_t side = choice.of == RowChoice::Of::kSecond ? 1 : 0;
  const session::JudgedRows *rows = sides[side].rows.get(), *other = sides[1 - side].rows.get();
  if (rows && choice.of != RowChoice::Of::kNone)
    chosen_ = chosen_rows(*rows, paired.is_object() ? other : nullptr, choice, sides[side].slices);
}

std::vector<size_t> chosen_rows(const session::JudgedRows& rows, const session::JudgedRows* other,
                                const RowChoice& choice, const std::vector<session::Slice>& slices) {
  const size_t C = rows.labels.size();
  const auto fits = [&](size_t row) {
    const int truth = rows.truth[row], said = rows.said.answer(row, C).predicted;
    if (choice.of == RowChoice::Of::kDisagreements)
      return other != nullptr && other->said.answer(row, C).predicted != said;
    if (choice.truth != RowChoice::kAny && choice.truth != truth) return false;
    if (choice.said == RowChoice::kWrong) return said != truth;
    return choice.said == RowChoice::kAny || choice.said == said;
  };
  std::vector<size_t> chosen;
  const auto slice = std::find_if(slices.begin(), slices.end(), [&](const session::Slice& one) {
    return one.by == choice.by && one.name == choice.slice;
  });
  if (slice != slices.end())
    std::copy_if(slice->rows.begin(), slice->rows.end(), std::back_inserter(chosen), fits);
  else
    for (size_t row = 0; row < rows.texts.size(); ++row)
      if (fits(row)) chosen.push_back(row);
  if (choice.of != RowChoice::Of::kDisagreements && choice.said == RowChoice::kWrong)
    std::stable_sort(chosen.begin(), chosen.end(), [&](size_t a, size_t b) {
      return rows.said.answer(a, C).probability > rows.said.answer(b, C).probability;
    });
  return chosen;
}

}  // namespace heed::studio
