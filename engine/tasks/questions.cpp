// The task of answering questions about a text by a span of it (Rajpurkar et al. 2016; Devlin et al. 2019,
// section 4.2): where the answer begins and where it ends are classes among the tokens of a window. Windows
// that do not hold the answer point at their first token.
#include <algorithm>
#include <limits>
#include <numeric>
#include <sstream>

#include "engine/autograd/ops.h"
#include "engine/base/fnv1a.h"
#include "engine/format/json.h"
#include "engine/tasks/answer_match.h"
#include "engine/tasks/evaluate.h"
#include "engine/tasks/question_windows.h"
#include "engine/tasks/task.h"

namespace heed {
namespace {

constexpr int64_t kStride = 128;  // where no recipe says: of a model that is measured

// One part: windows in the order of their questions.
struct QuestionPart {
  std::vector<int> questions;           // in QuestionData
  std::vector<QuestionWindow> windows;  // of all of them
  std::vector<int> question_of;         // of each window, in `questions`
};

Split split_questions(const TaskInput& input, const QuestionData& data) {
  Split split;
  if (!input.labels.empty()) {
    split.test.resize(data.questions.size());
    std::iota(split.test.begin(), split.test.end(), 0);
    return split;
  }
  const Recipe& recipe = input.recipe;
  std::vector<int> contexts;  // questions about one text stay together
  for (const Question& question : data.questions) contexts.push_back(static_cast<int>(question.context));
  return grouped_split(std::vector<int>(contexts.size(), 0), contexts,
                       require<uint64_t>(recipe.json, "split_seed", recipe.name), split_fractions(recipe));
}

class Questions : public NetworkTask {
 public:
  explicit Questions(const TaskInput& input);

  std::string description() const override;
  nlohmann::json identity() const override;
  Output output() const override { return Output::kSpans; }
  const std::vector<std::string>& labels() const override { return labels_; }
  const NetworkText& text() const override { return text_; }
  size_t size(DataPart part) const override { return of(part).windows.size(); }
  std::vector<int> lengths() const override;
  StepBatch batch(const Batch& chosen, int64_t) const override {
    return batch_of(of(DataPart::kTrain), chosen);
  }
  Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const override {
    return score_ends(ctx, answer, batch, {});
  }
  static Scored score_ends(Context& ctx, const Variable& answer, const StepBatch& batch,
                           const TrainingOptions&);
  std::vector<std::string> warnings() const override { return data_.warnings; }
  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override;

 private:
  const QuestionPart& of(DataPart part) const { return parts_[static_cast<size_t>(part)]; }
  QuestionPart part_of(const std::vector<int>& questions, const TextToIds& text, const WindowSizes& sizes,
                       const WorkProgress& progress);
  static StepBatch batch_of(const QuestionPart& part, const Batch& chosen);

