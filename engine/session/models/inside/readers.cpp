#include "engine/session/models/readers.h"

#include "engine/session/models/inside/model_impl.h"

namespace heed::session {

const ModelReaders kEveryReader{
    [](const ModelImpl& model, const Tensor& logits, Analysis& analysis) {
      model.label_tokens(logits, analysis);
    },
    [](const ModelImpl& model, const Tensor& states, Analysis& analysis) { model.embed(states, analysis); },
    [](const ModelImpl& model, const Trace& trace, Analysis& analysis, int top) {
      model.keep_heads(trace, analysis, top);
    },
    [](const ModelImpl& model, const std::string& question, const std::string& text,
       const AnalysisOptions& options) { return model.answer(question, text, options); },
    write_heads};

}  // namespace heed::session
