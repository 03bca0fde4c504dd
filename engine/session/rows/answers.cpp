#include "engine/session/rows/answers.h"

#include <algorithm>
#include <optional>

#include "engine/base/portable_math.h"
#include "engine/session/error.h"
#include "engine/session/rows/predictions.h"
#include "engine/session/translating/translate.h"
#include "engine/session/writing/writer.h"

namespace heed::session {
namespace {

using nlohmann::json;
using Fields = std::vector<json>;

AnalysisOptions without_maps() {
  AnalysisOptions options;
  options.top = 0;
  options.attention = false;
  return options;
}

// "B-PER" and "I-PER" are parts of a PER.
std::string kind_of(const std::string& label) {
  const bool marked = label.starts_with("B-") || label.starts_with("I-");
  return marked ? label.substr(2) : label;
}

// A word's label is that of its first piece, as it is trained (Devlin et al. 2019, section 5.3).
Fields labels_of(const Model& model, const std::string& text) {
  const Analysis found = model.analyse(text, without_maps());
  json stretches = json::array();
  std::optional<int> word;
  bool open = false;  // the last stretch may go on
  for (size_t i = 0; i < found.tokens.size() && i < found.labels.size(); ++i) {
    const Token& token = found.tokens[i];
    if (token.special) continue;
    const bool same_word = word && token.word == word;
    word = token.word;
    const ClassProbability& label = found.labels[i];
    if (same_word) {
      if (open) stretches.back()["end"] = token.end;
      continue;
    }
    const std::string kind = kind_of(label.label);
    const bool goes_on = open && !label.label.starts_with("B-") && stretches.back()["label"] == kind;
    open = label.label != "O";
    if (goes_on) {
      json& last = stretches.back();
      last["end"] = token.end;
      last["probability"] = std::min(last["probability"].get<double>(), label.probability);
    } else if (open) {
      stretches.push_back(
          {{"label", kind}, {"probability", label.probability}, {"start", token.start}, {"end", token.end}});
    }
  }
  for (json& one : stretches) {
    const auto start = one["start"].get<size_t>();
    one["text"] = text.substr(start, one["end"].get<size_t>() - start);
  }
  return {std::move(stretches)};
}

Fields answer_of(const Model& model, const std::string& question, const std::string& text) {
  const Analysis found = model.answer(question, text, without_maps());
  if (!found.answer) return {nullptr, nullptr, nullptr, nullptr};
  return {found.answer->text, found.answer->score, found.answer->start, found.answer->end};
}

Fields filled(const Model& model, const std::string& text) {
  std::string whole = text;
  double probability = 1;
  bool any = false;
  const std::string mask = model.info().mask;
  if (mask.empty() || text.find(mask) == std::string::npos) return {nullptr, nullptr};
  size_t at = 0;
  for (const MaskCandidates& one : model.fill_mask(text, 1).masks) {
    at = whole.find(mask, at);
    if (at == std::string::npos || one.candidates.empty()) break;
    const std::string& word = one.candidates.front().token;
    whole.replace(at, mask.size(), word);
    at += word.size();
    probability *= one.candidates.front().probability;
    any = true;
  }
  return any ? Fields{whole, probability} : Fields{nullptr, nullptr};
}

Fields next_of(const Model& model, const std::string& text) {
  const std::vector<NextToken> next = Writer(model, text).candidates(1);
  if (next.empty()) return {nullptr, nullptr};
  return {next.front().text, next.front().probability};
}

Fields translation_of(const Model& model, const std::string& text) {
  const Translation found = translate(model, text);
  return {found.target, portable_exp(found.log_probability)};
}

Fields values_of(const Model& model, const std::string& text) {
  Fields values;
  for (const LabelledValue& one : model.analyse(text, without_maps()).values) values.push_back(one.value);
  return values;
}

std::vector<std::string> names_for(const Model& model) {
  switch (model.info().finds) {
    case Finds::kLabels:
      return {"labels"};
    case Finds::kAnswer:
      return {"answer", "score", "start", "end"};
    case Finds::kWords:
      return {"filled", "probability"};
    case Finds::kNext:
      return {"next", "probability"};
    case Finds::kTarget:
      return {"translation", "probability"};
    case Finds::kVector:
      return {"vector"};
    case Finds::kValue:
      return Predictor(model, 1).labels();
    case Finds::kClass:
      break;
  }
  fail("[rows] the model is a classifier: its rows are predicted.");
}

Fields fields_of(const Model& model, Finds finds, const std::string& text, const std::string& question) {
  switch (finds) {
    case Finds::kLabels:
      return labels_of(model, text);
    case Finds::kAnswer:
      return answer_of(model, question, text);
    case Finds::kWords:
      return filled(model, text);
    case Finds::kNext:
      return next_of(model, text);
    case Finds::kTarget:
      return translation_of(model, text);
    case Finds::kValue:
      return values_of(model, text);
    case Finds::kVector:
    case Finds::kClass:
      break;
  }
  return {model.analyse(text, without_maps()).embedding};
}

}  // namespace

RowAnswers answer_rows(const Model& model, const RowTable& table, const std::string& question,
                       const std::function<bool(int64_t)>& go_on) {
  const Finds finds = model.info().finds;
  RowAnswers answers{names_for(model), {}, model.info().warnings};
  answers.names.emplace_back("remark");
  const auto column = std::find(table.columns.begin(), table.columns.end(), "question");
  check(finds != Finds::kAnswer || !question.empty() || column != table.columns.end(),
        "[rows] nothing is asked of the texts: give --question, or a column that is called question.");
  const std::vector<std::string> texts = texts_of(table);
  std::vector<std::string> refused;
  size_t answered = 0;
  for (size_t row = 0; row < texts.size() && go_on(static_cast<int64_t>(row)); ++row) {
    std::vector<json>& fields = answers.rows.emplace_back();
    if (is_blank(texts[row])) {
      fields.resize(answers.names.size());
      fields.back() = kNoText;
      continue;
    }
    const bool own = question.empty() && column != table.columns.end();
    const std::string asked =
        own ? table.field(row, static_cast<size_t>(column - table.columns.begin())) : question;
    try {
      fields = fields_of(model, finds, texts[row], asked);
      fields.emplace_back("");
      ++answered;
    } catch (const Error& error) {  // one text that is too long costs no other its answer
      fields.assign(answers.names.size(), nullptr);
      fields.back() = error.what();
      refused.emplace_back(error.what());
    }
  }
  if (refused.empty()) return answers;
  if (answered == 0) throw Error(refused.front());
  answers.warnings.push_back(std::to_string(refused.size()) + " of " + std::to_string(texts.size()) +
                             " rows have no answer; their remark says why: " + refused.front());
  return answers;
}

}  // namespace heed::session
