#include "engine/tasks/fields.h"

#include "engine/optim/fields.h"

namespace heed {
namespace {

template <class S>
Fields<S> only_for(const char* tasks, Fields<S> fields) {
  for (Field& field : fields.all) field.task = tasks;
  return fields;
}

const Fields<EarlyStopping>& early_stopping_fields() {
  using O = EarlyStopping;
  static const auto fields =
      Fields<O>()
          .choice("metric", &O::metric, {"", "loss", "accuracy", "f1", "macro_f1"},
                  "What of the validation part has to get better, or training stops; the best weights are "
                  "the model.")
          .required()
          .number("patience", &O::patience, {0, 1e6}, "Epochs without a better value before training stops.");
  return fields;
}

const Fields<Crops>& crops_fields() {
  using O = Crops;
  static const auto fields =
      Fields<O>()
          .number("share", &O::share, kShare,
                  "Share of the texts of a batch that are cut to their first words.")
          .required()
          .number("min", &O::min, {1, 1e6}, "The fewest words that are left of a text that is cut.")
          .number("max", &O::max, {1, 1e6}, "The most words that are left of a text that is cut.");
  return fields;
}

const Fields<RowOptions>& row_fields() {
  using O = RowOptions;
  static const auto fields =
      Fields<O>()
          .number("length", &O::length, {8, 1 << 20}, "Tokens of a row that is read at once.")
          .number("last_length", &O::last_length, {0, 1 << 20},
                  "Tokens of the rows of the last epochs; 0: the same.")
          .number("last_part", &O::last_part, {0, 1}, "Share of the epochs whose rows have the last length.");
  return fields;
}

const Fields<MaskingOptions>& masking_fields() {
  using O = MaskingOptions;
  static const auto fields =
      Fields<O>()
          .number("share", &O::share, {0, 1, true, true}, "Share of the tokens that are hidden.")
          .number("last_share", &O::last_share, {0, 1, true, true},
                  "The share at the end, on a straight line; null: the same.")
          .choice("unit", &O::unit, {"pieces", "words", "spans"}, "What is hidden as one.")
          .number("masked", &O::masked, {0, 1}, "Share of the hidden that become [MASK].")
          .number("random", &O::random, {0, 1},
                  "Share of the hidden that become some other piece; the rest stays.");
  return fields;
}

}  // namespace

const Fields<TrainingOptions>& training_fields() {
  using O = TrainingOptions;
  static const auto fields =
      Fields<O>()
          .number("epochs", &O::epochs, {0, 1e6}, "How often the training part is gone through.")
          .number("epoch_steps", &O::epoch_steps, {0, 1e9},
                  "Steps that are called an epoch; 0: until all rows were read once.")
          .only_for("masked-words, next-word")
          .number("batch_size", &O::batch_size, {1, 1e6}, "Texts per step of the optimizer.")
          .number("accumulate", &O::accumulate, {1, 1e6},
                  "Batches whose gradients make one step, as one batch of so many times the texts would, in "
                  "the memory of one.")
          .number(
              "batch_parts", &O::batch_parts, {0, 1024},
              "Parts of a batch whose gradients are computed one by one and added up in pairs, so that any "
              "number of ranks gives the same numbers; 0: as many as cost little.")
          .flag("bucketed", &O::bucketed, "Texts of similar length go into a batch together.")
          .only_for("classification, token-labels, questions, translate")
          .number("layer_decay", &O::layer_decay, {0, 1, true},
                  "What the learning rate is multiplied by for each layer above a weight's: embeddings learn "
                  "most slowly, the head as it is set.")
          .number("freeze", &O::freeze, {0, 1024},
                  "The lowest layers that stay as they are, together with the embeddings; null: all learn.")
          .flag("recompute", &O::recompute,
                "A transformer's layers keep their input alone and compute again on the way back: the same "
                "numbers, a third more work, much less memory.")
          .number("clip", &O::clip, {0, 1e9}, "The largest norm of the gradient; 0: no limit.")
          .number("label_smoothing", &O::label_smoothing, {0, 1},
                  "Share of the target that goes to all classes alike.")
          .only_for("classification, translate")
          .number("scheduled_sampling", &O::scheduled_sampling, kShare,
                  "Share of the words of a target which the network is told as it would have written them "
                  "itself, growing from none to this over the run; 0: it is told what stands there.")
          .only_for("translate")
          .open("class_weights",
                "What a class counts in the loss: balanced, inverse_count, a list with a number each, or "
                "null: the same.")
          .only_for("classification")
          .number("word_dropout", &O::word_dropout, kShare, "Share of words read as unknown while training.")
          .only_for("classification")
          .number("average", &O::optimizer, &OptimizerOptions::average, kShare,
                  "Memory of the running average that is the model; 0: none.")
          .number("optimizer.rate", &O::rate, {0, 1e30},
                  "The learning rate: how far a step moves the weights.")
          .part("optimizer", &O::optimizer, optimizer_fields())
          .part("schedule", &O::schedule, schedule_fields())
          .part("rows", &O::rows, only_for("masked-words, next-word", row_fields()))
          .part("masking", &O::masking, only_for("masked-words", masking_fields()))
          .optional_part("early_stopping", &O::early_stopping, early_stopping_fields())
          .optional_part("crops", &O::crops, only_for("classification", crops_fields()));
  return fields;
}

}  // namespace heed
