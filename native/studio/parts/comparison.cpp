#include "native/studio/parts/comparison.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "engine/session/training/labelled.h"

namespace heed::studio {

void Comparison::put(size_t side, Compared model) {
  sides[side] = std::move(model);
  paired = nullptr;
  unpaired.clear();
  choose({});
}

void Comparison::open(size_t side, const std::string& folder) {
  sides[side].path = folder;
  files_.run(
      [this, side, folder]() -> Jobs::Apply {
        auto model = std::make_shared<const session::Model>(session::Model::open(folder));
        return [this, side, folder, model] {
          Compared opened;
          opened.path = sides[side].path;
          opened.folder = folder;
          opened.trained = [folder] { return std::make_shared<const session::TrainedTexts>(folder); };
          opened.model = model;
          put(side, std::move(opened));
          analyse(std::exchange(sentence_, ""));
        };
      },
      [this, side](const std::string& message) {
        Compared failed;  // the model before it has another name
        failed.path = sides[side].path;
        failed.problem = message;
        put(side, std::move(failed));
      });
}

void Comparison::analyse(const std::string& sentence) {
  if (sentence == sentence_) return;
  sentence_ = sentence;
  for (size_t side = 0; side < sides.size(); ++side) {
    const auto model = sides[side].model;
    if (!model) continue;
    analyses_.newest(
        "compare " + std::to_string(side),
        [this, side, sentence, model]() -> Jobs::Apply {
          return [this, side, model, analysis = model->analyse(sentence)] {
            if (sides[side].model == model) sides[side].analysis = analysis;
          };
        },
        [this, side, model](const std::string& message) {
          if (sides[side].model == model) sides[side].problem = message;
        });
  }
}

// Where it is not known what a model learned from, its rows are all there are.
Comparison::HeldOut Comparison::held_out_of(const std::vector<FindTrained>& models) {
  HeldOut held_out;
  for (const FindTrained& trained : models) try {
      held_out.of.push_back(trained());
    } catch (const std::exception& error) {
      held_out.note += (held_out.note.empty() ? "" : "\n") + std::string("Its training data is not known: ") +
                       error.what();
    }
  return held_out;
}

void Comparison::forget_figures() {
  for (Compared& side : sides) {
    side.rows.reset();
    side.metrics = side.calibration = nullptr;
    side.slices.clear();
  }
  paired = nullptr;
  unpaired.clear();
  choose({});
}

void Comparison::measure(const std::string& path) {
  std::vector<FindTrained> models;
  for (const Compared& side : sides)
    if (side.model) models.push_back(side.trained);
  measuring = 1;
  note.clear();
  forget_figures();
  files_.run(
      [this, path, models, wanted = held_out]() -> Jobs::Apply {
        const HeldOut known = wanted ? held_out_of(models) : HeldOut{};
        const bool all_known = wanted && known.of.size() == models.size();
        return [this, path, known, all_known] {
          measuring = 0;
          note = known.note;
          session::JudgeOptions options;
          options.data = {path};
          options.format = session::guess_format(path);
          options.held_out_of = known.of;
          const std::string file = std::filesystem::path(path).filename().string();
          for (size_t side = 0; side < sides.size(); ++side)
            measure_side(side, options, (all_known ? "held-out rows of " : "rows of ") + file);
        };
      },
      [this](const std::string& message) {
        measuring = 0;
        note = message;
      });
}

void Comparison::measure_side(size_t side, const session::JudgeOptions& options,
                              const std::string& measured_on) {
  const auto model = sides[side].model;
  if (!model) return;
  ++measuring;
  files_.run(
      [this, side, options, measured_on, model, word = sides[side].word]() -> Jobs::Apply {
        const Measured found = figures_of(
            session::judge_rows(*model, options, [this](int64_t, int64_t) { return !files_.ending(); }),
            measured_on, word);
        return [this, side, model, found] {
          --measuring;
          if (sides[side].model == model) measured(side, found);
        };
      },
      [this, side, model](const std::string& message) {
        --measuring;
        if (sides[side].model == model) sides[side].problem = message;
      });
}

void Comparison::show(const ShownRows& shown, const RowChoice& choice) {
  ++measuring;
  note.clear();
  const int number = ++shown_;
  files_.run(
      [this, shown, choice, number]() -> Jobs::Apply {
        const Measured found =
            figures_of(session::judge_rows(*shown.model, shown.rows(),
                                           [this](int64_t, int64_t) { return !files_.ending(); }),
                       shown.measured_on, "");
        return [this, shown, found, choice, number] {
          --measuring;
          if (number != shown_) return;  // another one was asked for since
          Compared first;
          first.path = shown.name;
          first.trained = shown.trained;
          first.model = shown.model;
          put(1, {});
          put(0, std::move(first));
          measured(0, found);
          choose(choice);
          analyse(std::exchange(sentence_, ""));
        };
      },
      [this](const std::string& message) {
        --measuring;
        note = message;
      });
}

Comparison::Measured Comparison::figures_of(session::JudgedRows rows, const std::string& measured_on,
                                            const std::string& word) {
  Measured found;
  found.measured_on = measured_on;
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
  Compared& one = sides[side];
  one.problem.clear();
  for (const std::string& warning : found.rows->warnings)
    if (note.find(warning) == std::string::npos) note += (note.empty() ? "" : "\n") + warning;
  one.measured_on = std::move(found.measured_on);
  one.metrics = std::move(found.metrics);
  one.calibration = std::move(found.calibration);
  one.slices = std::move(found.slices);
  one.rows = std::move(found.rows);
  paired = nullptr;
  unpaired.clear();
  if (sides[0].rows && sides[1].rows) try {
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
