#include "engine/trace/trace.h"

#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("a trace records copies of what it watches", "[trace]") {
  Trace trace;
  const Tensor value = Tensor::of<float>({2}, {1, 2});
  trace.record("encoder.0.attention.weights", value);
  CHECK(trace.records().empty());

  trace.watch(".weights");
  CHECK(trace.wants("encoder.0.attention.weights"));
  CHECK_FALSE(trace.wants("encoder.0.attention.output"));
  CHECK_FALSE(trace.wants("weights"));
  trace.record("encoder.0.attention.weights", value);
  trace.record("encoder.0.attention.output", value);
  value.data<float>()[0] = 9;
  REQUIRE(trace.records().size() == 1);
  CHECK(trace.find("encoder.0.attention.weights")->values<float>() == std::vector<float>{1, 2});
  CHECK(trace.find("encoder.0.attention.output") == nullptr);
  trace.clear();
  CHECK(trace.find("encoder.0.attention.weights") == nullptr);
}

TEST_CASE("an empty suffix watches everything", "[trace]") {
  Trace trace;
  CHECK_FALSE(trace.wants("any"));
  trace.watch("");
  CHECK(trace.wants("any"));
  CHECK(trace.wants(""));
}

TEST_CASE("a patch is found by its whole name and is not recorded by itself", "[trace]") {
  Trace trace;
  trace.patch("a.b", {Tensor::of<float>({1}, {2}), {}});
  CHECK(trace.wants("a.b"));
  CHECK(trace.patch_of("a.b")->scale.values<float>() == std::vector<float>{2});
  CHECK(trace.patch_of("b") == nullptr);
  trace.record("a.b", Tensor::zeros({1}, DType::kFloat32));
  CHECK(trace.records().empty());
  trace.patch("a.b", {{}, Tensor::of<float>({1}, {3})});  // takes the place of the first
  CHECK_FALSE(trace.patch_of("a.b")->scale.defined());
  CHECK(trace.patch_of("a.b")->offset.values<float>() == std::vector<float>{3});
}

TEST_CASE("an edit is found by its whole name until it is let be", "[trace]") {
  Trace trace;
  trace.edit("a.b", {[](const Tensor& value) { return value; }, {}});
  CHECK(trace.wants("a.b"));
  CHECK(trace.edit_of("b") == nullptr);
  trace.record("a.b", Tensor::zeros({1}, DType::kFloat32));
  CHECK(trace.records().empty());
  trace.let_be();
  CHECK_FALSE(trace.wants("a.b"));
}
