// Every row judged by a model that never saw it: what a data set's labels are worth. A row of which such a
// model is sure that it is another class may have the wrong label (Northcutt et al. 2021).
#pragma once

#include <functional>

#include "engine/session/rows/judged_rows.h"
#include "engine/session/training/training.h"

namespace heed::session {

// Called after every step of a fold's training, counted from 0; false ends it all.
using WatchFold = std::function<bool(int fold, const Progress& progress)>;

// The rows of the one file that `options.data` names are dealt out into `folds` parts, each class evenly, and
// each part is judged by a model that the recipe trains on the others. Rows are in the order of the file;
// there are none where `watch` has ended it. Error for a recipe that trains no classifier of texts.
JudgedRows out_of_fold(const TrainOptions& options, int folds, const WatchFold& watch);

}  // namespace heed::session
