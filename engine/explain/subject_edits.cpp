#include "engine/explain/subject_edits.h"

#include <algorithm>
#include <optional>

#include "engine/explain/pass.h"

namespace heed::explain {
namespace {

bool meets(const Edit& edit, size_t layer) {
  return edit.layer == kAll || edit.layer == static_cast<int>(layer);
}

// The place of a token in a text without these; none where it is one of them.
std::optional<int> place_without(int token, const std::vector<int>& left_out) {
  const auto at = std::lower_bound(left_out.begin(), left_out.end(), token);
  if (at != left_out.end() && *at == token) return std::nullopt;
  return token - static_cast<int>(at - left_out.begin());
}

// The edit of a text without these tokens. An edit of a row or of a weight of theirs goes with them.
std::optional<Edit> without(Edit edit, const AttentionPoint& point, const std::vector<int>& left_out) {
  const auto moved = [&](int& token) {
    const std::optional<int> place = place_without(token, left_out);
    token = place.value_or(0);
    return place.has_value();
  };
  if (edit.query != kAll && point.kind != "pooling" && !moved(edit.query)) return std::nullopt;
  const bool keyed = edit.kind == Edit::Kind::kWeight || edit.kind == Edit::Kind::kOnly;
  if (keyed && !moved(edit.key)) return std::nullopt;
  for (size_t i = left_out.size(); i-- > 0 && edit.kind == Edit::Kind::kRow;)
    if (static_cast<size_t>(left_out[i]) < edit.row.size()) edit.row.erase(edit.row.begin() + left_out[i]);
  return edit;
}

int64_t cells_of(const AttentionPoint& point, int64_t tokens) {
  return point.heads * tokens * (point.kind == "pooling" ? 1 : tokens);
}

}  // namespace

SubjectEdits::SubjectEdits(const Subject& unedited, const std::vector<Edit>& edits, const EncodedText* other)
    : maps_(unedited.anatomy.maps), states_(unedited.anatomy.layer_states) {
  for (const Edit& edit : edits) {
    if (edit.of_words()) continue;
    expect_index("layer", edit.layer, static_cast<int64_t>(edit.of_maps() ? maps_.size() : states_.size()));
    check(!edit.needs_other() || other != nullptr,
          "[edit] this edit takes something of another sentence: give one.");
    edits_.push_back(edit);
  }
  const auto any = [&](size_t layer, bool of_maps) {
    return std::any_of(edits_.begin(), edits_.end(),
                       [&](const Edit& edit) { return edit.of_maps() == of_maps && meets(edit, layer); });
  };
  for (size_t l = 0; l < maps_.size(); ++l)
    if (any(l, true)) points_.push_back(maps_[l].name);
  for (size_t l = 0; l < states_.size(); ++l)
    if (any(l, false)) points_.push_back(states_[l]);
  if (other != nullptr) take_from(unedited, *other);
}

void SubjectEdits::take_from(const Subject& unedited, const EncodedText& other) {
  other_tokens_ = static_cast<int64_t>(other.ids.size());
  const bool takes =
      std::any_of(edits_.begin(), edits_.end(), [](const Edit& edit) { return edit.needs_other(); });
  if (!takes) return;
  const Pass pass = run(unedited, copies(other, 1), {points_, {}, {}, {}});
  for (const std::string& point : points_) taken_[point] = matrix_of(pass.value(point));
}

bool SubjectEdits::of_states() const {
  return std::any_of(edits_.begin(), edits_.end(),
                     [](const Edit& edit) { return edit.kind == Edit::Kind::kState; });
}

std::string SubjectEdits::needs_whole_text() const {
  for (const Edit& edit : edits_)
    if (edit.needs_other() || edit.kind == Edit::Kind::kPermuted) return text_of(edit);
  return "";
}

void SubjectEdits::add_to(Trace& trace, const Spans& texts, const LeftOut& left_out) const {
  const std::string whole = needs_whole_text();
  check(left_out.empty() || whole.empty(), "[edit] ", whole,
        " is of the whole text: words can be hidden under it, not left out.");
  const Texts given{texts, left_out};
  const auto wanted = [&](const std::string& point) {
    const bool is_edited = std::find(points_.begin(), points_.end(), point) != points_.end();
    return is_edited && trace.patch_of(point) == nullptr;
  };
  for (size_t l = 0; l < maps_.size(); ++l)
    if (wanted(maps_[l].name)) trace.edit(maps_[l].name, of_map(l, given));
  for (size_t l = 0; l < states_.size(); ++l)
    if (wanted(states_[l])) trace.edit(states_[l], of_state(l, given));
}

EditedMap SubjectEdits::edited(size_t layer, const Texts& texts, size_t text, const double* weights) const {
  const AttentionPoint& point = maps_[layer];
  const int64_t N = texts.spans.length[text];
  Map map{point.heads, point.kind == "pooling" ? 1 : N, N, {}};
  map.weights.assign(weights, weights + cells_of(point, N));
  EditedMap made(point, std::move(map));
  for (const Edit& edit : edits_) {
    if (!edit.of_maps() || !meets(edit, layer)) continue;
    const std::optional<Edit> own =
        texts.left_out.empty() ? edit : without(edit, point, texts.left_out[text]);
    if (own && own->kind == Edit::Kind::kOther)
      made.take(*own, map_of(point, taken_.at(point.name), other_tokens_));
    else if (own)
      made.apply(*own);
  }
  return made;
}

Trace::Edit SubjectEdits::of_map(size_t layer, const Texts& texts) const {
  // The map of each text, or the gradient by it where `dy` is that by the edited one.
  const auto each = [this, layer, texts](const Tensor& x, const Tensor* dy) {
    const std::vector<double> given = matrix_of(x).values,
                              by = dy ? matrix_of(*dy).values : std::vector<double>();
    std::vector<double> all;
    for (size_t b = 0; b < texts.spans.B(); ++b) {
      const auto first = static_cast<std::ptrdiff_t>(all.size());
      const int64_t cells = cells_of(maps_[layer], texts.spans.length[b]);
      const EditedMap map = edited(layer, texts, b, given.data() + first);
      const std::vector<double> one =
          dy ? map.gradient({by.begin() + first, by.begin() + first + cells}) : map.weights();
      all.insert(all.end(), one.begin(), one.end());
    }
    return tensor_of(all, x.shape(), x.dtype());
  };
  return {[each](const Tensor& x) { return each(x, nullptr); },
          [each](const Tensor& x, const Tensor& dy) { return each(x, &dy); }};
}

// States [N, D] with the rows that are edited those of the other text, or zeros.
Tensor SubjectEdits::with_states(size_t layer, const Texts& texts, const Tensor& given, bool of_other) const {
  const Matrix& theirs = taken_.at(states_[layer]);
  Matrix all = matrix_of(given);
  for (const Edit& edit : edits_) {
    if (edit.kind != Edit::Kind::kState || !meets(edit, layer)) continue;
    for (size_t b = 0; b < texts.spans.B(); ++b) {
      const int64_t N = texts.spans.length[b], first = texts.spans.begin[b];
      expect_index("token", edit.token, std::min(N, other_tokens_));
      check(edit.token != kAll || N == other_tokens_, "[edit] the texts have ", N, " and ", other_tokens_,
            " tokens: expected the same number, to take the states of all.");
      for (int64_t n = 0; n < N; ++n)
        if (edit.token == kAll || edit.token == n)
          for (int64_t d = 0; d < all.columns; ++d) all.at(first + n, d) = of_other ? theirs.at(n, d) : 0;
    }
  }
  return tensor_of(all.values, given.shape(), given.dtype());
}

Trace::Edit SubjectEdits::of_state(size_t layer, const Texts& texts) const {
  return {
      [this, layer, texts](const Tensor& x) { return with_states(layer, texts, x, true); },
      [this, layer, texts](const Tensor&, const Tensor& dy) { return with_states(layer, texts, dy, false); }};
}

Subject under(const Subject& unedited, const std::vector<Edit>& edits, const EncodedText* other) {
  Subject subject = unedited;
  auto made = std::make_shared<const SubjectEdits>(unedited, edits, other);
  if (!made->points().empty()) subject.edits = std::move(made);
  return subject;
}

}  // namespace heed::explain
