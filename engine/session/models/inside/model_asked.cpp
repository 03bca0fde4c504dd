// Filling masks and answering questions.
#include <algorithm>
#include <numeric>

#include "engine/base/order.h"
#include "engine/session/models/inside/model_impl.h"

namespace heed::session {
namespace {

// The `count` largest of p [V], in order; of equal ones the first.
std::vector<int> likeliest(const double* p, int64_t V, int count) {
  std::vector<int> order(static_cast<size_t>(V));
  std::iota(order.begin(), order.end(), 0);
  const auto end = order.begin() + std::clamp(count, 0, static_cast<int>(V));
  std::partial_sort(order.begin(), end, order.end(),
                    [&](int a, int b) { return p[a] != p[b] ? p[a] > p[b] : a < b; });
  order.erase(end, order.end());
  return order;
}

constexpr size_t kLongestAnswer = 15;  // tokens, as the library's pipeline has it
constexpr size_t kAnswers = 5;

// A span of tokens, both ends within.
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
  sort_stably(all, [](const TokenSpan& a, const TokenSpan& b) { return a.score > b.score; });
  for (const TokenSpan& span : all) {
    const bool apart = std::all_of(best.begin(), best.end(), [&](const TokenSpan& other) {
      return span.end < other.start || span.start > other.end;
    });
    if (apart) best.push_back(span);
    if (best.size() == kAnswers) break;
  }
  return best;
}

// Where `id` stands.
std::vector<int32_t> places_of(int32_t id, const EncodedText& text) {
  std::vector<int32_t> places;
  for (size_t n = 0; n < text.ids.size(); ++n)
    if (text.ids[n] == id) places.push_back(static_cast<int32_t>(n));
  return places;
}

// What token t looks at, in every head of a layer.
void add_row(const AttentionMap& map, int64_t t, std::vector<float>& rows) {
  for (int64_t h = 0; h < map.H; ++h) {
    const auto first = map.weights.begin() + (h * map.T + t) * map.S;
    rows.insert(rows.end(), first, first + map.S);
  }
}

}  // namespace

// The softmax of column `column` of logits [N, 2] over the tokens `rows`; 0 for the others.
std::vector<double> ModelImpl::softmax_over(const Tensor& logits, int column,
                                            const std::vector<size_t>& rows) const {
  Tensor chosen({1, static_cast<int64_t>(rows.size())}, DType::kFloat32);
  for (size_t i = 0; i < rows.size(); ++i)
    chosen.data<float>()[i] = logits.data<float>()[2 * rows[i] + static_cast<size_t>(column)];
  const std::vector<double> q = rows_to(chosen, AnswerKind::kOneClass);
  std::vector<double> p(static_cast<size_t>(logits.size(0)), 0.0);
  for (size_t i = 0; i < rows.size(); ++i) p[rows[i]] = q[i];
  return p;
}

FilledMasks ModelImpl::fill_mask(const std::string& text, int top, bool attention) const {
  check(parts_.network->output() == Output::kWords, "[", name_, "] is a ", parts_.kind,
        ": only a masked language model, such as BertForMaskedLM, fills masks.");
  const std::optional<int32_t> mask = parts_.text->mask();
  check(mask.has_value(), "[", name_, "] the vocabulary has neither [MASK] nor <mask>.");
  EncodedText encoded = parts_.text->encode(text);
  const size_t wanted = places_of(*mask, encoded).size();
  Analysis analysis;
  AnalysisOptions options;
  options.attention = attention;
  cut(encoded, analysis, options);
  const std::vector<int32_t> places = places_of(*mask, encoded);
  check(places.size() == wanted, "[", name_, "] a mask stands behind the ", encoded.ids.size(),
        " tokens that the model takes of ", analysis.total_tokens, ": shorten the text.");
  const auto M = static_cast<int64_t>(places.size());
  const Tensor logits = run(encoded, analysis, options, Tensor::of<int32_t>({M}, places));
  const std::vector<double> p = rows_to(logits, AnswerKind::kOneClass);
  const int64_t V = logits.size(1);
  FilledMasks filled;
  filled.text = text;
  filled.warnings = analysis.warnings;
  for (int64_t m = 0; m < M; ++m) {
    const double* row = p.data() + m * V;
    MaskCandidates candidates;
    candidates.position = places[static_cast<size_t>(m)];
    for (const int id : likeliest(row, V, top))
      candidates.candidates.push_back({parts_.text->token_of(id), id, row[id]});
    for (const AttentionMap& map : analysis.attention)
      add_row(map, candidates.position, candidates.attention);
    filled.masks.push_back(std::move(candidates));
  }
  if (!attention || analysis.attention.empty()) return filled;
  filled.layers = static_cast<int64_t>(analysis.attention.size());
  filled.heads = analysis.attention.front().H;
  for (const Token& token : analysis.tokens) filled.tokens.push_back(token.text);
  return filled;
}

// The span of the text with the highest P(start) · P(end), both over the text's tokens alone.
Analysis ModelImpl::answer(const std::string& question, const std::string& text,
                           const AnalysisOptions& options) const {
  check(parts_.network->output() == Output::kSpans, "[", name_, "] is a ", parts_.kind,
        ": only a model for question answering, such as BertForQuestionAnswering, answers questions.");
  Analysis analysis;
  analysis.model = name_;
  analysis.text = text;
  EncodedText encoded = parts_.text->encode_pair(question, text);
  cut(encoded, analysis, options);
  const Tensor logits = run(encoded, analysis, options, {});
  std::vector<size_t> allowed;
  for (size_t n = 0; n < encoded.tokens.size(); ++n) {
    const TextToken& token = encoded.tokens[n];
    if (token.sequence == 1 && !token.special) allowed.push_back(n);
    analysis.tokens[n].question = token.sequence == 0 && !token.special;
  }
  if (allowed.empty()) return analysis;
  const std::vector<double> start = softmax_over(logits, 0, allowed), end = softmax_over(logits, 1, allowed);
  for (const TokenSpan& span : best_spans(start, end, allowed)) {
    const int64_t from = encoded.tokens[span.start].start, to = encoded.tokens[span.end].end;
    analysis.answers.push_back(
        {from, to, text.substr(static_cast<size_t>(from), static_cast<size_t>(to - from)), span.score});
  }
  if (!analysis.answers.empty()) analysis.answer = analysis.answers.front();
  return analysis;
}

}  // namespace heed::session
