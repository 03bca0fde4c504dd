#include "engine/explain/pass.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "engine/explain/subject_edits.h"

namespace heed::explain {
namespace {

// The weights need no gradient while this lives.
class Frozen {
 public:
  explicit Frozen(const Parameters& parameters) {
    for (const Variable& p : parameters.all())
      if (p.node().requires_grad) {
        p.node().requires_grad = false;
        nodes_.push_back(p);
      }
  }
  Frozen(const Frozen&) = delete;
  Frozen& operator=(const Frozen&) = delete;
  ~Frozen() {
    for (const Variable& p : nodes_) p.node().requires_grad = true;
  }

 private:
  std::vector<Variable> nodes_;
};

// W [O, I] of which only the device's layout is there: I products with a unit vector each.
Tensor unpacked(const Device& device, const Variable& W) {
  const int64_t O = W.size(0), I = W.size(1);
  Tensor unit = Tensor::zeros({I, I}, DType::kFloat32);
  for (int64_t i = 0; i < I; ++i) unit.data<float>()[i * I + i] = 1;
  const Tensor product({I, O}, DType::kFloat32, *device.memory);
  device.kernels->matmul.linear(device, on_device(device, unit, *device.memory), W.value(), W.node().packed,
                                {}, Activation::kNone, product);
  const Tensor transposed = on_host(device, product);
  Tensor weight({O, I}, DType::kFloat32);
  for (int64_t i = 0; i < I; ++i)
    for (int64_t o = 0; o < O; ++o) weight.data<float>()[o * I + i] = transposed.data<float>()[i * O + o];
  return on_device(device, weight, *device.memory);
}

// One way back for each class.
void find_slopes(const Context& ctx, Tape& tape, const Variable& logits, const std::vector<int64_t>& classes,
                 Pass& pass) {
  const int64_t B = pass.logits.rows, C = pass.logits.columns;
  for (const int64_t c : named_or_all(classes, C)) {
    Matrix direction(B, C);
    for (int64_t b = 0; b < B; ++b) direction.at(b, c) = 1;
    if (logits.requires_grad())
      tape.backward_keeping(logits, ctx.upload(tensor_of(direction.values, logits.shape(), logits.dtype())));
    pass.gradients = tape.at_points;
    for (const auto& [point, ignored] : tape.at_points) {
      const Matrix gradient = pass.gradient(point);
      Matrix& all = pass.slopes[point];
      all.columns = gradient.columns;
      all.rows += gradient.rows;
      all.values.insert(all.values.end(), gradient.values.begin(), gradient.values.end());
    }
  }
  pass.gradients.clear();
}

}  // namespace

void expect_weights(const Subject& subject) {
  const Parameters& parameters = subject.network.parameters();
  for (const Variable& p : parameters.all())
    if (!p.value().defined() && p.node().packed.defined() && !parameters.holds_table(p.node().name))
      p.node().value = unpacked(subject.device, p);
}

Tensor weights_of(const Subject& subject, const Variable& parameter) {
  const bool there = parameter.value().defined() || !parameter.node().packed.defined();
  return on_host(subject.device, there ? parameter.value() : unpacked(subject.device, parameter));
}

const Tensor& Pass::value(const std::string& point, int nth) const {
  const auto found = values.find(point);
  check(found != values.end() && static_cast<size_t>(nth) < found->second.size(),
        "[explain] the network has no point \"", point, "\", or not so often.");
  return found->second[static_cast<size_t>(nth)];
}

Matrix Pass::gradient(const std::string& point) const {
  const auto found = gradients.find(point);
  if (found != gradients.end() && found->second.defined()) return matrix_of(found->second);
  const Tensor& like = value(point);
  return Matrix(like.shape().rows(), like.shape().columns());
}

std::vector<int64_t> named_or_all(const std::vector<int64_t>& classes, int64_t C) {
  if (!classes.empty()) return classes;
  std::vector<int64_t> all(static_cast<size_t>(C));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

Pass run(const Subject& subject, const TextBatch& batch, const Asked& asked) {
  Trace trace;
  for (const auto* points : {&asked.watch, &asked.by, &asked.held})
    for (const std::string& point : *points) trace.watch(point);
  for (const auto& [point, patch] : asked.patches) trace.patch(point, patch);
  if (asked.edits) asked.edits(trace);
  if (subject.edits) subject.edits->add_to(trace, batch.sentences, asked.left_out);
  Tape tape;
  Context ctx;
  ctx.device = &subject.device;
  ctx.memory = &subject.memory;
  ctx.trace = &trace;
  std::optional<Frozen> frozen;
  if (!asked.by.empty()) {
    expect_weights(subject);
    frozen.emplace(subject.network.parameters());
    ctx.tape = &tape;
    for (const std::string& point : asked.by) tape.at_points[point];
    tape.held.insert(asked.held.begin(), asked.held.end());
  }
  const Variable logits = subject.network.forward(ctx, batch);
  Pass pass;
  pass.logits = matrix_of(ctx.host(logits.value()));
  for (const Trace::Record& record : trace.records()) pass.values[record.name].push_back(record.value);
  if (ctx.tape && !asked.directions) {
    find_slopes(ctx, tape, logits, asked.classes, pass);
  } else if (ctx.tape && logits.requires_grad()) {
    const Matrix directions = asked.directions(pass.logits);
    tape.backward(logits, ctx.upload(tensor_of(directions.values, logits.shape(), logits.dtype())));
    pass.gradients = std::move(tape.at_points);
  }
  return pass;
}

TextBatch copies(const EncodedText& text, int64_t B) {
  return make_batch({text}, std::vector<int>(static_cast<size_t>(B), 0));
}

int64_t most_at_once(int64_t tokens) {
  return std::max<int64_t>(1, kMostTokens / std::max<int64_t>(tokens, 1));
}

std::vector<std::vector<int>> batches_of(const Subject& subject, const std::vector<EncodedText>& texts,
                                         int64_t most) {
  std::vector<std::vector<int>> batches;
  int64_t tokens = 0, before = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    const auto length = static_cast<int64_t>(texts[i].ids.size());
    const bool alone = subject.anatomy.reads_padding && length != before;
    if (batches.empty() || alone || tokens + length > most) {
      batches.emplace_back();
      tokens = 0;
    }
    batches.back().push_back(static_cast<int>(i));
    tokens += length;
    before = length;
  }
  return batches;
}

Pass part_of(const Pass& pass, const Anatomy& anatomy, const Spans& texts, size_t text) {
  const int64_t N = texts.length[text];
  Pass part;
  for (const auto& [point, values] : pass.values) {
    int64_t first = texts.begin[text], count = N;
    for (const AttentionPoint& map : anatomy.maps) {
      if (map.name != point) continue;
      const bool pooling = map.kind == "pooling";
      first = 0;
      for (size_t before = 0; before < text; ++before)
        first += map.heads * texts.length[before] * (pooling ? 1 : texts.length[before]);
      count = map.heads * N * (pooling ? 1 : N);
    }
    for (const Tensor& value : values) part.values[point].push_back(value.rows(first, count));
  }
  return part;
}

Matrix logits_of(const Subject& subject, const std::vector<EncodedText>& texts,
                 const std::vector<std::vector<int>>& left_out) {
  Matrix all;
  for (const std::vector<int>& chosen : batches_of(subject, texts)) {
    Asked asked;
    for (size_t i = 0; i < chosen.size() && !left_out.empty(); ++i)
      asked.left_out.push_back(left_out[static_cast<size_t>(chosen[i])]);
    all.append(run(subject, make_batch(texts, chosen), asked).logits);
  }
  return all;
}

void hold(Patches& patches, const Pass& pass, const std::vector<std::string>& points, int64_t B) {
  for (const std::string& point : points) {
    const Tensor value = tiled(pass.value(point), B);
    patches[point] = {Tensor::zeros(value.shape(), value.dtype()), value};
  }
}

}  // namespace heed::explain
