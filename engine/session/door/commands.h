// All commands, by the file that holds them; a program links those of its table of contents.
#pragma once

#include "engine/session/door/door.h"

namespace heed::session {

// --- models.cpp: models that read a text
extern const Command kOpenModel, kDescribeModel, kAnalyse, kMap, kCloseModel;
// --- incoming.cpp: models whose files arrive piece by piece
extern const Command kBeginModel, kBeginFile, kEndModel, kCancelModel;
// --- pretrained.cpp: what else models of the BERT family are asked
extern const Command kFillMask, kEmbed, kTokenize;
// --- explaining.cpp: why a model says what it says, and whether its attention explains it
extern const Command kExplain, kChangedRun, kFaithfulness, kExperiment;
// --- training.cpp: a run that is driven in slices
extern const Command kBeginTraining, kTrain, kWatchTraining, kScaleRate, kKeepTraining, kFinishTraining,
    kEndTraining, kToyTexts;
// --- vectors.cpp: attention between two texts
extern const Command kOpenVectors, kRandomVectors, kBeginVectors, kEndVectors, kCancelVectors, kAttend;
// --- writing.cpp: what may come after a text
extern const Command kBeginWriting, kWrite, kTake, kTakeBack, kEndWriting, kLens, kLookBack, kDirectLogits;
// --- translating.cpp: a text that is written for another
extern const Command kTranslateText;
// --- tokenizers.cpp
extern const Command kOpenTokenizer, kCut;

}  // namespace heed::session
