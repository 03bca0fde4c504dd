// Filling masks and answering questions.
#include <algorithm>
#include <numeric>

#include "engine/session/models/inside/pretrained.h"

namespace heed::session {

FilledMasks ModelImpl::fill_mask(const std::string&, int) const {
  const ModelInfo model = info();
  fail("[", model.name, "] is a ", model.architecture,
       ": only a masked language model, such as BertForMaskedLM, fills masks.");
}
Analysis ModelImpl::answer(const std::string&, const std::string&, const AnalysisOptions&) const {
  const ModelInfo model = info();
  fail("[", model.name, "] is a ", model.architecture,
       ": only a model for question answering, such as BertForQuestionAnswering, answers questions.");
}

namespace {

// The `count` largest of p, in order; of equal ones the first.
std::vector<int> likeliest(const std::vector<double>& p, int count) {
  std::vector<int> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  const auto end = order.begin() + std::clamp(count, 0, static_cast<int>(p.size()));
  std::partial_sort(order.begin(), end, order.end(), [&](int a, int b) {
    const double pa = p[static_cast<size_t>(a)], pb = p[static_cast<size_t>(b)];
    return pa != pb ? pa > pb : a < b;
  });
  order.erase(end, order.end());
  return order;
}

// Softmax of column `column` of logits [N, 2] over the tokens that `allowed` holds; 0 for the others.
std::vector<double> softmax_over(const Tensor& logits, int column, const std::vector<size_t>& allowed) {
  std::vector<float> chosen;
  for (const size_t n : allowed) chosen.push_back(logits.data<float>()[2 * n + static_cast<size_t>(column)]);
  std::vector<double> p(static_cast<size_t>(logits.size(0)), 0.0);
  const std::vector<double> q = softmax(chosen.data(), static_cast<int64_t>(chosen.size()));
  for (size_t i = 0; i < allowed.size(); ++i) p[allowed[i]] = q[i];
  return p;
}

constexpr size_t kLongestAnswer = 15;  // tokens, as the library's pipeline has it
constexpr size_t kAnswers = 5;

// Of tokens, both ends within.
struct TokenSpan {
  size_t start = 0, end = 0;
  double score = 0;
};

// The likeliest spans, each beside the better ones.
std::vector<TokenSpan> best_spans(const std::vector<double>& start, const std::vector<double>& end,
                                  const std::vector<size_t>& allowed) {
  std::vector<TokenSpan> all, best;
  for (const size_t s : allowed)
    for (size_t e = s; e < std::min(s + kLongestAnswer, end.size()); ++e)
      if (start[s] * end[e] > 0) all.push_back({s, e, start[s] * end[e]});
  std::stable_sort(all.begin(), all.end(),
                   [](const TokenSpan& a, const TokenSpan& b) { return a.score > b.score; });
  for (const TokenSpan& span : all) {
    const bool apart = std::all_of(best.begin(), best.end(), [&](const TokenSpan& other) {
      return span.end < other.start || span.start > other.end;
    });
    if (apart) best.push_back(span);
    if (best.size() == kAnswers) break;
  }
  return best;
}

}  // namespace

std::vector<MaskCandidate> Pretrained::candidates(const float* logits, int64_t V, int top) const {
  const std::vector<double> p = softmax(logits, V);
  std::vector<MaskCandidate> found;
  for (const int id : likeliest(p, top)) {
    const std::string* piece = tokenizer_.piece_of(id);
    found.push_back({piece ? *piece : "", id, p[static_cast<size_t>(id)]});
  }
  return found;
}

FilledMasks Pretrained::fill_mask(const std::string& text, int top) const {
  if (bert_.output() != Output::kWords) return ModelImpl::fill_mask(text, top);
  std::optional<int32_t> mask;
  for (const char* piece : {"[MASK]", "<mask>"})
    if (!mask) mask = tokenizer_.id_of(piece);
  check(mask.has_value(), "[", name_, "] the vocabulary has neither [MASK] nor <mask>.");
  Encoding encoding = tokenizer_.encode(text);
  auto masks = [&] {
    std::vector<int32_t> places;
    for (size_t n = 0; n < encoding.pieces.size(); ++n)
      if (encoding.pieces[n].id == *mask) places.push_back(static_cast<int32_t>(n));
    return places;
  };
  const size_t wanted = masks().size();
  Analysis analysis;
  AnalysisOptions options;
  options.attention = false;
  encoding = cut(std::move(encoding), analysis, options);
  const std::vector<int32_t> places = masks();
  check(places.size() == wanted, "[", name_, "] a mask stands behind the ", encoding.pieces.size(),
        " tokens that the model takes of ", analysis.total_tokens, ": shorten the text.");
  const auto M = static_cast<int64_t>(places.size());
  const Tensor logits = run(encoding, analysis, options, Tensor::of<int32_t>({M}, places));
  const int64_t V = logits.size(1);
  FilledMasks filled{text, {}};
  for (int64_t m = 0; m < M; ++m)
    filled.masks.push_back(
        {places[static_cast<size_t>(m)], candidates(logits.data<float>() + m * V, V, top)});
  return filled;
}

// The span of the text with the highest P(start) · P(end), both over the text's tokens alone.
Analysis Pretrained::answer(const std::string& question, const std::string& text,
                            const AnalysisOptions& options) const {
  if (bert_.output() != Output::kSpans) return ModelImpl::answer(question, text, options);
  Analysis analysis;
  analysis.model = name_;
  analysis.text = text;
  Encoding encoding = tokenizer_.encode_pair(question, text);
  encoding = cut(std::move(encoding), analysis, options);
  const Tensor logits = run(encoding, analysis, options);
  std::vector<size_t> allowed;
  for (size_t n = 0; n < encoding.pieces.size(); ++n)
    if (encoding.pieces[n].sequence == 1 && !encoding.pieces[n].special) allowed.push_back(n);
  for (size_t n = 0; n < encoding.pieces.size(); ++n)
    analysis.tokens[n].question = encoding.pieces[n].sequence == 0 && !encoding.pieces[n].special;
  if (allowed.empty()) return analysis;
  const std::vector<double> start = softmax_over(logits, 0, allowed), end = softmax_over(logits, 1, allowed);
  for (const TokenSpan& span : best_spans(start, end, allowed)) {
    const int64_t from = encoding.pieces[span.start].start, to = encoding.pieces[span.end].end;
    analysis.answers.push_back(
        {from, to, text.substr(static_cast<size_t>(from), static_cast<size_t>(to - from)), span.score});
  }
  if (!analysis.answers.empty()) analysis.answer = analysis.answers.front();
  return analysis;
}

}  // namespace heed::session
