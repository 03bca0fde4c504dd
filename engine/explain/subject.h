// The subject of an explanation: a network, a text, and the device that computes.
#pragma once

#include <memory>

#include "engine/data/text_encoder.h"
#include "engine/device/device.h"
#include "engine/models/network.h"

namespace heed::explain {

class SubjectEdits;

// Error for a network whose logits are not about texts.
inline const Network& classifier(const Network& network) {
  check(network.output() == Output::kTexts,
        "[explain] this model does not sort texts into classes: expected a text classifier.");
  return network;
}

// While a text is explained by gradients nobody else may compute with the network: its weights are set to
// need no gradient meanwhile, and those of which only a device's own layout is there are laid out once more,
// for good.
struct Subject {
  const Network& network;
  const TextToIds& text;
  const Device& device;
  Allocator& memory;  // of what a pass computes
  Anatomy anatomy;
  // What every pass changes on its way (explain/subject_edits.h); null: nothing.
  std::shared_ptr<const SubjectEdits> edits = nullptr;

  Subject(const Network& n, const TextToIds& t, const Device& d, Allocator& m)
      : network(n), text(t), device(d), memory(m), anatomy(n.anatomy()) {}
};

}  // namespace heed::explain
