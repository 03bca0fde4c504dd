#include "engine/explain/leave_one_out.h"

#include <algorithm>

#include "engine/explain/divergence.h"
#include "engine/explain/target.h"
#include "engine/explain/variants.h"

namespace heed::explain {
namespace {

int32_t id_in_place(const Subject& subject, LeftOut how) {
  if (how == LeftOut::kUnknown) return subject.text.unknown();
  const auto mask = subject.text.mask();
  check(mask.has_value(),
        "[explain] the vocabulary has neither [MASK] nor <mask>: leave words out by removing "
        "them.");
  return *mask;
}

}  // namespace

LeaveOneOut leave_one_out(const Subject& subject, const EncodedText& text, LeftOut how) {
  const std::vector<int> places = standing(text);
  std::vector<EncodedText> variants{text};
  std::vector<std::vector<int>> left_out;
  for (const int n : places)
    variants.push_back(how == LeftOut::kRemoved ? without(subject.text, text, {n})
                                                : hidden(subject.text, text, n, id_in_place(subject, how)));
  if (how == LeftOut::kRemoved) {
    left_out.emplace_back();
    for (const int n : places) left_out.push_back({n});
  }
  const Matrix logits = logits_of(subject, variants, left_out);
  LeaveOneOut result;
  result.original.assign(logits.row(0), logits.row(0) + logits.columns);
  result.logits = Matrix(static_cast<int64_t>(text.ids.size()), logits.columns);
  for (int64_t n = 0; n < result.logits.rows; ++n)
    std::copy(result.original.begin(), result.original.end(), result.logits.row(n));
  for (size_t i = 0; i < places.size(); ++i)
    std::copy_n(logits.row(static_cast<int64_t>(i) + 1), logits.columns, result.logits.row(places[i]));
  return result;
}

std::vector<double> total_variation(const LeaveOneOut& left_out, AnswerKind answers) {
  const int64_t C = left_out.logits.columns;
  const std::vector<double> p = answers_to(left_out.original.data(), C, answers);
  std::vector<double> changes;
  for (int64_t n = 0; n < left_out.logits.rows; ++n)
    changes.push_back(total_variation(p, answers_to(left_out.logits.row(n), C, answers)));
  return changes;
}

}  // namespace heed::explain
