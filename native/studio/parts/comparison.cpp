#include "native/studio/parts/comparison.h"

#include <algorithm>

#include "engine/session/training/labelled.h"

namespace heed::studio {

void Comparison::open(size_t side, const std::string& folder) {
  sides[side].path = folder;
  auto failed = [this, side](const std::string& message) { sides[side].problem = message; };
  files_.run(
      [this, side, folder]() -> Jobs::Apply {
        auto model = std::make_shared<const session::Model>(session::Model::open(folder));
        return [this, side, folder, model] {
          sides[side] = {sides[side].path, folder, "", model, std::nullopt, nullptr, nullptr};
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

void Comparison::measure(const std::string& path) {
  for (size_t side = 0; side < sides.size(); ++side) {
    if (!sides[side].model) continue;
    ++measuring;
    session::JudgeOptions options;
    options.data = {path};
    options.format = session::guess_format(path);
    files_.run(
        [this, side, options, folder = sides[side].folder]() -> Jobs::Apply {
          auto rows = std::make_shared<const session::JudgedRows>(
              session::judge_rows(folder, options, [](int64_t) { return true; }));
          return [this, side, rows] { measured(side, rows); };
        },
        [this, side](const std::string& message) {
          --measuring;
          sides[side].problem = message;
        });
  }
}

void Comparison::measured(size_t side, std::shared_ptr<const session::JudgedRows> rows) {
  --measuring;
  sides[side].problem.clear();
  sides[side].metrics = session::figures_of(*rows);
  sides[side].rows = std::move(rows);
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
    chosen_ = chosen_rows(*rows, paired.is_object() ? other : nullptr, choice);
}

std::vector<size_t> chosen_rows(const session::JudgedRows& rows, const session::JudgedRows* other,
                                const RowChoice& choice) {
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
  for (size_t row = 0; row < rows.texts.size(); ++row)
    if (fits(row)) chosen.push_back(row);
  if (choice.of != RowChoice::Of::kDisagreements && choice.said == RowChoice::kWrong)
    std::stable_sort(chosen.begin(), chosen.end(), [&](size_t a, size_t b) {
      return rows.said.answer(a, C).probability > rows.said.answer(b, C).probability;
    });
  return chosen;
}

}  // namespace heed::studio
