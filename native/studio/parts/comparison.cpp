#include "native/studio/parts/comparison.h"

#include "engine/session/training/labelled.h"
#include "engine/session/training/training.h"

namespace heed::studio {

void Comparison::open(size_t side, const std::string& folder) {
  sides[side].path = folder;
  auto failed = [this, side](const std::string& message) { sides[side].problem = message; };
  files_.run(
      [this, side, folder]() -> Jobs::Apply {
        auto model = std::make_shared<const session::Model>(session::Model::open(folder));
        return [this, side, folder, model] {
          sides[side] = {sides[side].path, folder, "", model, std::nullopt, nullptr};
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
    measuring = true;
    files_.run(
        [this, side, path, format = session::guess_format(path),
         folder = sides[side].folder]() -> Jobs::Apply {
          const session::Evaluation evaluation = session::evaluate(folder, {path}, format);
          return [this, side, metrics = evaluation.result.at("test")] {
            measuring = false;
            sides[side].problem.clear();
            sides[side].metrics = metrics;
          };
        },
        [this, side](const std::string& message) {
          measuring = false;
          sides[side].problem = message;
        });
  }
}

}  // namespace heed::studio
