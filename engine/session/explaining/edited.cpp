// A text under edits, read as any text is.
#include "engine/session/explaining/explain.h"
#include "engine/session/explaining/inside/class_contributions.h"
#include "engine/session/explaining/inside/edited_text.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/inside/recorded_heads.h"

namespace heed::session {
namespace {

// Heads of a long text: those of edited layers are there as a whole, the others follow from their products.
class HeadsUnderEdits final : public Heads {
 public:
  HeadsUnderEdits(std::shared_ptr<const Heads> others, std::vector<AttentionMap> edited)
      : others_(std::move(others)), edited_(std::move(edited)) {}

  std::vector<float> weights(int layer, int head) const override {
    for (const AttentionMap& map : edited_)
      if (map.layer == layer && head < map.H) return head_of(map, head);
    return others_->weights(layer, head);
  }

 private:
  std::shared_ptr<const Heads> others_;
  std::vector<AttentionMap> edited_;
};

void keep_edited_maps(Analysis& analysis, int top) {
  std::vector<AttentionMap> edited;
  for (AttentionMap& map : analysis.attention) {
    if (map.weights.empty()) continue;
    edited.push_back(map);
    map.weights.clear();
  }
  if (edited.empty()) return;
  const auto heads = std::make_shared<HeadsUnderEdits>(analysis.heads, std::move(edited));
  summarise_heads(*heads, analysis, top);
  analysis.heads = heads;
}

}  // namespace

EncodedText ModelImpl::read(const std::string& text, const AnalysisOptions& options) const {
  EncodedText encoded = parts_.text->encode(text);
  Analysis ignored;
  cut(encoded, ignored, options);
  batch_of(encoded);  // says so if ids are out of bounds
  return encoded;
}

std::optional<EditedText> ModelImpl::edited(const std::string& text, const std::vector<std::string>& edits,
                                            const std::string& other, const AnalysisOptions& options) const {
  std::vector<explain::Edit> parsed;
  parsed.reserve(edits.size());
  for (const std::string& edit : edits) parsed.push_back(explain::parse_edit(edit));
  const explain::Subject unedited(explain::classifier(*parts_.network), *parts_.text, device_, memory_);
  const EncodedText given = read(text, options);
  if (!has_words(given)) return std::nullopt;
  std::optional<EncodedText> source;
  if (!other.empty()) source = read(other, options);
  EncodedText changed = explain::with_words_edited(*parts_.text, given, parsed);
  check(has_words(changed), "[edit] no word of the text is left: expected one at least.");
  parts_.text->cut(changed, static_cast<size_t>(parts_.max_tokens));  // words may have become longer
  explain::Subject subject = explain::under(unedited, parsed, source ? &*source : nullptr);
  return EditedText{std::move(parsed), std::move(changed), std::move(subject)};
}

Analysis ModelImpl::analyse(const std::string& text, const EditedText& given,
                            const AnalysisOptions& options) const {
  Analysis analysis;
  analysis.model = name_;
  analysis.text = text;
  analysis.total_tokens = static_cast<int64_t>(given.text.ids.size());
  const explain::SubjectEdits* edits = given.subject.edits.get();
  const auto add_edits = [&](Trace& trace) {
    if (edits == nullptr) return;
    edits->add_to(trace, make_batch({given.text}, {0}).sentences);
    for (size_t i = 0; i < edits->points().size() && options.attention; ++i) trace.watch(edits->points()[i]);
  };
  const Tensor nowhere({0}, DType::kInt32);  // no words are asked for
  read_head(run(given.text, analysis, options, nowhere, add_edits), analysis);
  if (analysis.heads) keep_edited_maps(analysis, options.top);
  return analysis;
}

Analysis changed_run(const Model& model, const std::string& text, const std::vector<std::string>& edits,
                     const std::string& other, const AnalysisOptions& options) {
  ExplainOptions wanted;
  wanted.edits = edits;
  wanted.other = other;
  wanted.analysis = options;
  wanted.contributions = wanted.attributions = wanted.analysed = false;
  wanted.answered = true;
  return explain(model, text, wanted).explained();
}

}  // namespace heed::session
