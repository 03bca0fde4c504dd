#include "engine/train/leading_steps.h"

#include "engine/train/trainer.h"

namespace heed {
namespace {

const std::string kStep = "step", kResume = "resume", kEnd = "end";

}  // namespace

LeadingSteps::~LeadingSteps() {
  try {
    ranks_.from_first(kEnd);
  } catch (const std::exception&) {  // then they have ended
  }
}

bool LeadingSteps::step() {
  ranks_.from_first(kStep);
  return steps_.step();
}

void LeadingSteps::resume(const Checkpoint& checkpoint, const std::string& file) {
  ranks_.from_first(kResume);
  std::string bytes;
  const SafeTensorsFile written = write_checkpoint(checkpoint, "");
  for (std::string_view part : written.parts()) bytes += part;
  ranks_.from_first(bytes);
  steps_.resume(checkpoint, file);
}

void follow_steps(GradientSteps& steps, Ranks& ranks) {
  for (std::string order = ranks.hear(0); order != kEnd; order = ranks.hear(0)) {
    if (order == kStep) steps.step();
    if (order == kResume) steps.resume(read_checkpoint(ranks.hear(0), "", "rank 0"), "rank 0");
  }
}

}  // namespace heed
