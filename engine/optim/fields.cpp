#include "engine/optim/fields.h"

namespace heed {

namespace {

const Fields<MuonOptions>& muon_fields() {
  using O = MuonOptions;
  static const auto fields =
      Fields<O>()
          .number("momentum", &O::momentum, kShare, "Muon: momentum, the share of the previous step to keep.")
          .choice("scale", &O::scale, {"shape", "rms"},
                  "Muon: factor of a step. shape is √max(1, rows / columns); rms is 0.2 √max(rows, columns), "
                  "which matches the steps of AdamW.")
          .number("adamw_rate", &O::adamw_rate, {0, 1e6},
                  "Muon: learning rate factor for the weights that AdamW trains: embeddings, heads, norms "
                  "and biases.");
  return fields;
}

}  // namespace

const Fields<OptimizerOptions>& optimizer_fields() {
  using O = OptimizerOptions;
  static const auto fields =
      Fields<O>()
          .choice("name", &O::name, {"adam", "adamw", "sgd", "lamb", "muon"}, "Optimizer.")
          .number("weight_decay", &O::weight_decay, {0, 1000},
                  "Weight decay: how much a step shrinks the weights.")
          .flag("decay_vectors", &O::decay_vectors,
                "Apply weight decay to biases and norms too; the Hugging Face library does not.")
          .number("beta1", &O::beta1, kShare, "Adam, LAMB: decay of the running mean of the gradient.")
          .number("beta2", &O::beta2, kShare,
                  "Adam, LAMB: decay of the running mean of the squared gradient.")
          .number("epsilon", &O::epsilon, {0, 1}, "Adam, LAMB: small number added to the divisor.")
          .flag("amsgrad", &O::amsgrad,
                "Adam: use the AMSGrad variant, which divides by the largest square so far.")
          .number("momentum", &O::momentum, kShare, "SGD: momentum, the share of the previous step to keep.")
          .flag("nesterov", &O::nesterov, "SGD: use Nesterov momentum.")
          .part("muon", &O::muon, muon_fields());
  return fields;
}

const Fields<ScheduleOptions>& schedule_fields() {
  using O = ScheduleOptions;
  static const auto fields =
      Fields<O>()
          .choice("name", &O::name, {"constant", "linear", "cosine", "trapezoid", "step", "plateau"},
                  "Learning rate schedule.")
          .number("warmup_epochs", &O::warmup_epochs, {0, 1e6},
                  "Warm-up: number of epochs in which the learning rate rises to its full value.")
          .flag("warmup_from_zero", &O::warmup_from_zero, "Start the warm-up at a learning rate of 0.")
          .number("minimum", &O::minimum, {0, 1000}, "Lowest learning rate of the schedule.")
          .number("fall_epochs", &O::fall_epochs, {0, 1e6},
                  "Schedule trapezoid: number of epochs at the end in which the learning rate falls to the "
                  "lowest value.")
          .number("factor", &O::factor, {0, 1, true, true},
                  "Schedules step and plateau: factor by which the learning rate falls.")
          .number("every", &O::every, {1, 1e6}, "Schedule step: number of epochs between two falls.")
          .number("patience", &O::patience, {0, 1e6},
                  "Schedule plateau: patience, the number of epochs without a better validation loss before "
                  "the learning rate falls.")
          .number("threshold", &O::threshold, {0, 1e6},
                  "Schedule plateau: smallest change of the loss that counts as better.")
          .flag("absolute", &O::absolute,
                "Schedule plateau: take the threshold as a difference of losses, not as a share.")
          .number("cooldown", &O::cooldown, {0, 1e6},
                  "Schedule plateau: number of epochs to wait after a fall.");
  return fields;
}

}  // namespace heed
