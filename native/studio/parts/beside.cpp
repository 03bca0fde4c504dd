#include "native/studio/parts/beside.h"

#include <algorithm>
#include <limits>

#include "native/studio/parts/aligned.h"

namespace heed::studio {
namespace {

Laid laid(const session::Model& model, const std::string& text, const std::string& label) {
  session::ExplainOptions options;
  options.classes = {label};
  options.attributions = options.parts = false;
  options.analysis.max_tokens = kMostTokens;
  session::Explanation found = session::explain(model, text, options);
  Laid laid;
  for (const session::Token& token : found.analysis.tokens) laid.tokens.push_back(token.text);
  laid.classes = std::move(found.analysis.classes);
  laid.maps = std::move(found.analysis.attention);
  if (!found.contributions.empty()) {
    laid.terms = std::move(found.contributions[0].terms);
    laid.score = found.contributions[0].logit;
  }
  return laid;
}

bool blank(const std::string& text) {
  return text.find_first_not_of(" \t\n") == std::string::npos;
}

}  // namespace

int Beside::layers() const {
  return std::max(asked_.model->info().layers, 1);
}

void Beside::follow() {
  const auto& analysis = explorer_.analysis();
  if (explorer_.stale() || !analysis) return;
  if (!analysis->prediction || blank(text)) {
    overlay_.reset();
    asked_ = {};
    shown_ = ++wanted_;
    problem_.clear();
    return;
  }
  const Question question{explorer_.model(), explorer_.sentence(), text, analysis->prediction->label,
                          static_cast<int64_t>(analysis->tokens.size())};
  if (!(question == asked_)) return lay(question);
  if (stale() || patching_ || !overlay_ || !unpatched_.empty()) return;
  const auto next = static_cast<int>(overlay_->patched.size());
  if (overlay_->own.tokens.size() == overlay_->other.tokens.size() && next < layers()) patch(next);
}

void Beside::lay(const Question& question) {
  asked_ = question;
  patching_ = false;
  const int number = ++wanted_;
  jobs_.newest(
      "beside",
      [this, number, question]() -> Jobs::Apply {
        const Overlay overlay{question.label,
                              laid(*question.model, question.own, question.label),
                              laid(*question.model, question.other, question.label),
                              {}};
        return [this, number, overlay] {
          if (number != wanted_) return;
          overlay_ = overlay;
          problem_.clear();
          unpatched_.clear();
          shown_ = number;
        };
      },
      [this, number](const std::string& message) {
        if (number != wanted_) return;
        overlay_.reset();
        problem_ = message;
        shown_ = number;
      });
}

// Layer by layer, so that a keystroke waits for no more than one.
void Beside::patch(int layer) {
  patching_ = true;
  jobs_.newest(
      "patch",
      [this, layer, number = wanted_, question = asked_]() -> Jobs::Apply {
        session::ExplainOptions options;
        options.contributions = options.attributions = options.analysed = false;
        options.label = question.label;
        options.other = question.other;
        options.patching = layer;
        options.analysis.max_tokens = kMostTokens;
        const auto patched = session::explain(*question.model, question.own, options).patched;
        return [this, number, patched] {
          if (number != wanted_ || !overlay_ || !patched) return;
          overlay_->patched.push_back(*patched);
          patching_ = false;
        };
      },
      [this, number = wanted_](const std::string& message) {
        if (number != wanted_) return;
        unpatched_ = message;
        patching_ = false;
      });
}

namespace {

// The weight in the mean of all heads.
double weight_of(const session::AttentionMap& map, size_t query, size_t key) {
  double sum = 0;
  for (int64_t h = 0; h < map.H; ++h) {
    const int64_t row = h * map.T + static_cast<int64_t>(query);
    sum += static_cast<double>(map.weights[static_cast<size_t>(row * map.S) + key]);
  }
  return sum / static_cast<double>(map.H);
}

}  // namespace

std::vector<std::vector<double>> map_difference(const Overlay& overlay, size_t map) {
  const session::AttentionMap &own = overlay.own.maps[map], &other = overlay.other.maps[map];
  const std::vector<AlignedColumn> columns = aligned(overlay.own.tokens, overlay.other.tokens);
  const bool pooling = own.kind == "pooling";
  const std::vector<AlignedColumn> rows = pooling ? std::vector<AlignedColumn>{{0, 0}} : columns;
  std::vector<std::vector<double>> difference;
  for (const AlignedColumn& query : rows) {
    std::vector<double>& row = difference.emplace_back();
    for (const AlignedColumn& key : columns) {
      const bool both = query.own && query.other && key.own && key.other;
      row.push_back(both ? weight_of(own, *query.own, *key.own) - weight_of(other, *query.other, *key.other)
                         : std::numeric_limits<double>::quiet_NaN());
    }
  }
  return difference;
}

}  // namespace heed::studio
