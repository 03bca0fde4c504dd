#include "engine/session/training/inside/shared_run.h"

#include "engine/format/json.h"
#include "engine/format/safetensors.h"
#include "engine/session/models/devices.h"
#include "engine/session/training/ranks.h"
#include "engine/session/training/training.h"
#include "engine/train/leading_steps.h"

namespace heed::session {

std::string precision_of(const Recipe& recipe) {
  auto precision = require<std::string>(recipe.json["training"], "precision", recipe.name);
  if (precision != "float32" && precision != "tf32" && precision != "bf16")
    fail<UsageError>("[", recipe.name, "] the precision \"", precision,
                     "\" is unknown: expected float32, tf32 or bf16.");
  return precision;
}

void tell_run(Ranks& ranks, const Recipe& recipe, const LeadingTask& task, Trainee& trainee,
              const Device& device, bool measure_train) {
  const auto [config, sizes] = trainee.kind();
  ranks.from_first(to_bytes({{"name", recipe.name},
                             {"recipe", recipe.json},
                             {"config", config},
                             {"sizes", {sizes.V, sizes.pieces, sizes.phrases, sizes.C}},
                             {"task", task.about()},
                             {"measure_train", measure_train}}));
  std::map<std::string, Tensor> weights = trainee.network().parameters().values();
  for (auto& [name, value] : weights) value = on_host(device, value);
  ranks.from_first(write_safetensors(weights));
}

void follow(Ranks& ranks, const TrainOptions& options) {
  const nlohmann::json run = from_bytes(ranks.hear(0));
  const Recipe recipe{run.at("name"), run.at("recipe")};
  const auto sizes = run.at("sizes").get<std::vector<int64_t>>();
  ThreadPool threads(options.threads);
  const Device device = open_device(options.device, precision_of(recipe), &threads, "train");
  const auto network = make_network(run.at("config"), recipe.name, {sizes[0], sizes[1], sizes[2], sizes[3]},
                                    std::nullopt, DType::kFloat32);
  network->parameters().load(read_safetensors(ranks.hear(0), "rank 0").tensors, "rank 0");
  network->parameters().move_to(device);
  TrainingOptions settings = training_options(recipe);
  settings.measure_train = run.at("measure_train");
  const FollowingTask task(task_of(recipe.json, recipe.name), settings, run.at("task"), ranks);
  GradientSteps steps(task, *network, device, settings, &ranks);
  follow_steps(steps, ranks);
}

}  // namespace heed::session
