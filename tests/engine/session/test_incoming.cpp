// A model whose files come in pieces is the model of the whole files; its heads are computed when asked for.
#include "engine/session/models/incoming.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "engine/base/file.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

std::map<std::string, std::string> files(const std::string& name) {
  return {{"config.json", read_file(fixture_path(name + "_config.json"))},
          {"vocab.txt", tiny_vocabulary()},
          {"model.safetensors", read_file(fixture_path(name + "_model.safetensors"))}};
}

void feed(IncomingModel& model, const std::string& name, std::string_view bytes, uint64_t announced) {
  model.begin(name, announced);
  while (!bytes.empty() && model.room_size() > 0) {
    const size_t count = std::min({model.room_size(), size_t{1000}, bytes.size()});
    std::memcpy(model.room(), bytes.data(), count);
    model.wrote(count);
    bytes.remove_prefix(count);
  }
}

Model in_pieces(const std::string& name) {
  IncomingModel incoming("m");
  for (const auto& [file, bytes] : files(name)) feed(incoming, file, bytes, bytes.size());
  return incoming.open();
}

float largest_difference(const std::vector<float>& a, const float* b) {
  float most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace

TEST_CASE("a model in pieces is the model of the whole files", "[session][bert]") {
  const std::string text = "w7 w8 w9 w40 w7";
  for (const std::string name : {"bert_tiny", "distilbert_tiny"}) {
    CAPTURE(name);
    const Analysis want = Model::from_files("m", files(name)).analyse(text),
                   got = in_pieces(name).analyse(text);
    CHECK(got.received == want.received);
    REQUIRE(got.classes.size() == want.classes.size());
    for (size_t c = 0; c < got.classes.size(); ++c)
      CHECK(got.classes[c].probability == want.classes[c].probability);
  }
  const std::string masked = "w7 [MASK] w9";
  const auto want = Model::from_files("m", files("bert_tiny")).fill_mask(masked, 48).masks.at(0).candidates;
  const auto got = in_pieces("bert_tiny").fill_mask(masked, 48).masks.at(0).candidates;
  for (size_t i = 0; i < want.size(); ++i) CHECK(got[i].probability == Approx(want[i].probability));
}

TEST_CASE("heads of a long text are computed when they are asked for", "[session][bert]") {
  const Model model = in_pieces("distilbert_tiny");
  AnalysisOptions options;
  const Analysis whole = model.analyse("w7 w8 w9 w40", options);
  CHECK_FALSE(whole.heads);
  options.whole_maps = 5;
  const Analysis later = model.analyse("w7 w8 w9 w40", options);
  REQUIRE(later.heads);
  CHECK(later.attention.at(0).weights.empty());
  REQUIRE(later.top_pairs.size() == whole.top_pairs.size());
  for (size_t i = 0; i < whole.top_pairs.size(); ++i) {
    const Pair &got = later.top_pairs[i], &want = whole.top_pairs[i];
    CHECK(std::tie(got.layer, got.head, got.query, got.key) ==
          std::tie(want.layer, want.head, want.query, want.key));
  }
  REQUIRE(later.received.size() == whole.received.size());
  for (size_t s = 0; s < whole.received.size(); ++s)
    CHECK(later.received[s] == Approx(whole.received[s]).epsilon(1e-5));
  const size_t cells = 6 * 6;
  for (const int head : {0, 3})
    CHECK(largest_difference(later.heads->weights(1, head), whole.attention.at(1).weights.data() +
                                                                static_cast<size_t>(head) * cells) < 1e-6f);
  CHECK(contains(message_of([&] { later.heads->weights(2, 0); }), "[attention] there is no layer 2"));
  CHECK(contains(message_of([&] { later.heads->weights(0, 4); }), "[attention] there is no head 4"));
}

TEST_CASE("a file that is cut, or comes twice, is an error", "[session][bert]") {
  IncomingModel incoming("m");
  const auto given = files("bert_tiny");
  feed(incoming, "config.json", given.at("config.json"), given.at("config.json").size());
  CHECK(
      contains(message_of([&] { incoming.begin("config.json", 3); }), "[m/config.json] comes a second time"));
  feed(incoming, "vocab.txt", "[PAD]", 10);
  CHECK(contains(message_of([&] { incoming.begin("model.safetensors", 9); }), "[m/vocab.txt] ended after 5"));
}
