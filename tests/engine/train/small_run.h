// A training run on sentences made here, small enough for any device.
#pragma once

#include "engine/models/request_classifier.h"
#include "engine/tasks/classification.h"
#include "engine/tasks/evaluate.h"
#include "engine/train/trainer.h"

namespace heed::test {

inline const std::vector<std::string> kLabels{"no", "yes"};
inline constexpr int kVocabulary = 30;

// A sentence of random words is "yes" when word 7 is in it.
inline Examples sentences(size_t n, uint64_t seed) {
  Random random(seed);
  Examples examples;
  for (size_t i = 0; i < n; ++i) {
    EncodedText text;
    const size_t length = 1 + random.below(12);
    for (size_t t = 0; t < length; ++t)
      text.ids.push_back(static_cast<int32_t>(8 + random.below(kVocabulary - 8)));
    const bool yes = random.below(2) == 1;
    if (yes) text.ids[random.below(length)] = 7;
    examples.texts.push_back(text);
    examples.labels.push_back(yes ? 1 : 0);
  }
  return examples;
}

inline RequestClassifier small_model() {
  RequestClassifier::Config config;
  config.embedding = 16;
  config.attention = 8;
  config.heads = 2;
  config.feed_forward = 16;
  return RequestClassifier(config, {kVocabulary, 0, 0, 2}, uint64_t{5});
}

inline TrainingOptions options(int epochs) {
  TrainingOptions o;
  o.epochs = epochs;
  o.batch_size = 16;
  o.seed = 9;
  o.rate = 5e-3;
  o.word_dropout = 0.05;
  return o;
}

// A run on examples, with what it needs.
struct SmallTask {
  Classification task;
};
class Run : private SmallTask, public GradientSteps {
 public:
  Run(Network& network, const Device& device, const TrainingOptions& o, const Examples& train,
      const Examples& validation = {})
      : SmallTask{Classification(o, kLabels, 0, train, validation)},
        GradientSteps(task, network, device, o) {}

  void save_to(const std::string& file, const std::string& run) {
    write_file_atomically(file, write_checkpoint(save(), run).parts());
  }
  void resume_from(const std::string& file, const std::string& run) {
    resume(read_checkpoint(read_file(file), run, file), file);
  }
};

inline void run_epochs(GradientSteps& run, int epochs) {
  while (run.state().epoch < epochs && run.step()) {
  }
}

inline std::vector<float> weights_of(const Network& model, const Device& device) {
  std::vector<float> numbers;
  for (const auto& [name, value] : model.parameters().values()) {
    const std::vector<float> v = on_host(device, value).values<float>();
    numbers.insert(numbers.end(), v.begin(), v.end());
  }
  return numbers;
}

// Weights and last numbers of a run, with the steps that were repeated.
struct Ended {
  std::vector<float> weights;
  double loss = 0;
  int64_t repeated = 0;
  std::string problem;
};

template <class Model>
Ended run_on(const Device& device, const TrainingOptions& o, const Examples& train, Model model) {
  model.parameters().move_to(device);
  Run run(model, device, o, train);
  run_epochs(run, o.epochs);
  return {weights_of(model, device), run.last().loss, run.repeated_steps(), run.replay_problem()};
}

// Two layers, so that there is a lower one.
inline RequestClassifier small_network(double dropout = 0, double embedding_dropout = 0) {
  RequestClassifier::Config config;
  config.embedding = 16;
  config.attention = 8;
  config.heads = 2;
  config.feed_forward = 16;
  config.layers = 2;
  config.dropout = dropout;
  config.embedding_dropout = embedding_dropout;
  return RequestClassifier(config, {kVocabulary, 0, 0, 2}, uint64_t{5});
}

}  // namespace heed::test
