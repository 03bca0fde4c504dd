#include "native/studio/parts/explorer.h"

#include <algorithm>

namespace heed::studio {
void Explorer::use(std::shared_ptr<const session::Model> model, const std::string& title,
                   const std::string& folder) {
  model_ = std::move(model);
  title_ = title;
  folder_ = folder;
  analyse();
}

void Explorer::write(const std::string& sentence) {
  if (sentence == sentence_) return;
  sentence_ = sentence;
  pointing = {};
  analyse();
}

void Explorer::analyse() {
  if (!model_) return;
  const int number = ++wanted_;
  auto failed = [this, number](const std::string& message) {
    problem_ = message;
    shown_ = number;
  };
  jobs_.newest(
      "analyse",
      [this, number, model = model_, sentence = sentence_]() -> Jobs::Apply {
        session::AnalysisOptions options;
        options.max_tokens = kMostTokens;
        return [this, number, analysis = model->analyse(sentence, options)] {
          problem_.clear();
          analysis_ = analysis;
          shown_ = number;
          layer = std::clamp(layer, 0, std::max(0, layers() - 1));
          head = std::clamp(head, -1, heads() - 1);
        };
      },
      failed);
}

int Explorer::layers() const {
  return analysis_ ? static_cast<int>(analysis_->attention.size()) : 0;
}

int Explorer::heads() const {
  return map() == nullptr ? 0 : static_cast<int>(map()->H);
}

const session::AttentionMap* Explorer::map() const {
  if (layers() == 0) return nullptr;
  return &analysis_->attention[static_cast<size_t>(std::clamp(layer, 0, layers() - 1))];
}

std::vector<float> Explorer::weights() const {
  return map() == nullptr ? std::vector<float>() : weights_of(*map(), heads() == 1 ? 0 : head);
}

std::vector<float> weights_of(const session::AttentionMap& map, int head) {
  const auto cells = static_cast<size_t>(map.T * map.S);
  if (head >= 0) {
    const auto first = map.weights.begin() + static_cast<std::ptrdiff_t>(cells) * head;
    return {first, first + static_cast<std::ptrdiff_t>(cells)};
  }
  std::vector<float> mean(cells, 0.0f);
  for (size_t i = 0; i < map.weights.size(); ++i)
    mean[i % cells] += map.weights[i] / static_cast<float>(map.H);
  return mean;
}

namespace {

Heat heat_of_words(std::vector<std::string> words, const session::AttentionMap& map,
                   const std::vector<float>& weights, bool numbers) {
  Heat heat;
  heat.keys = std::move(words);
  heat.queries = map.kind == "pooling" ? std::vector<std::string>{"sentence"} : heat.keys;
  heat.weights = weights;
  heat.full = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
  heat.numbers = numbers;
  return heat;
}

}  // namespace

Heat heat_of(const session::Analysis& analysis, const session::AttentionMap& map,
             const std::vector<float>& weights, bool numbers) {
  std::vector<std::string> words;
  for (const session::Token& token : analysis.tokens) words.push_back(token.text);
  return heat_of_words(std::move(words), map, weights, numbers);
}

Heat edited_heat(const Explorer& explorer, const session::Edited* edited) {
  const auto layer = static_cast<size_t>(explorer.layer);
  if (edited == nullptr || layer >= edited->attention.size())
    return heat_of(*explorer.analysis(), *explorer.map(), explorer.weights(), explorer.numbers);
  const session::AttentionMap& map = edited->attention[layer];
  return heat_of_words(edited->tokens, map, weights_of(map, explorer.heads() == 1 ? 0 : explorer.head),
                       explorer.numbers);
}

}  // namespace heed::studio
