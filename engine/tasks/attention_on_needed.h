// How much of a network's attention falls on the words on which a label hangs, where the data knows them:
// what a toy task is for.
#pragma once

#include "engine/device/device.h"
#include "engine/models/network.h"
#include "engine/tasks/examples.h"

namespace heed {

// From 0 to 1: the mean over texts, at most 200, of what the last layer's heads give in the mean to the
// needed words; of attention between words in the row of the last word, which asks. Examples::needed has one
// list per text, and the network an attention point.
double attention_on_needed(const Network& network, const Device& device, const Examples& examples);

}  // namespace heed
