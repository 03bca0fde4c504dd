// TrainOptions as JSON and back: how a run that is kept was asked for.

#include "engine/session/training/training.h"

namespace heed::session {
namespace {

template <class T>
nlohmann::json or_null(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

template <class T>
void read(const nlohmann::json& from, const char* key, std::optional<T>& value) {
  if (const auto found = from.find(key); found != from.end() && !found->is_null()) value = found->get<T>();
}

template <class T>
void read(const nlohmann::json& from, const char* key, T& value) {
  if (const auto found = from.find(key); found != from.end() && !found->is_null()) value = found->get<T>();
}

}  // namespace

nlohmann::json to_json(const TrainOptions& o) {
  return {{"recipe", o.recipe},
          {"from", o.from},
          {"data", o.data},
          {"test", o.test},
          {"out", o.out},
          {"device", o.device},
          {"threads", o.threads},
          {"seed", or_null(o.seed)},
          {"splits", o.splits},
          {"split_seed", or_null(o.split_seed)},
          {"epochs", or_null(o.epochs)},
          {"set", o.set},
          {"measure_train", o.measure_train}};
}

TrainOptions train_options_of(const nlohmann::json& from) {
  TrainOptions o;
  o.recipe = from.at("recipe").get<std::string>();
  o.out = from.at("out").get<std::string>();
  read(from, "from", o.from);
  read(from, "data", o.data);
  read(from, "test", o.test);
  read(from, "device", o.device);
  read(from, "threads", o.threads);
  read(from, "seed", o.seed);
  read(from, "splits", o.splits);
  read(from, "split_seed", o.split_seed);
  read(from, "epochs", o.epochs);
  read(from, "set", o.set);
  read(from, "measure_train", o.measure_train);
  return o;
}

}  // namespace heed::session
