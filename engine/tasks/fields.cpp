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
                  "Early stopping: validation metric that must improve, or training stops. The best weights "
                  "become the model.")
          .required()
          .number("patience", &O::patience, {0, 1e6},
                  "Early stopping patience: number of epochs without a better value before training stops.");
  return fields;
}

const Fields<Crops>& crops_fields() {
  using O = Crops;
  static const auto fields =
      Fields<O>()
          .number("share", &O::share, kShare,
                  "Share of the texts of a batch to shorten to their first words.")
          .required()
          .number("min", &O::min, {1, 1e6}, "Fewest words to keep in a shortened text.")
          .number("max", &O::max, {1, 1e6}, "Most words to keep in a shortened text.");
  return fields;
}

const Fields<RowOptions>& row_fields() {
  using O = RowOptions;
  static const auto fields =
      Fields<O>()
          .number("length", &O::length, {8, 1 << 20}, "Number of tokens in a row of training data.")
          .number("last_length", &O::last_length, {0, 1 << 20},
                  "Number of tokens in a row in the last epochs; 0: the same length.")
          .number("last_part", &O::last_part, {0, 1}, "Share of the epochs that use the last length.");
  return fields;
}

const Fields<MaskingOptions>& masking_fields() {
  using O = MaskingOptions;
  static const auto fields =
      Fields<O>()
          .number("share", &O::share, {0, 1, true, true}, "Share of the tokens to mask.")
          .number("last_share", &O::last_share, {0, 1, true, true},
                  "Share of the tokens to mask at the end; it changes linearly. null: the same share.")
          .choice("unit", &O::unit, {"pieces", "words", "spans"}, "Unit to mask as a whole.")
          .number("masked", &O::masked, {0, 1}, "Share of the masked tokens that become [MASK].")
          .number("random", &O::random, {0, 1},
                  "Share of the masked tokens that become a random token; the rest stays.");
  return fields;
}

}  // namespace

const Fields<TrainingOptions>& training_fields() {
  using O = TrainingOptions;
  static const auto fields =
      Fields<O>()
          .number("epochs", &O::epochs, {0, 1e6}, "Number of passes over the training data.")
          .number("epoch_steps", &O::epoch_steps, {0, 1e9}, "Steps per epoch; 0: one pass over all rows.")
          .only_for("masked-words, next-word")
          .number("batch_size", &O::batch_size, {1, 1e6}, "Batch size: number of texts per optimizer step.")
          .number("accumulate", &O::accumulate, {1, 1e6},
                  "Number of batches whose gradients are added up for one step. It acts like a larger batch "
                  "in the memory of one.")
          .number("batch_parts", &O::batch_parts, {0, 1024},
                  "Number of parts of a batch. Heed computes their gradients one by one and adds them in "
                  "pairs, so any number of processes gives the same result; 0: automatic.")
          .flag("bucketed", &O::bucketed, "Put texts of similar length into the same batch.")
          .only_for("classification, token-labels, questions, translate")
          .number("layer_decay", &O::layer_decay, {0, 1, true},
                  "Layer-wise learning rate decay: factor for each layer further from the output. Embeddings "
                  "learn most slowly; the head keeps the full rate.")
          .number("freeze", &O::freeze, {0, 1024},
                  "Number of lowest layers to freeze, together with the embeddings; null: train all.")
          .flag("recompute", &O::recompute,
                "Gradient checkpointing: keep only the input of each transformer layer and compute it again "
                "in the backward pass. The result is the same, with a third more work and much less memory.")
          .number("clip", &O::clip, {0, 1e9}, "Gradient clipping: largest norm of the gradient; 0: no limit.")
          .number("label_smoothing", &O::label_smoothing, {0, 1},
                  "Label smoothing: share of the target spread equally over all classes.")
          .only_for("classification, translate")
          .number("scheduled_sampling", &O::scheduled_sampling, kShare,
                  "Scheduled sampling: share of target words replaced by the model's own predictions. The "
                  "share grows from 0 over the run; 0: always use the target's words.")
          .only_for("translate")
          .open("class_weights",
                "Weight of each class in the loss: balanced, inverse_count, a list of numbers, or null for "
                "equal weights.")
          .only_for("classification")
          .number("word_dropout", &O::word_dropout, kShare,
                  "Word dropout: share of words replaced by the unknown word during training.")
          .only_for("classification")
          .number("average", &O::optimizer, &OptimizerOptions::average, kShare,
                  "Weight averaging: decay of the moving average of the weights; 0: no averaging.")
          .number("optimizer.rate", &O::rate, {0, 1e30}, "Learning rate: size of a training step.")
          .part("optimizer", &O::optimizer, optimizer_fields())
          .part("schedule", &O::schedule, schedule_fields())
          .part("rows", &O::rows, only_for("masked-words, next-word", row_fields()))
          .part("masking", &O::masking, only_for("masked-words", masking_fields()))
          .optional_part("early_stopping", &O::early_stopping, early_stopping_fields())
          .optional_part("crops", &O::crops, only_for("classification", crops_fields()));
  return fields;
}

}  // namespace heed
