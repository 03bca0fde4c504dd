#include "native/studio/parts/explorer.h"

#include <algorithm>
#include <utility>

#include "engine/session/rows/row_table.h"
#include "engine/session/view/one_file.h"

namespace heed::studio {

void Explorer::use(std::shared_ptr<const session::Model> model, const std::string& title,
                   const std::string& folder) {
  model_ = std::move(model);
  const session::ModelInfo info = model_->info();
  finds_ = info.finds;
  mask_ = info.mask;
  title_ = title;
  folder_ = folder;
  forced_.clear();
  place = -1;
  analyse();
}

void Explorer::write(const std::string& sentence) {
  if (sentence == sentence_) return;
  sentence_ = sentence;
  pointing = {};
  forced_.clear();
  place = -1;
  analyse();
}

void Explorer::force(std::vector<int> ids) {
  forced_ = std::move(ids);
  pointing = {};
  place = -1;
  analyse();
}

void Explorer::ask(const std::string& question) {
  if (question == question_) return;
  question_ = question;
  analyse();
}

namespace {

struct Read {
  session::Analysis analysis;
  std::optional<session::Translation> translation;
};

// The map shows the attention of each generated token.
Read translated(const session::Model& model, const std::string& sentence, const std::vector<int>& forced) {
  session::TranslateOptions options;
  options.forced = forced;
  options.candidates = 6;
  Read read{{}, session::translate(model, sentence, options)};
  read.analysis.text = sentence;
  read.analysis.tokens = read.translation->source_tokens;
  read.analysis.attention = read.translation->attention;
  read.analysis.total_tokens = static_cast<int64_t>(read.analysis.tokens.size());
  if (read.analysis.attention.empty()) return read;
  const session::AttentionMap& last = read.analysis.attention.back();
  const std::vector<float> mean = weights_of(last, -1);
  read.analysis.received.assign(static_cast<size_t>(last.S), 0.0);
  for (size_t i = 0; i < mean.size(); ++i)
    read.analysis.received[i % static_cast<size_t>(last.S)] += static_cast<double>(mean[i]);
  return read;
}

Read read_by(const session::Model& model, session::Finds finds, const std::string& sentence,
             const std::string& question, const std::vector<int>& forced) {
  session::AnalysisOptions options;
  options.max_tokens = kMostTokens;
  if (finds == session::Finds::kTarget) return translated(model, sentence, forced);
  if (finds == session::Finds::kAnswer && !question.empty())
    return {model.answer(question, sentence, options), std::nullopt};
  return {model.analyse(sentence, options), std::nullopt};
}

}  // namespace

void Explorer::analyse() {
  if (!model_) return;
  const int number = ++wanted_;
  auto failed = [this, number, model = model_](const std::string& message) {
    problem_ = message;
    shown_ = number;
    if (model == analysed_by_) return;
    analysis_.reset();  // another model's
    translation_.reset();
  };
  jobs_.newest(
      "analyse",
      [this, number, model = model_, finds = finds_, sentence = sentence_, question = question_,
       forced = forced_, title = title_]() -> Jobs::Apply {
        return [this, number, model, title, read = read_by(*model, finds, sentence, question, forced)] {
          problem_.clear();
          analysis_ = read.analysis;
          translation_ = read.translation;
          analysed_by_ = model;
          reader_ = title;
          shown_ = number;
          if (layers() > 0) {
            if (layers() != std::exchange(depth_, layers()))
              layer = layers() - 1;  // of which the pairs are told
            layer = std::clamp(layer, 0, layers() - 1);
          }
          if (heads() > 0) head = std::clamp(head, -1, heads() - 1);
        };
      },
      failed);
}

void Explorer::save_page() {
  saved.note = "writing …";
  jobs_.run(
      [this, model = model_, text = sentence_, file = saved.file]() -> Jobs::Apply {
        session::write_text(file, session::one_file(*model, {text}));
        return [this, file] { saved.note = "It is in " + file + "."; };
      },
      [this](const std::string& message) { saved.note = message; });
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

Heat heat_of(const session::Analysis& analysis, const session::AttentionMap& map,
             const std::vector<float>& weights, bool numbers) {
  Heat heat;
  for (const session::Token& token : analysis.tokens) heat.keys.push_back(token.text);
  heat.queries = map.kind == "pooling" ? std::vector<std::string>{"sentence"} : heat.keys;
  heat.weights = weights;
  heat.full = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
  heat.numbers = numbers;
  return heat;
}

const session::Analysis& seen(const Explorer& explorer, const session::Edited* edited) {
  return edited != nullptr ? edited->run : *explorer.analysis();
}

Heat edited_heat(const Explorer& explorer, const session::Edited* edited) {
  const auto layer = static_cast<size_t>(explorer.layer);
  if (edited == nullptr || layer >= edited->run.attention.size()) {
    Heat heat = heat_of(*explorer.analysis(), *explorer.map(), explorer.weights(), explorer.numbers);
    if (explorer.translation()) {
      heat.queries.clear();
      for (const session::NextToken& token : explorer.translation()->target_tokens)
        heat.queries.push_back(token.text.empty() ? token.token : token.text);
      heat.queries.resize(static_cast<size_t>(explorer.map()->T));
    }
    return heat;
  }
  const session::AttentionMap& map = edited->run.attention[layer];
  return heat_of(edited->run, map, weights_of(map, explorer.heads() == 1 ? 0 : explorer.head),
                 explorer.numbers);
}

}  // namespace heed::studio
