// What a run begins with, of what was asked for.
#pragma once

#include <cstdint>
#include <string>

#include "engine/nn/parameters.h"
#include "engine/session/training/inside/network_training.h"
#include "engine/session/training/training.h"
#include "engine/tasks/corpus.h"
#include "engine/tasks/options.h"
#include "engine/tasks/recipe.h"

namespace heed::session {

// With what the options say instead. UsageError for a recipe that there is not.
Recipe recipe_of(const TrainOptions&);

// The folder that is written, without a stroke at its end.
std::string folder_of(const TrainOptions&, const Recipe&);

// The rows or files that were given; a network learns from its recipe's public set where there are none.
TaskData data_of(const TrainOptions&, const TrainPlaces&, const Recipe&, bool network);

// UsageError for one that is none.
void check_storage(const Recipe&);

// Error where what learns takes more than `room` bytes. `parts`: of a batch (most_parts()).
void check_room(const Parameters&, const TrainingOptions&, int parts, int64_t bytes_read, int64_t room);

// The data that was read: the name of the recipe's public set, or the names of the files.
CardFacts card_facts(const TrainOptions&, const TrainPlaces&, const Recipe&);

}  // namespace heed::session
