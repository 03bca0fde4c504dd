#include "engine/session/explaining/explain.h"

#include <algorithm>

#include "engine/base/names.h"
#include "engine/explain/intervene.h"
#include "engine/explain/method.h"
#include "engine/session/explaining/inside/class_contributions.h"
#include "engine/session/models/inside/model_impl.h"

namespace heed::session {
namespace {

int64_t class_named(const std::vector<std::string>& labels, const std::string& wanted) {
  const auto found = std::find(labels.begin(), labels.end(), wanted);
  if (found == labels.end())
    fail<UsageError>("[explain] the class \"", wanted, "\" is unknown: expected one of ", listed(labels),
                     ".");
  return found - labels.begin();
}

// The label whose score is explained unless one is named: the predicted class, or of values the first.
std::string usual_label(const std::vector<std::string>& labels, const Analysis& analysis) {
  return analysis.prediction ? analysis.prediction->label : labels.front();
}

explain::Target target_of(const std::vector<std::string>& labels, const Analysis& analysis,
                          const ExplainOptions& options) {
  explain::Target target;
  target.label = class_named(labels, options.label.empty() ? usual_label(labels, analysis) : options.label);
  if (!options.against.empty()) target.against = class_named(labels, options.against);
  return target;
}

std::vector<Attributed> attributions_of(const explain::Subject& subject, const EncodedText& text,
                                        const explain::Target& target, const std::vector<std::string>& labels,
                                        const std::vector<std::string>& wanted, bool unasked) {
  std::vector<Attributed> all;
  for (const MethodEntry& method : explain::methods()) {
    const bool named = std::find(wanted.begin(), wanted.end(), method.name) != wanted.end();
    if (!wanted.empty() && !named) continue;
    const std::string lacking = explain::lacks(method, subject, text);
    check(lacking.empty() || !named || unasked, "[explain] ", method.name, " cannot be asked here: ", lacking,
          ".");
    if (!lacking.empty()) continue;
    explain::Attribution found = method.attribute(subject, text, target);
    Attributed attributed{method.name, "", "", std::move(found.values), found.gap, found.steps};
    if (method.traits.per_class) {
      attributed.label = labels[static_cast<size_t>(target.label)];
      if (target.against) attributed.against = labels[static_cast<size_t>(*target.against)];
    }
    all.push_back(std::move(attributed));
  }
  return all;
}

std::vector<ClassContributions> contributions_of(const explain::Subject& subject, const EncodedText& text,
                                                 const std::vector<std::string>& labels,
                                                 const ExplainOptions& options) {
  const bool parts = options.parts && !subject.anatomy.residual();
  std::vector<int64_t> classes;
  for (const std::string& label : options.classes) classes.push_back(class_named(labels, label));
  const auto found = explain::contributions(
      subject, {text}, parts ? explain::Detail::kParts : explain::Detail::kTerms, classes);
  std::vector<ClassContributions> all;
  for (const explain::Contributions& c : found.front()) all.push_back(class_contributions(c, labels, parts));
  return all;
}

Edited edited_of(const explain::Intervention& done, const std::vector<explain::Edit>& edits,
                 const explain::Subject& subject, const std::vector<std::string>& labels) {
  Edited edited;
  for (const explain::Edit& edit : edits) edited.edits.push_back(explain::text_of(edit));
  for (const TextToken& token : done.text.tokens) edited.tokens.push_back(token.text);
  const std::vector<double> p = answers_to(
      done.logits_after.data(), static_cast<int64_t>(done.logits_after.size()), subject.network.answers());
  for (size_t c = 0; c < p.size(); ++c)
    if (subject.network.answers() == AnswerKind::kValues)
      edited.values.push_back({labels[c], p[c]});
    else
      edited.classes.push_back({labels[c], p[c]});
  for (size_t l = 0; l < done.maps.size(); ++l) {
    const AttentionPoint& point = subject.anatomy.maps[l];
    const explain::Map& map = done.maps[l];
    edited.attention.push_back({point.name,
                                point.kind,
                                point.layer,
                                map.H,
                                map.T,
                                map.S,
                                point.normalised,
                                {map.weights.begin(), map.weights.end()}});
  }
  return edited;
}

Patched patched_of(const explain::Restoration& found, const std::string& label) {
  Patched patched{label, found.layers, {}, found.score, found.of_source};
  for (int64_t l = 0; l < found.scores.rows; ++l)
    patched.scores.emplace_back(found.scores.row(l), found.scores.row(l) + found.scores.columns);
  return patched;
}

}  // namespace

EncodedText ModelImpl::read(const std::string& text, const AnalysisOptions& options) const {
  EncodedText encoded = parts_.text->encode(text);
  Analysis ignored;
  cut(encoded, ignored, options);
  batch_of(encoded);  // says so if ids are out of bounds
  return encoded;
}

Explanation ModelImpl::explain(const std::string& text, const ExplainOptions& options) const {
  for (const std::string& name : options.methods) explain::method_named(name);
  for (const std::string& label : {options.label, options.against})
    if (!label.empty()) class_named(parts_.labels, label);
  std::vector<explain::Edit> edits;
  for (const std::string& edit : options.edits) edits.push_back(explain::parse_edit(edit));
  const explain::Subject subject(explain::classifier(*parts_.network), *parts_.text, device_, memory_);
  Explanation result;
  const bool asks = options.attributions || options.patching;
  if (options.analysed || (asks && options.label.empty())) result.analysis = analyse(text, options.analysis);
  const EncodedText encoded = read(text, options.analysis);
  if (!has_words(encoded)) return result;
  if (options.contributions)
    result.contributions = contributions_of(subject, encoded, parts_.labels, options);
  if (options.attributions)
    result.attributions =
        attributions_of(subject, encoded, target_of(parts_.labels, result.analysis, options), parts_.labels,
                        options.methods, options.unasked);
  std::optional<EncodedText> other;
  if (!options.other.empty()) other = read(options.other, options.analysis);
  if (options.patching) {
    if (!other)
      fail<UsageError>("[explain] patching takes states of another text: expected one (--other TEXT).");
    const explain::Target target = target_of(parts_.labels, result.analysis, options);
    result.patched = patched_of(explain::restoration(subject, encoded, *other, target, *options.patching),
                                parts_.labels[static_cast<size_t>(target.label)]);
  }
  if (edits.empty() && !options.answered) return result;
  const explain::Intervention done =
      explain::intervene(subject, encoded, edits, other ? &*other : nullptr, options.analysis.attention);
  result.edited = edited_of(done, edits, subject, parts_.labels);
  return result;
}

Explanation explain(const Model& model, const std::string& text, const ExplainOptions& options) {
  return model.impl_->explain(text, options);
}

}  // namespace heed::session
