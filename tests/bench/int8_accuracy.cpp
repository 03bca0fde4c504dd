// What int8 costs in answers. Trains a small BERT on a file of lines "label TAB sentence" (SST-2) and
// compares it, as float32 and as int8, on the first 1,000 sentences of a second file. One JSON object on
// standard output.
//
//   int8_accuracy TRAIN.tsv TEST.tsv [SECONDS of training]

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/autograd/ops.h"
#include "engine/format/quantise.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/models/bert.h"
#include "engine/optim/optimizer.h"
#include "engine/tensor/recycler.h"

namespace {

using namespace heed;

constexpr int32_t kUnknown = 0, kFirst = 1, kReserved = 2;
constexpr size_t kBatch = 32, kLongest = 60, kTested = 1000;

struct Row {
  int32_t label;
  std::vector<std::string> words;
};

std::vector<Row> read(const std::string& path) {
  std::vector<Row> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.size() < 3 || (line[0] != '0' && line[0] != '1')) continue;  // the header
    Row row{line[0] - '0', {}};
    std::istringstream words(line.substr(2));
    for (std::string word; words >> word && row.words.size() < kLongest;) row.words.push_back(word);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::map<std::string, int32_t> vocabulary_of(const std::vector<Row>& rows) {
  std::map<std::string, int> counts;
  for (const Row& row : rows)
    for (const std::string& word : row.words) ++counts[word];
  std::map<std::string, int32_t> ids;
  for (const auto& [word, count] : counts)
    if (count > 1) ids.emplace(word, kReserved + static_cast<int32_t>(ids.size()));
  return ids;
}

struct Texts {
  TextBatch batch;
  Tensor labels;
};

Texts batch_of(const std::vector<const Row*>& rows, const std::map<std::string, int32_t>& vocabulary) {
  std::vector<int32_t> ids, lengths, labels;
  for (const Row* row : rows) {
    ids.push_back(kFirst);
    for (const std::string& word : row->words) {
      const auto found = vocabulary.find(word);
      ids.push_back(found == vocabulary.end() ? kUnknown : found->second);
    }
    lengths.push_back(static_cast<int32_t>(row->words.size()) + 1);
    labels.push_back(row->label);
  }
  Texts texts;
  texts.batch.ids = Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
  texts.batch.sentences = Spans::packed(lengths);
  texts.labels = Tensor::of<int32_t>({static_cast<int64_t>(labels.size())}, labels);
  return texts;
}

BertConfig config_of(int64_t words) {
  BertConfig c;
  c.head = BertHead::kClassification;
  c.V = words;
  c.D = c.embedding = 128;
  c.layers = 4;
  c.heads = 4;
  c.feed_forward = 512;
  c.positions = 64;
  c.labels = {"negative", "positive"};
  return c;
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void train(const Bert& bert, const Device& device, const std::vector<Row>& rows,
           const std::map<std::string, int32_t>& vocabulary, double budget) {
  Optimizer optimizer(bert.parameters(), device, {});
  Random random(1);
  Recycler memory;
  const double end = seconds() + budget;
  for (uint32_t step = 0; seconds() < end; ++step) {
    std::vector<const Row*> chosen;
    for (size_t i = 0; i < kBatch; ++i)
      chosen.push_back(&rows[random.below(static_cast<uint32_t>(rows.size()))]);
    const Texts texts = batch_of(chosen, vocabulary);
    Tape tape;
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    ctx.tape = &tape;
    ctx.training = true;
    ctx.dropout.step = step;
    bert.parameters().clear_grads();
    const Variable logits = bert.forward(ctx, texts.batch);
    const Variable loss = cross_entropy(ctx, logits, texts.labels);
    tape.backward(loss);
    optimizer.step(3e-4 * std::min(1.0, (step + 1) / 200.0));
    if (step % 200 == 0) std::cerr << "step " << step << ", loss " << loss.value().data<float>()[0] << '\n';
  }
  optimizer.catch_up();
}

std::vector<float> logits_of(const Bert& bert, const Device& device, const Texts& texts) {
  Recycler memory;
  Context ctx;
  ctx.device = &device;
  ctx.memory = &memory;
  return bert.forward(ctx, texts.batch).value().values<float>();
}

Bert as_int8(const Bert& wide, const Device& device) {
  Bert small(wide.config(), std::nullopt);
  small.parameters().load_packed({[&](const std::string& name) -> std::optional<Parameters::Weight> {
                                    const Tensor values = wide.parameters().find(name).value();
                                    if (!worth_quantising(values.shape(), values.dtype())) return values;
                                    const Quantised int8 = quantise(values, name);
                                    return Parameters::Weight(int8.values, int8.scale);
                                  },
                                  [](const std::string&) {}},
                                 device, "trained");
  return small;
}

nlohmann::json compare(const Bert& wide, const Device& device, const std::vector<Row>& rows,
                       const std::map<std::string, int32_t>& vocabulary) {
  const Bert small = as_int8(wide, device);
  int same = 0, right = 0, right_int8 = 0;
  float furthest = 0, reach = 0;
  for (const Row& row : rows) {
    const Texts texts = batch_of({&row}, vocabulary);
    const auto a = logits_of(wide, device, texts), b = logits_of(small, device, texts);
    for (size_t c = 0; c < a.size(); ++c) {
      furthest = std::max(furthest, std::abs(a[c] - b[c]));
      reach = std::max(reach, std::abs(a[c]));
    }
    const int first = a[1] > a[0], second = b[1] > b[0];
    same += first == second;
    right += first == row.label;
    right_int8 += second == row.label;
  }
  return {{"sentences", rows.size()}, {"same_class", same},     {"right", right},
          {"right_int8", right_int8}, {"largest_logit", reach}, {"largest_difference", furthest}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::vector<Row> rows = read(argv[1]);
  std::vector<Row> tested = read(argv[2]);
  tested.resize(std::min(tested.size(), kTested));
  const auto vocabulary = vocabulary_of(rows);
  const Bert bert(config_of(kReserved + static_cast<int64_t>(vocabulary.size())), 1);
  ThreadPool threads(2);
  train(bert, cpu::device(&threads), rows, vocabulary, argc > 3 ? std::stod(argv[3]) : 120);
  for (const std::string name : {"baseline", "avx2", "avx512"}) {
    Device device = cpu::device();
    device.kernels = cpu::kernels_for(name);
    if (!device.kernels) continue;
    nlohmann::json line = compare(bert, device, tested, vocabulary);
    line["kernels"] = name;
    std::cout << line << std::endl;
  }
}
