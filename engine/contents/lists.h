// What programs and modules have in common, so that their tables of contents need not say it twice. A list
// that nobody joins links nothing.
#pragma once

#include <array>
#include <cstddef>

#include "engine/models/bert.h"
#include "engine/models/causal_network.h"
#include "engine/models/modern_bert.h"
#include "engine/models/recurrent_classifier.h"
#include "engine/models/recurrent_translator.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"
#include "engine/models/sequence_transformer.h"
#include "engine/session/door/commands.h"

namespace heed {

extern const Architecture kAlbert;

namespace contents {

template <class T, size_t... N>
constexpr auto joined(const T* const (&... lists)[N]) {
  std::array<const T*, (N + ...)> all{};
  size_t at = 0;
  const auto add = [&](const auto& list) {
    for (const T* one : list) all[at++] = one;
  };
  (add(lists), ...);
  return all;
}

// Networks that read a text.
inline constexpr const Architecture* kReaders[] = {&kRecurrentClassifier,
                                                   &kRequestClassifier,
                                                   &kSentenceClassifier,
                                                   &kBert,
                                                   &kDistilBert,
                                                   &kRoberta,
                                                   &kElectra,
                                                   &kAlbert,
                                                   &kModernBert};
// And that write one.
inline constexpr const Architecture* kWriters[] = {&kGpt2, &kLlama, &kGptNeoX, &kGemma2};
// Or read one and write another.
inline constexpr const Architecture* kTranslators[] = {&kMarian, &kPegasus, &kRecurrentTranslator};

using session::Command;

inline constexpr const Command* kReading[] = {
    &session::kOpenModel,     &session::kDescribeModel, &session::kAnalyse,       &session::kMap,
    &session::kCloseModel,    &session::kBeginModel,    &session::kBeginFile,     &session::kEndModel,
    &session::kCancelModel,   &session::kFillMask,      &session::kEmbed,         &session::kTokenize,
    &session::kExplain,       &session::kChangedRun,    &session::kFaithfulness,  &session::kExperiment,
    &session::kOpenVectors,   &session::kRandomVectors, &session::kBeginVectors,  &session::kEndVectors,
    &session::kCancelVectors, &session::kAttend,        &session::kOpenTokenizer, &session::kCut};
inline constexpr const Command* kTraining[] = {
    &session::kBeginTraining, &session::kTrain,          &session::kWatchTraining, &session::kScaleRate,
    &session::kKeepTraining,  &session::kFinishTraining, &session::kEndTraining,   &session::kToyTexts};
inline constexpr const Command* kWriting[] = {
    &session::kBeginWriting, &session::kWrite,        &session::kTake,
    &session::kTakeBack,     &session::kEndWriting,   &session::kLens,
    &session::kLookBack,     &session::kDirectLogits, &session::kTranslateText};

}  // namespace contents
}  // namespace heed
