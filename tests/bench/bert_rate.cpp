// The engine's side of `./dev bench bert`. A line {"model": FOLDER, "threads": n, "ids": [...]} on standard
// input is answered by {"ms": …, "logits": [...]}: one forward pass, ids to logits, without attention maps.
// {"product": [N, I, O], "threads": n} is answered by {"ms": …} of y [N, O] = x [N, I] Wᵀ with packed
// weights, with "int8": true those of 8 bits. Models stay open.
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/base/thread_pool.h"
#include "engine/format/json.h"
#include "engine/format/weight_files.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/models/bert.h"
#include "engine/nn/mechanism_entry.h"
#include "engine/tensor/recycler.h"

namespace {

using heed::DType;
using heed::Tensor;
using nlohmann::json;

double milliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

struct Machine {
  explicit Machine(int count) : threads(count), device(heed::cpu::device(&threads)) {}
  heed::ThreadPool threads;
  heed::Device device;
  heed::Recycler memory;
};

// One per number of threads; threads that have nothing to do wait passively.
Machine& machine(int threads) {
  static std::map<int, std::unique_ptr<Machine>> machines;
  auto& found = machines[threads];
  if (!found) found = std::make_unique<Machine>(threads);
  return *found;
}

heed::Bert open(const std::string& folder) {
  const std::string file = folder + "/config.json";
  const json config = heed::parse_json(heed::read_file(file), file);
  const bool distil = config.at("model_type") == "distilbert";
  const heed::BertFamily& family = distil ? heed::distilbert_family() : heed::bert_family();
  heed::Bert bert(heed::read_bert_config(family, config, file), std::nullopt);
  heed::load_library_weights(bert, family.layout, heed::WeightFiles::open(folder), machine(1).device, false,
                             folder);
  return bert;
}

const heed::Bert& model(const std::string& folder) {
  static std::map<std::string, heed::Bert> models;
  const auto found = models.find(folder);
  return found != models.end() ? found->second : models.emplace(folder, open(folder)).first->second;
}

json forward(const json& wanted) {
  const heed::Bert& bert = model(wanted.at("model"));
  Machine& at = machine(wanted.at("threads"));
  const auto ids = wanted.at("ids").get<std::vector<int32_t>>();
  const auto N = static_cast<int32_t>(ids.size());
  heed::TextBatch batch;
  batch.ids = Tensor::of<int32_t>({N}, ids);
  batch.sentences = heed::Spans::packed({N});
  heed::Context ctx;
  ctx.device = &at.device;
  ctx.memory = &at.memory;
  const double begun = milliseconds();
  const Tensor logits = bert.forward(ctx, batch).value();
  return {{"ms", milliseconds() - begun}, {"logits", logits.values<float>()}};
}

json product(const json& wanted) {
  const auto size = wanted.at("product").get<std::vector<int64_t>>();
  Machine& at = machine(wanted.at("threads"));
  const heed::Kernels& kernels = *at.device.kernels;
  const bool int8 = wanted.value("int8", false);
  const auto ones = [](int64_t rows, int64_t columns) {
    return Tensor::of<float>({rows, columns}, std::vector<float>(static_cast<size_t>(rows * columns), 1));
  };
  const Tensor x = ones(size[0], size[1]), W = ones(size[2], size[1]), y({size[0], size[2]}, DType::kFloat32);
  const heed::Quantised small = int8 ? quantise(W, "W") : heed::Quantised{};
  const Tensor packed = int8 ? kernels.int8.pack(at.device, small.values, small.scale, heed::heap())
                             : kernels.matmul.pack(at.device, W, heed::heap());
  const auto once = [&] {
    constexpr auto kNone = heed::Activation::kNone;
    if (int8)
      kernels.int8.linear(at.device, x, packed, {}, kNone, y);
    else
      kernels.matmul.linear(at.device, x, W, packed, {}, kNone, y);
  };
  once();
  const double begun = milliseconds();
  int calls = 0;
  for (; milliseconds() - begun < 20; ++calls) once();
  return {{"ms", (milliseconds() - begun) / calls}};
}

json answer(const json& wanted) {
  return wanted.contains("product") ? product(wanted) : forward(wanted);
}

}  // namespace

#ifdef __EMSCRIPTEN__
// The program's table of contents (engine/contents): BERT attends by none of these mechanisms.
std::span<const heed::nn::MechanismEntry* const> heed::nn::mechanism_table() {
  return {};
}

// In the page: what it answers lives until the next call.
extern "C" const char* heed_answer(const char* wanted) {
  static std::string answered;
  answered = answer(json::parse(wanted)).dump();
  return answered.c_str();
}
#else
int main() {
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(json::parse(line)) << std::endl;
}
#endif
