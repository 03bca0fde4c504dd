#include "engine/explain/intervene.h"

#include <algorithm>

#include "engine/base/order.h"
#include "engine/explain/edited_map.h"
#include "engine/explain/variants.h"

namespace heed::explain {
namespace {

const EncodedText& expect(const EncodedText* other) {
  check(other != nullptr, "[edit] this edit takes something of another sentence: give one.");
  return *other;
}

void expect_index(const char* what, int index, int64_t count) {
  check(index >= kAll && index < count, "[edit] there is no ", what, " ", index, ": expected less than ",
        count, ".");
}

// Rows of the state behind a layer, of another text.
void patch_state(const Subject& subject, const EncodedText& text, const EncodedText& other, const Edit& edit,
                 const std::string& point, Patches& patches) {
  const auto N = static_cast<int64_t>(text.ids.size());
  expect_index("token", edit.token, std::min(N, static_cast<int64_t>(other.ids.size())));
  check(edit.token != kAll || text.ids.size() == other.ids.size(), "[edit] the texts have ", text.ids.size(),
        " and ", other.ids.size(), " tokens: expected as many, to take the states of all.");
  const Tensor theirs = run(subject, copies(other, 1), {{point}, {}, {}, {}}).value(point);
  const int64_t D = theirs.size(1);
  const auto found = patches.find(point);
  Matrix scale(N, D, 1), offset(N, D);
  if (found != patches.end()) {
    scale = matrix_of(found->second.scale);
    offset = matrix_of(found->second.offset);
  }
  const Matrix taken = matrix_of(theirs);
  for (int64_t n = 0; n < N; ++n)
    if (edit.token == kAll || edit.token == n) {
      std::fill_n(scale.row(n), D, 0.0);
      std::copy_n(taken.row(n), D, offset.row(n));
    }
  const Shape shape{N, D};
  patches[point] = {tensor_of(scale.values, shape, theirs.dtype()),
                    tensor_of(offset.values, shape, theirs.dtype())};
}

// A layer's map under what is patched already, with its edits.
void patch_map(const Subject& subject, const EncodedText& text, const EncodedText* other, size_t layer,
               const std::vector<Edit>& edits, Patches& patches) {
  const AttentionPoint& point = subject.anatomy.maps[layer];
  const auto map_under = [&](const EncodedText& of, const Patches& given) {
    return run(subject, copies(of, 1), {{point.name}, given, {}, {}}).value(point.name);
  };
  const Tensor own = map_under(text, patches);
  EditedMap edited(point, map_of(point, matrix_of(own), static_cast<int64_t>(text.ids.size())));
  for (const Edit& edit : edits) {
    if (edit.kind == Edit::Kind::kOther) {
      const EncodedText& source = expect(other);
      edited.take(edit,
                  map_of(point, matrix_of(map_under(source, {})), static_cast<int64_t>(source.ids.size())));
    } else {
      edited.apply(edit);
    }
  }
  patches[point.name] = {Tensor::zeros(own.shape(), own.dtype()),
                         tensor_of(edited.weights(), own.shape(), own.dtype())};
}

bool meets(int layer, size_t l) {
  return layer == kAll || layer == static_cast<int>(l);
}

}  // namespace

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

Patches patches_of(const Subject& subject, const EncodedText& text, const std::vector<Edit>& edits,
                   const EncodedText* other) {
  const Anatomy& a = subject.anatomy;
  const size_t layers = std::max(a.maps.size(), a.layer_states.size());
  for (const Edit& edit : edits)
    if (!edit.of_words())
      expect_index("layer", edit.layer,
                   static_cast<int64_t>(edit.of_maps() ? a.maps.size() : a.layer_states.size()));
  Patches patches;
  const auto patch_maps = [&](size_t l, bool pooling) {
    std::vector<Edit> of_map;
    for (const Edit& edit : edits)
      if (edit.of_maps() && meets(edit.layer, l)) of_map.push_back(edit);
    if (!of_map.empty() && (a.maps[l].kind == "pooling") == pooling)
      patch_map(subject, text, other, l, of_map, patches);
  };
  for (size_t l = 0; l < layers; ++l) {
    if (l < a.maps.size()) patch_maps(l, false);
    for (const Edit& edit : edits)
      if (edit.kind == Edit::Kind::kState && l < a.layer_states.size() && meets(edit.layer, l))
        patch_state(subject, text, expect(other), edit, a.layer_states[l], patches);
  }
  for (size_t l = 0; l < a.maps.size(); ++l) patch_maps(l, true);  // it reads what all layers have made
  return patches;
}

Intervention intervene(const Subject& subject, const EncodedText& text, const std::vector<Edit>& edits,
                       const EncodedText* other, bool with_maps) {
  Intervention done{with_words_edited(subject.text, text, edits), {}, {}, {}};
  const Patches patches = patches_of(subject, done.text, edits, other);
  done.logits_before = run(subject, copies(text, 1)).logits.values;
  const std::vector<std::string> watched =
      with_maps ? map_names(subject.anatomy) : std::vector<std::string>();
  const Pass after = run(subject, copies(done.text, 1), {watched, patches, {}, {}});
  done.logits_after = after.logits.values;
  for (size_t l = 0; l < watched.size(); ++l)
    done.maps.push_back(map_of(subject.anatomy.maps[l], matrix_of(after.value(watched[l])),
                               static_cast<int64_t>(done.text.ids.size())));
  return done;
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
        source.ids.size(), " tokens: expected as many.");
  expect_index("layer", layer, static_cast<int64_t>(points.size()));
  const auto N = static_cast<int64_t>(text.ids.size());
  const Pass theirs = run(subject, copies(source, 1), {points, {}, {}, {}});
  const auto score = [&](const Matrix& logits, int64_t row) {
    return score_of(target, logits.row(row), logits.columns, subject.network.answers());
  };
  Restoration result{{}, {}, score(logits_of(subject, {text}), 0), score(theirs.logits, 0)};
  for (size_t l = 0; l < points.size(); ++l)
    if (meets(layer, l)) result.layers.push_back(static_cast<int>(l));
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
