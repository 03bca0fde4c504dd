#include "native/c/heed.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "engine/session/door/door.h"
#include "engine/session/door/messages.h"
#include "engine/session/door/open_models.h"
#include "engine/session/error.h"
#include "engine/session/json.h"
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
  } catch (const json::exception& error) {  // "[json.exception.type_error.302] type must be …"
    const std::string what = error.what();
    last_error = "[heed] a value is not as expected:" + what.substr(what.find(']') + 1) + ".";
  } catch (const std::exception& error) {
    last_error = error.what();
  } catch (...) {
    last_error = "[heed] failed for an unknown reason.";
  }
  return nullptr;
}

json object_of(const char* text, const char* what) {
  json given = heed::json_or_discarded(text);
  if (!given.is_object())
    heed::fail("[", what, "] expected a JSON object of at most 200 levels, but it is: ",
               std::string_view(text).substr(0, 200));
  return given;
}

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

// As engine/session/door/messages.h writes types; what is an object of its own the command looks at.
bool is_of_type(const json& value, const std::string& type) {
  if (type.ends_with("[]"))
    return value.is_array() && std::all_of(value.begin(), value.end(), [&](const json& one) {
             return is_of_type(one, type.substr(0, type.size() - 2));
           });
  if (type == "text") return value.is_string();
  if (type == "whole" || type == "real") return value.is_number();
  return type != "flag" || value.is_boolean();
}

// Error that names the key where a command's values are not as `heed describe --json` says.
void check_command(const json& given) {
  static const json commands = heed::session::describe_commands();
  heed::check(given.contains("command") && given["command"].is_string(),
              "[ask] \"command\" is missing: expected the name of a command.");
  for (const json& command : commands) {
    if (command["name"] != given["command"]) continue;
    for (const json& key : command["takes"]) {
      const auto name = key["key"].get<std::string>(), type = key["type"].get<std::string>();
      const auto found = given.find(name);
      if (found == given.end() && key.value("optional", false)) continue;
      const std::string is = found == given.end() ? "missing" : dumped(*found);
      if (found == given.end() || !is_of_type(*found, type))
        throw heed::Error("[" + command["name"].get<std::string>() + "] \"" + name + "\" is " + is +
                          ": expected " + type + ".");
    }
  }
}

std::vector<std::string> texts_of(const char* const* texts, const size_t* sizes, size_t count) {
  heed::check(count == 0 || texts != nullptr, "[heed] expected texts, but there are none.");
  std::vector<std::string> list;
  list.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    heed::check(texts[i] != nullptr, "[heed] text ", i, " is null: expected UTF-8.");
    if (sizes != nullptr)
      list.emplace_back(texts[i], sizes[i]);
    else
      list.emplace_back(texts[i]);
  }
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
  if (size != nullptr) *size = reply == nullptr ? 0 : reply->text.size();
  return reply == nullptr ? "" : reply->text.c_str();
}
size_t heed_reply_tensors(const heed_reply* reply) {
  return reply == nullptr ? 0 : reply->tensors.size();
}
const float* heed_reply_tensor(const heed_reply* reply, size_t i, size_t* size) {
  const bool there = i < heed_reply_tensors(reply);
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
    check_command(given);
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
    std::vector<float>& answers =
        reply->tensors.emplace_back(said.probabilities.begin(), said.probabilities.end());
    const auto C = static_cast<std::ptrdiff_t>(model->predictor->labels().size());
    for (size_t i = 0; i < count; ++i)
      if (said.tokens[i] == 0) std::fill_n(answers.begin() + static_cast<std::ptrdiff_t>(i) * C, C, NAN);
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
