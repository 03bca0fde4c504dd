// The C interface (native/c/heed.h) as Python calls it: replies as (text, arrays), the interpreter's lock let
// go while the engine computes. What is made of it is in heed/__init__.py.
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "native/c/heed.h"

namespace py = pybind11;

namespace {

using Reply = std::shared_ptr<heed_reply>;

// Each array holds the reply that its numbers lie in: none is copied.
py::tuple given_back(heed_reply* found) {
  const Reply reply(found, heed_reply_free);
  size_t size = 0;
  const char* text = heed_reply_text(found, &size);
  py::list arrays;
  for (size_t i = 0; i < heed_reply_tensors(found); ++i) {
    size_t count = 0;
    const float* values = heed_reply_tensor(found, i, &count);
    const py::capsule owner(new Reply(reply), [](void* kept) { delete static_cast<Reply*>(kept); });
    arrays.append(py::array_t<float>(static_cast<py::ssize_t>(count), values, owner));
  }
  return py::make_tuple(py::str(text, size), arrays);
}

// Calls without the interpreter's lock; null is an error in words.
template <class Call>
py::tuple asked(const Call& call) {
  heed_reply* reply = nullptr;
  std::string error;
  {
    const py::gil_scoped_release free;
    reply = call();
    if (reply == nullptr) error = heed_error();
  }
  if (reply == nullptr) throw std::runtime_error(error);
  return given_back(reply);
}

// One thread at a time asks a model, whoever has the interpreter's lock.
class Model {
 public:
  Model(const std::string& folder, const std::string& options) {
    std::string error;
    {
      const py::gil_scoped_release free;
      model_.reset(heed_open(folder.c_str(), options.c_str()));
      if (!model_) error = heed_error();
    }
    if (!model_) throw std::runtime_error(error);
  }

  py::tuple ask(const std::string& command) {
    return asked([&] {
      const std::lock_guard<std::mutex> lock(one_);
      return heed_ask(model_.get(), command.c_str());
    });
  }
  py::tuple info() {
    return asked([&] {
      const std::lock_guard<std::mutex> lock(one_);
      return heed_info(model_.get());
    });
  }
  py::tuple predict(const std::vector<std::string>& texts) { return of_many(texts, heed_predict); }
  py::tuple html(const std::vector<std::string>& texts) { return of_many(texts, heed_html); }

 private:
  py::tuple of_many(const std::vector<std::string>& texts, decltype(heed_predict)* call) {
    std::vector<const char*> beginnings;
    std::vector<size_t> sizes;
    for (const std::string& text : texts) {
      beginnings.push_back(text.data());
      sizes.push_back(text.size());
    }
    return asked([&] {
      const std::lock_guard<std::mutex> lock(one_);
      return call(model_.get(), beginnings.data(), sizes.data(), texts.size());
    });
  }

  struct Close {
    void operator()(heed_model* model) const { heed_close(model); }
  };
  std::unique_ptr<heed_model, Close> model_;
  std::mutex one_;
};

// A callback of Python's: what it raises, or true from it, ends the run.
struct Watcher {
  py::function callback;
  std::exception_ptr raised;
};

int tell(const char* progress, void* user) {
  auto& watcher = *static_cast<Watcher*>(user);
  const py::gil_scoped_acquire lock;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    return watcher.callback && py::bool_(watcher.callback(progress)) ? 1 : 0;
  } catch (...) {
    watcher.raised = std::current_exception();
    return 1;
  }
}

py::tuple train(const std::string& options, const py::object& progress) {
  Watcher watcher;
  if (!progress.is_none()) watcher.callback = progress;
  py::tuple result = asked([&] { return heed_train(options.c_str(), tell, &watcher); });
  if (watcher.raised) std::rethrow_exception(watcher.raised);
  return result;
}

}  // namespace

PYBIND11_MODULE(_heed, module) {
  module.attr("version") = heed_version();
  py::class_<Model>(module, "Model")
      .def(py::init<const std::string&, const std::string&>())
      .def("ask", &Model::ask)
      .def("info", &Model::info)
      .def("predict", &Model::predict)
      .def("html", &Model::html);
  module.def("train", &train);
}
