#include "native/studio/parts/findings.h"

#include <cmath>

namespace heed::studio {
namespace {

using session::Finds;

constexpr int kCandidates = 8;

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  double dot = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    dot += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    aa += static_cast<double>(a[i]) * static_cast<double>(a[i]);
    bb += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  return aa > 0 && bb > 0 ? dot / std::sqrt(aa * bb) : 0;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

Jobs::Apply Findings::answer(Findings* self, const Question& asked) {
  std::optional<session::FilledMasks> filled;
  std::optional<double> nearness;
  const session::ModelInfo info = asked.model->info();
  const Finds finds = info.finds;
  if (finds == Finds::kWords && asked.sentence.find(info.mask) != std::string::npos)
    filled = asked.model->fill_mask(asked.sentence, kCandidates);
  if (finds == Finds::kVector && !asked.other.empty() && !asked.sentence.empty()) {
    session::AnalysisOptions options;
    options.attention = false;
    nearness = cosine(asked.model->analyse(asked.sentence, options).embedding,
                      asked.model->analyse(asked.other, options).embedding);
  }
  return [self, filled, nearness] {
    self->problem_.clear();
    self->filled_ = filled;
    self->nearness_ = nearness;
  };
}

void Findings::follow() {
  const Question asked{explorer_.model(), explorer_.sentence(), other};
  if (!asked.model || asked == asked_) return;
  if (asked.model != asked_.model) {
    filled_.reset();
    nearness_.reset();
  }
  asked_ = asked;
  jobs_.newest(
      "findings", [this, asked]() -> Jobs::Apply { return answer(this, asked); },
      [this](const std::string& message) { problem_ = message; });
}

void Findings::mask_longest_word() {
  std::string text = explorer_.sentence();
  size_t longest = 0, length = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end - at > length) {
      longest = at;
      length = end - at;
    }
    at = std::max(end, at + 1);
  }
  if (length > 0) explorer_.write(text.replace(longest, length, explorer_.mask()));
}

void Findings::fill(const std::string& token) {
  std::string text = explorer_.sentence();
  const std::string& mask = explorer_.mask();
  const size_t place = text.find(mask);
  if (place == std::string::npos) return;
  if (token.rfind("##", 0) != 0) return explorer_.write(text.replace(place, mask.size(), token));
  // A piece that goes on a word stands without the space before it.
  const bool spaced = place > 0 && text[place - 1] == ' ';
  explorer_.write(text.replace(place - (spaced ? 1 : 0), mask.size() + (spaced ? 1 : 0), token.substr(2)));
}

}  // namespace heed::studio
