// Filling masks and answering questions.
#include <algorithm>

#include "engine/session/pretrained.h"

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

FilledMasks Pretrained::fill_mask(const std::string& text, int top) const {
  const BertConfig& c = bert_.config();
  if (c.head != BertHead::kMaskedLm) return ModelImpl::fill_mask(text, top);
  std::optional<int32_t> mask;
  for (const char* piece : {"[MASK]", "<mask>"})
    if (!mask) mask = tokenizer_.id_of(piece);
  check(mask.has_value(), "[", name_, "] the vocabulary has neither [MASK] nor <mask>.");
  Analysis analysis;
  Encoding encoding = tokenizer_.encode(text);
  Pass pass;
  AnalysisOptions options;
  options.attention = false;
  const Variable states = encode(pass, analysis, encoding, options);
  FilledMasks filled{text, {}};
  for (size_t n = 0; n < encoding.pieces.size(); ++n) {
    if (encoding.pieces[n].id != *mask) continue;
    const Variable state(states.value().rows(static_cast<int64_t>(n), 1));
    const Variable logits = bert_.predict_words(pass.ctx, state);
    const std::vector<double> p = softmax(logits.value().data<float>(), c.V);
    std::vector<int> order(p.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    const auto count = std::min(order.size(), static_cast<size_t>(std::max(0, top)));
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](int a, int b) {
                        const double pa = p[static_cast<size_t>(a)], pb = p[static_cast<size_t>(b)];
                        return pa != pb ? pa > pb : a < b;
                      });
    MaskCandidates candidates{static_cast<int>(n), {}};
    for (size_t i = 0; i < count; ++i) {
      const std::string* piece = tokenizer_.piece_of(order[i]);
      candidates.candidates.push_back({piece ? *piece : "", order[i], p[static_cast<size_t>(order[i])]});
    }
    filled.masks.push_back(std::move(candidates));
  }
  return filled;
}

// The span of the text with the highest start · end, start before end, not longer than 30 tokens.
Analysis Pretrained::answer(const std::string& question, const std::string& text,
                            const AnalysisOptions& options) const {
  if (bert_.config().head != BertHead::kQuestion) return ModelImpl::answer(question, text, options);
  Analysis analysis;
  analysis.model = name_;
  analysis.text = text;
  Encoding encoding = tokenizer_.encode_pair(question, text);
  Pass pass;
  const Variable states = encode(pass, analysis, encoding, options);
  const Variable logits = bert_.label_tokens(pass.ctx, states);
  const int64_t N = logits.size(0);
  std::vector<float> start, end;
  for (int64_t n = 0; n < N; ++n) {
    start.push_back(logits.value().data<float>()[2 * n]);
    end.push_back(logits.value().data<float>()[2 * n + 1]);
  }
  const std::vector<double> p_start = softmax(start.data(), N), p_end = softmax(end.data(), N);
  auto in_text = [&](size_t n) { return encoding.pieces[n].sequence == 1 && !encoding.pieces[n].special; };
  Answer best;
  for (size_t s = 0; s < encoding.pieces.size(); ++s)
    for (size_t e = s; in_text(s) && e < encoding.pieces.size() && e < s + 30; ++e)
      if (in_text(e) && p_start[s] * p_end[e] > best.score)
        best = {encoding.pieces[s].start, encoding.pieces[e].end, "", p_start[s] * p_end[e]};
  best.text = text.substr(static_cast<size_t>(best.start), static_cast<size_t>(best.end - best.start));
  analysis.answer = best;
  return analysis;
}

}  // namespace heed::session
