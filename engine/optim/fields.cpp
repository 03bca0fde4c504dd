#include "engine/optim/fields.h"

namespace heed {

namespace {

const Fields<MuonOptions>& muon_fields() {
  using O = MuonOptions;
  static const auto fields =
      Fields<O>()
          .number("momentum", &O::momentum, kShare, "Muon: share of the last step that goes on.")
          .choice(
              "scale", &O::scale, {"shape", "rms"},
              "Muon: what a step is multiplied by: √max(1, rows / columns), or, so that it is as large as "
              "one of AdamW, 0.2 √max(rows, columns).")
          .number("adamw_rate", &O::adamw_rate, {0, 1e6},
                  "Muon: times the learning rate, of what AdamW moves beside it: embeddings, heads, norms, "
                  "biases.");
  return fields;
}

}  // namespace

const Fields<OptimizerOptions>& optimizer_fields() {
  using O = OptimizerOptions;
  static const auto fields =
      Fields<O>()
          .choice("name", &O::name, {"adam", "adamw", "sgd", "lamb", "muon"},
                  "The rule that moves the weights.")
          .number("weight_decay", &O::weight_decay, {0, 1000}, "How much a step shrinks the weights.")
          .flag("decay_vectors", &O::decay_vectors,
                "Biases and the weights of norms shrink, too; the Hugging Face library leaves them out.")
          .number("beta1", &O::beta1, kShare, "Adam, LAMB: memory of the gradient's mean.")
          .number("beta2", &O::beta2, kShare, "Adam, LAMB: memory of the gradient's square.")
          .number("epsilon", &O::epsilon, {0, 1}, "Adam, LAMB: added to the square root they divide by.")
          .flag("amsgrad", &O::amsgrad, "Adam: divides by the largest square so far.")
          .number("momentum", &O::momentum, kShare, "SGD: share of the last step that goes on.")
          .flag("nesterov", &O::nesterov, "SGD: looks at the gradient where momentum leads.")
          .part("muon", &O::muon, muon_fields());
  return fields;
}

const Fields<ScheduleOptions>& schedule_fields() {
  using O = ScheduleOptions;
  static const auto fields =
      Fields<O>()
          .choice("name", &O::name, {"constant", "linear", "cosine", "trapezoid", "step", "plateau"},
                  "How the learning rate changes while training.")
          .number("warmup_epochs", &O::warmup_epochs, {0, 1e6},
                  "Epochs in which the rate rises to its value.")
          .flag("warmup_from_zero", &O::warmup_from_zero, "The very first step has the rate 0.")
          .number("minimum", &O::minimum, {0, 1000}, "The lowest learning rate.")
          .number("fall_epochs", &O::fall_epochs, {0, 1e6},
                  "Schedule trapezoid: epochs at the end in which the rate falls to the lowest.")
          .number("factor", &O::factor, {0, 1, true, true},
                  "Schedules step and plateau: what the rate is multiplied with.")
          .number("every", &O::every, {1, 1e6}, "Schedule step: epochs between two steps.")
          .number("patience", &O::patience, {0, 1e6},
                  "Schedule plateau: epochs without a better validation loss before the rate falls.")
          .number("threshold", &O::threshold, {0, 1e6}, "Schedule plateau: how much better counts as better.")
          .flag("absolute", &O::absolute,
                "Schedule plateau: the threshold is a difference of losses, not a share.")
          .number("cooldown", &O::cooldown, {0, 1e6}, "Schedule plateau: epochs of rest after a fall.");
  return fields;
}

}  // namespace heed
