#include "engine/explain/intervene.h"

#include <algorithm>

#include "engine/base/order.h"
#include "engine/explain/variants.h"

namespace heed::explain {

EncodedText with_words_edited(const TextToIds& encoder, const EncodedText& text,
                              const std::vector<Edit>& edits) {
  std::vector<Edit> sorted;
  for (const Edit& edit : edits)
    if (edit.of_words()) {
      check(edit.token >= 0 && static_cast<size_t>(edit.token) < text.ids.size(), "[edit] there is no token ",
            edit.token, ": the text has ", text.ids.size(), ", from 0.");
      sorted.push_back(edit);
    }
  // From the last to the first, so that the numbers of the others stay what they are.
  sort_stably(sorted, [](const Edit& a, const Edit& b) { return a.token > b.token; });
  EncodedText edited = text;
  std::vector<int> to_hide;
  for (const Edit& edit : sorted) {
    const auto before = static_cast<int>(edited.ids.size());
    if (edit.kind == Edit::Kind::kHide) {
      to_hide.push_back(edit.token);
      continue;
    }
    edited = edit.kind == Edit::Kind::kRemove ? without(encoder, edited, {edit.token})
                                              : replaced(encoder, edited, edit.token, edit.word);
    for (int& hidden : to_hide) hidden += static_cast<int>(edited.ids.size()) - before;
  }
  for (const int token : to_hide)
    edited = hidden(encoder, edited, token, encoder.mask().value_or(encoder.unknown()));
  return edited;
}

namespace {

// Logits of `text` with the state behind one layer of tokens first, first + 1, …, first + B - 1 that of
// another text, one in each of B copies.
Matrix each_restored(const Subject& subject, const EncodedText& text, const std::string& point,
                     const Tensor& state, int64_t first, int64_t B) {
  const auto N = static_cast<int64_t>(text.ids.size());
  const Matrix taken = matrix_of(state);
  const int64_t D = taken.columns;
  Matrix scale(B * N, D, 1), offset(B * N, D);
  for (int64_t b = 0; b < B; ++b) {
    std::fill_n(scale.row(b * N + first + b), D, 0.0);
    std::copy_n(taken.row(first + b), D, offset.row(b * N + first + b));
  }
  Asked asked;
  asked.patches[point] = {tensor_of(scale.values, {B * N, D}, state.dtype()),
                          tensor_of(offset.values, {B * N, D}, state.dtype())};
  return run(subject, copies(text, B), asked).logits;
}

}  // namespace

Restoration restoration(const Subject& subject, const EncodedText& text, const EncodedText& source,
                        const Target& target, int layer) {
  const std::vector<std::string>& points = subject.anatomy.layer_states;
  check(!points.empty(), "[explain] this model has no layers whose states could be taken from another text.");
  check(text.ids.size() == source.ids.size(), "[explain] the texts have ", text.ids.size(), " and ",
        source.ids.size(), " tokens: expected the same number.");
  expect_index("layer", layer, static_cast<int64_t>(points.size()));
  const auto N = static_cast<int64_t>(text.ids.size());
  Subject unedited = subject;
  unedited.edits = nullptr;
  const Pass theirs = run(unedited, copies(source, 1), {points, {}, {}, {}});
  const auto score = [&](const Matrix& logits, int64_t row) {
    return score_of(target, logits.row(row), logits.columns, subject.network.answers());
  };
  Restoration result{{}, {}, score(logits_of(subject, {text}), 0), score(theirs.logits, 0)};
  for (size_t l = 0; l < points.size(); ++l)
    if (layer == kAll || layer == static_cast<int>(l)) result.layers.push_back(static_cast<int>(l));
  result.scores = Matrix(static_cast<int64_t>(result.layers.size()), N);
  for (int64_t row = 0; row < result.scores.rows; ++row) {
    const std::string& point = points[static_cast<size_t>(result.layers[static_cast<size_t>(row)])];
    for (int64_t first = 0; first < N; first += most_at_once(N)) {
      const int64_t B = std::min(most_at_once(N), N - first);
      const Matrix logits = each_restored(subject, text, point, theirs.value(point), first, B);
      for (int64_t b = 0; b < B; ++b) result.scores.at(row, first + b) = score(logits, b);
    }
  }
  return result;
}

}  // namespace heed::explain
