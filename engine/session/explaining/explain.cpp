#include "engine/session/explaining/explain.h"

#include <algorithm>

#include "engine/base/names.h"
#include "engine/explain/method.h"
#include "engine/session/explaining/inside/class_contributions.h"
#include "engine/session/explaining/inside/edited_text.h"
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

std::vector<Attributed> attributions_of(const EditedText& given, const Analysis& said,
                                        const std::vector<std::string>& labels,
                                        const ExplainOptions& options) {
  const explain::Target target = target_of(labels, said, options);
  const std::vector<std::string>& wanted = options.methods;
  std::vector<Attributed> all;
  for (const MethodEntry& method : explain::methods()) {
    const bool named = std::find(wanted.begin(), wanted.end(), method.name) != wanted.end();
    if (!wanted.empty() && !named) continue;
    const std::string lacking = explain::lacks(method, given.subject, given.text);
    check(lacking.empty() || !named || options.unasked, "[explain] ", method.name,
          " cannot be asked here: ", lacking, ".");
    if (!lacking.empty()) continue;
    explain::Attribution found = method.attribute(given.subject, given.text, target);
    Attributed attributed{method.name, "", "", std::move(found.values), found.gap, found.steps};
    if (method.traits.per_class) {
      attributed.label = labels[static_cast<size_t>(target.label)];
      if (target.against) attributed.against = labels[static_cast<size_t>(*target.against)];
    }
    all.push_back(std::move(attributed));
  }
  return all;
}

// None where there is no sum of what words have written (explain::lacks).
std::vector<ClassContributions> contributions_of(const EditedText& given,
                                                 const std::vector<std::string>& labels,
                                                 const ExplainOptions& options) {
  if (!explain::lacks(explain::method_named("contribution"), given.subject, given.text).empty()) return {};
  const bool parts = options.parts && !given.subject.anatomy.residual();
  std::vector<int64_t> classes;
  for (const std::string& label : options.classes) classes.push_back(class_named(labels, label));
  const auto found = explain::contributions(
      given.subject, {given.text}, parts ? explain::Detail::kParts : explain::Detail::kTerms, classes);
  std::vector<ClassContributions> all;
  for (const explain::Contributions& c : found.front()) all.push_back(class_contributions(c, labels, parts));
  return all;
}

Patched patched_of(const EditedText& given, const explain::Target& target,
                   const std::vector<std::string>& labels, const EncodedText& source, int layer) {
  const explain::Restoration found = explain::restoration(given.subject, given.text, source, target, layer);
  Patched patched{labels[static_cast<size_t>(target.label)], found.layers, {}, found.score, found.of_source};
  for (int64_t l = 0; l < found.scores.rows; ++l)
    patched.scores.emplace_back(found.scores.row(l), found.scores.row(l) + found.scores.columns);
  return patched;
}

}  // namespace

Explanation ModelImpl::explain(const std::string& text, const ExplainOptions& options) const {
  for (const std::string& name : options.methods) explain::method_named(name);
  for (const std::string& label : {options.label, options.against})
    if (!label.empty()) class_named(parts_.labels, label);
  Explanation result;
  const std::optional<EditedText> given = edited(text, options.edits, options.other, options.analysis);
  const bool changes = !options.edits.empty(),
             asks = (options.attributions || options.patching) && options.label.empty();
  if (options.analysed || !given || (asks && !changes)) result.analysis = analyse(text, options.analysis);
  if (!given) return result;
  if (changes || options.answered) {
    result.edited.emplace();
    for (const explain::Edit& edit : given->edits) result.edited->edits.push_back(explain::text_of(edit));
    result.edited->run = analyse(text, *given, options.analysis);
  }
  if (options.contributions) result.contributions = contributions_of(*given, parts_.labels, options);
  const Analysis& said = changes ? result.edited->run : result.analysis;
  if (options.attributions) result.attributions = attributions_of(*given, said, parts_.labels, options);
  if (!options.patching) return result;
  if (options.other.empty())
    fail<UsageError>("[explain] patching takes states of another text: expected one (--other TEXT).");
  result.patched = patched_of(*given, target_of(parts_.labels, said, options), parts_.labels,
                              read(options.other, options.analysis), *options.patching);
  return result;
}

Explanation explain(const Model& model, const std::string& text, const ExplainOptions& options) {
  return model.impl_->explain(text, options);
}

}  // namespace heed::session