  QuestionData data_;
  std::vector<std::string> labels_;
  NetworkText text_;
  std::vector<QuestionPart> parts_;
  Fnv1a fingerprint_;
};

Questions::Questions(const TaskInput& input) : labels_{"begins", "ends"} {
  const Recipe& recipe = input.recipe;
  check(
      input.text != nullptr, "[", recipe.name,
      "] answers to questions are learned by a network that is there already: say which with --from FOLDER.");
  for (const std::string& path : input.data.paths) read_questions(path, data_);
  Split split = split_questions(input, data_);
  const size_t rows = data_.questions.size();
  for (const std::string& path : input.data.test) read_questions(path, data_);
  for (size_t q = rows; q < data_.questions.size(); ++q) split.test.push_back(static_cast<int>(q));
  const auto text = recipe.json.find("text");
  const int64_t stride = value_or<int64_t>(text == recipe.json.end() ? nlohmann::json::object() : *text,
                                           "stride", kStride, recipe.name);
  const WindowSizes sizes{input.max_tokens, stride};
  for (const std::vector<int>* chosen : {&split.train, &split.validation, &split.test})
    parts_.push_back(part_of(*chosen, *input.text, sizes, input.progress));
  for (const Question& question : data_.questions)
    fingerprint_.take(question.question + "\t" + data_.contexts[question.context] + "\t" +
                      question.answers[0]);
}

QuestionPart Questions::part_of(const std::vector<int>& questions, const TextToIds& text,
                                const WindowSizes& sizes, const WorkProgress& progress) {
  QuestionPart part;
  RowProgress done(progress, "reading questions", questions.size());
  for (int number : questions) {
    const Question& question = data_.questions[static_cast<size_t>(number)];
    for (QuestionWindow& window : question_windows(text, question, data_.contexts[question.context], sizes)) {
      part.windows.push_back(std::move(window));
      part.question_of.push_back(static_cast<int>(part.questions.size()));
    }
    part.questions.push_back(number);
    done.next();
  }
  return part;
}

std::string Questions::description() const {
  std::ostringstream said;
  said << "Data: " << of(DataPart::kTrain).questions.size() << " questions to train ("
       << size(DataPart::kTrain) << " windows), " << of(DataPart::kValidation).questions.size()
       << " validation, " << of(DataPart::kTest).questions.size() << " test; " << data_.contexts.size()
       << " texts\n";
  return said.str();
}

nlohmann::json Questions::identity() const {
  return {{"data_fingerprint", fingerprint_.value()},
          {"rows", {size(DataPart::kTrain), size(DataPart::kValidation), size(DataPart::kTest)}}};
}

std::vector<int> Questions::lengths() const {
  std::vector<int> lengths;
  for (const QuestionWindow& window : of(DataPart::kTrain).windows)
    lengths.push_back(static_cast<int>(window.text.ids.size()));
  return lengths;
}

StepBatch Questions::batch_of(const QuestionPart& part, const Batch& chosen) {
  std::vector<EncodedText> texts;
  std::vector<int32_t> labels;
  for (int index : chosen) {
    const QuestionWindow& window = part.windows[static_cast<size_t>(index)];
    texts.push_back(window.text);
    labels.insert(labels.end(), std::begin(window.answer), std::end(window.answer));
  }
  Batch all(texts.size());
  std::iota(all.begin(), all.end(), 0);
  StepBatch made;
  made.batch = make_batch(texts, all);
  made.labels = Tensor::of<int32_t>({static_cast<int64_t>(labels.size())}, labels);
  return made;
}

// Both ends of each window, one after the other: the mean over all is that of both means.
NetworkTask::Scored Questions::score_ends(Context& ctx, const Variable& answer, const StepBatch& batch,
                                          const TrainingOptions&) {
  const Variable ends = columns_to_rows(ctx, answer, batch.batch.sentences);
  return {cross_entropy(ctx, ends, batch.labels), ends};
}

nlohmann::json Questions::evaluate(const Network& network, const Device& device, DataPart which) const {
  const QuestionPart& part = of(which);
  if (part.questions.empty()) return nullptr;
  AnswerSpan none;
  none.score = -std::numeric_limits<double>::infinity();
  std::vector<AnswerSpan> best(part.questions.size(), none);  // over the windows of each
  double loss = 0;
  const auto take = [&](Context& ctx, const StepBatch& batch, const Variable& answer, const Batch& chosen) {
    loss += static_cast<double>(ctx.host(score(ctx, answer, batch).loss.value()).data<float>()[0]) *
            static_cast<double>(chosen.size());
    const Tensor scores = ctx.host(answer.value());
    for (size_t i = 0; i < chosen.size(); ++i) {
      const auto window = static_cast<size_t>(chosen[i]);
      const AnswerSpan span =
          best_span(part.windows[window], scores.data<float>() + 2 * batch.batch.sentences.begin[i]);
      AnswerSpan& so_far = best[static_cast<size_t>(part.question_of[window])];
      if (span.score > so_far.score) so_far = span;
    }
  };
  for_answers(
      network, device, part.windows.size(), 32, [&](const Batch& chosen) { return batch_of(part, chosen); },
      take);
  AnswerMatch sum;
  for (size_t i = 0; i < best.size(); ++i) {
    const Question& question = data_.questions[static_cast<size_t>(part.questions[i])];
    const std::string_view context = data_.contexts[question.context];
    const AnswerMatch match =
        match_answer(context.substr(best[i].start, best[i].end - best[i].start), question.answers);
    sum.exact += match.exact;
    sum.f1 += match.f1;
  }
  const auto n = static_cast<double>(best.size());
  return {{"n", best.size()},
          {"loss", loss / std::max(1.0, static_cast<double>(part.windows.size()))},
          {"exact_match", sum.exact / n},
          {"accuracy", sum.exact / n},
          {"f1", sum.f1 / n},
          {"per_class", nlohmann::json::array()}};
}

}  // namespace

extern const TaskEntry kQuestions;
const TaskEntry kQuestions{
    "questions",
    "Answers questions about a text by a span of it.",
    nullptr,
    true,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<Questions>(input); },
    Questions::score_ends};

}  // namespace heed
