#include "native/c/heed.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "engine/session/door/door.h"
#include "engine/session/door/open_models.h"
#include "engine/session/error.h"
#include "engine/session/models/model.h"
#include "engine/session/rows/predictions.h"
#include "engine/session/training/training.h"
#include "engine/session/view/one_file.h"

using heed::session::Model;
using heed::session::Predictor;
using nlohmann::json;

struct heed_reply {
  std::string text;
  std::vector<std::vector<float>> tensors;
};

struct heed_model {
  std::string folder, device;
  int threads = 0;
  heed::session::Door door;
  int number = 0;
  std::unique_ptr<Predictor> predictor;  // made with the first heed_predict()
};

namespace {

thread_local std::string last_error;  // NOLINT: one for each thread is what the interface promises

// What `action` throws becomes heed_error(), and null is returned.
template <class Action>
auto guarded(const Action& action) -> decltype(action()) {
  try {
    return action();
  } catch (const std::exception& error) {
    last_error = error.what();
  } catch (...) {
    last_error = "[heed] failed for an unknown reason.";
  }
  return nullptr;
}

json object_of(const char* text, const char* what) {
  json given = json::parse(text, nullptr, false);
  if (!given.is_object())
    throw heed::Error(std::string("[") + what + "] expected a JSON object, but it is: " + text);
  return given;
}

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<std::string> texts_of(const char* const* texts, const size_t* sizes, size_t count) {
  heed::check(count == 0 || texts != nullptr, "[heed] expected texts, but there are none.");
  std::vector<std::string> list;
  list.reserve(count);
  for (size_t i = 0; i < count; ++i)
    if (sizes != nullptr)
      list.emplace_back(texts[i], sizes[i]);
    else
      list.emplace_back(texts[i]);
  return list;
}

int threads_of(const heed_model& model) {
  return model.threads > 0 ? model.threads
                           : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

const Model& opened(heed_model& model) {
  return heed::session::model_of(model.door, {{"model", model.number}});
}

json said_of(const heed::session::Progress& now) {
  return {{"epoch", now.epoch},
          {"epochs", now.epochs},
          {"step", now.step},
          {"steps", now.steps},
          {"loss", now.loss},
          {"accuracy", now.accuracy},
          {"seconds_left", now.seconds_left},
          {"epoch_ended", now.epoch_ended},
          {"validation", now.epoch_ended ? now.validation : json()}};
}

}  // namespace

extern "C" {

int heed_abi(void) {
  return HEED_ABI;
}
const char* heed_version(void) {
  return HEED_VERSION;
}
const char* heed_error(void) {
  return last_error.c_str();
}

const char* heed_reply_text(const heed_reply* reply, size_t* size) {
  if (size != nullptr) *size = reply->text.size();
  return reply->text.c_str();
}
size_t heed_reply_tensors(const heed_reply* reply) {
  return reply->tensors.size();
}
const float* heed_reply_tensor(const heed_reply* reply, size_t i, size_t* size) {
  const bool there = i < reply->tensors.size();
  if (size != nullptr) *size = there ? reply->tensors[i].size() : 0;
  return there ? reply->tensors[i].data() : nullptr;
}
void heed_reply_free(heed_reply* reply) {
  delete reply;
}

heed_model* heed_open(const char* folder, const char* options) {
  return guarded([&]() -> heed_model* {
    heed::check(folder != nullptr, "[open] expected the name of a model folder, but it is null.");
    const json given = options == nullptr ? json::object() : object_of(options, "open");
    auto model = std::make_unique<heed_model>();
    model->folder = folder;
    model->device = given.value("device", "cpu");
    model->threads = given.value("threads", 0);
    const auto precision =
        given.value("int8", false) ? heed::session::Precision::kInt8 : heed::session::Precision::kAsStored;
    const json added = heed::session::add_model(
        model->door, Model::open(model->folder, model->threads, precision, model->device));
    model->number = added.at("model");
    return model.release();
  });
}
void heed_close(heed_model* model) {
  delete model;
}

heed_reply* heed_ask(heed_model* model, const char* command) {
  return guarded([&]() -> heed_reply* {
    heed::check(model != nullptr && command != nullptr,
                "[ask] expected a model and a command, but one is null.");
    json given = object_of(command, "ask");
    given["model"] = model->number;
    const heed::session::Reply found = model->door.call(dumped(given));
    auto reply = std::make_unique<heed_reply>();
    reply->text = dumped(found.value());
    for (const auto& tensor : found.tensors()) reply->tensors.emplace_back(tensor.begin(), tensor.end());
    return reply.release();
  });
}

heed_reply* heed_info(heed_model* model) {
  return guarded([&]() -> heed_reply* {
    heed::check(model != nullptr, "[info] expected a model, but it is null.");
    return new heed_reply{dumped(to_json(opened(*model).info())), {}};
  });
}

heed_reply* heed_predict(heed_model* model, const char* const* texts, const size_t* sizes, size_t count) {
  return guarded([&]() -> heed_reply* {
    heed::check(model != nullptr, "[predict] expected a model, but it is null.");
    if (!model->predictor)
      model->predictor = std::make_unique<Predictor>(model->folder, model->device, threads_of(*model));
    const auto said = model->predictor->predict(texts_of(texts, sizes, count), [](int64_t) { return true; });
    auto reply = std::make_unique<heed_reply>();
    reply->text = dumped({{"labels", model->predictor->labels()}});
    reply->tensors.emplace_back(said.probabilities.begin(), said.probabilities.end());
    for (const auto* counts : {&said.tokens, &said.unknown, &said.left_out})
      reply->tensors.emplace_back(counts->begin(), counts->end());
    return reply.release();
  });
}

heed_reply* heed_html(heed_model* model, const char* const* texts, const size_t* sizes, size_t count) {
  return guarded([&]() -> heed_reply* {
    heed::check(model != nullptr, "[html] expected a model, but it is null.");
    return new heed_reply{heed::session::one_file(opened(*model), texts_of(texts, sizes, count)), {}};
  });
}

heed_reply* heed_train(const char* options, heed_progress progress, void* user) {
  return guarded([&]() -> heed_reply* {
    heed::check(options != nullptr, "[train] expected options, but they are null.");
    const json given = object_of(options, "train");
    for (const char* key : {"recipe", "out"})
      if (!given.contains(key))
        throw heed::Error(std::string("[train] the options have no \"") + key + "\".");
    heed::session::TrainingRun run(heed::session::train_options_of(given));
    while (run.step())
      if (progress != nullptr && progress(dumped(said_of(run.progress())).c_str(), user) != 0) break;
    json result = run.finish();
    result["out"] = run.out();
    return new heed_reply{dumped(result), {}};
  });
}

}  // extern "C"
