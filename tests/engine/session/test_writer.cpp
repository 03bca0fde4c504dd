// A model that writes: what it chooses, what it says of each token, taking back, and its end.
#include "engine/session/writing/writer.h"

#include <nlohmann/json.hpp>

#include "engine/session/writing/candidates.h"
#include "engine/session/writing/direct_logits.h"
#include "engine/session/writing/lens.h"
#include "engine/session/writing/look_back.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/sanitized.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;
using session::NextToken;
using session::Writer;
using session::WritingOptions;

namespace {

std::string words(const std::vector<int32_t>& ids) {
  std::string text;
  for (const int32_t id : ids) text += (text.empty() ? "w" : " w") + std::to_string(id);
  return text;
}

std::vector<int> ids_of(const std::vector<NextToken>& tokens) {
  std::vector<int> ids;
  for (const NextToken& token : tokens) ids.push_back(token.id);
  return ids;
}

WritingOptions greedy() {
  WritingOptions options;
  options.temperature = 0;
  return options;
}

}  // namespace

TEST_CASE("PyTorch: what a model writes, and what it says of what it was given",
          "[oracle][session][writing]") {
  const TempFolder folder;
  const std::string name = GENERATE("gpt2_tiny", "llama_tiny");
  const session::Model model = session::Model::open(write_tiny_writer(folder, name), 1);
  const Oracle io(name + "_io");
  for (const std::string text : {"text0.", "text1."}) {
    const std::vector<int32_t> given = io.ids(text + "ids").values<int32_t>();
    Writer writer(model, words(given), greedy());
    REQUIRE(writer.given().size() == given.size());
    double loss = 0;
    for (size_t n = 1; n < given.size(); ++n) loss -= std::log(writer.given()[n].probability);
    CHECK(loss / static_cast<double>(given.size() - 1) ==
          Approx(io[text + "loss"].data<float>()[0]).epsilon(1e-5));
    CHECK(writer.given().front().probability == 0);
    for (const int32_t wanted : io.ids(text + "greedy").values<int32_t>()) {
      const NextToken best = writer.candidates(1).front();
      REQUIRE(best.id == wanted);
      const auto written = writer.write();
      REQUIRE(written.has_value());
      CHECK(written->id == wanted);
      CHECK(written->probability == best.probability);
    }
    CHECK(writer.text() == " " + words({io.ids(text + "greedy").values<int32_t>()}));
  }
}

TEST_CASE("Tokens are taken, and taken back", "[session][writing]") {
  const TempFolder folder;
  const session::Model model = session::Model::open(write_tiny_gpt2(folder), 1);
  Writer writer(model, "w3 w4", greedy());
  const std::vector<NextToken> first = writer.candidates(96);
  REQUIRE(first.size() == 96);
  double total = 0;
  for (const NextToken& one : first) total += one.probability;
  CHECK(total == Approx(1));
  writer.take(first[5].id);
  writer.write();
  writer.write();
  CHECK(ids_of(writer.written()).front() == first[5].id);
  writer.take_back(3);
  CHECK(writer.written().empty());
  const std::vector<NextToken> again = writer.candidates(96);
  CHECK(ids_of(again) == ids_of(first));
  for (size_t i = 0; i < again.size(); ++i)
    CHECK(again[i].probability == Approx(first[i].probability).epsilon(1e-5));
  CHECK(contains(message_of([&] { writer.take_back(1); }), "0 were written"));
  CHECK(contains(message_of([&] { writer.take(96); }), "96 is no id: expected 0 to 95"));
}

TEST_CASE("A text ends where the model ends it, or is full", "[session][writing]") {
  const TempFolder folder;
  const session::Model model = session::Model::open(write_tiny_gpt2(folder), 1);
  Writer writer(model, "w3");
  writer.take(95);
  CHECK(writer.ended() == "end");
  CHECK_FALSE(writer.write().has_value());
  CHECK(contains(message_of([&] { writer.take(3); }), "the text has ended"));
  CHECK(writer.text().empty());  // what ends it is no text
  writer.take_back(1);
  CHECK(writer.ended().empty());

  Writer longer(model, words(std::vector<int32_t>(62, 7)));
  longer.take(1);
  CHECK(longer.ended().empty());
  longer.take(1);
  CHECK(longer.ended() == "full");
  CHECK(contains(message_of([&] { Writer(model, words(std::vector<int32_t>(64, 7))); }),
                 "the text has 64 tokens, and the model takes 64"));
  CHECK(ids_of(Writer(model, "").given()) == std::vector<int>{95});  // what begins a text
}

TEST_CASE("A piece that config.json does not count is named", "[session][writing]") {
  const TempFolder folder;
  const std::string path = write_tiny_gpt2(folder);
  std::string config = read_file(path + "/config.json");
  config.replace(config.find("\"bos_token_id\": 95"), 18, "\"bos_token_id\": 96");
  write_file_atomically(path + "/config.json", config);
  const session::Model model = session::Model::open(path, 1);
  CHECK(
      contains(message_of([&] { Writer(model, ""); }), "has the id 96: config.json says that there are 96"));
}

TEST_CASE("A character whose bytes are not all there is left out", "[session][writing]") {
  const TempFolder folder;
  const std::string path = write_tiny_gpt2(folder);
  std::string others;
  for (int i = 2; i < 95; ++i) others += ", \"x" + std::to_string(i) + "\": " + std::to_string(i);
  write_file_atomically(
      path + "/tokenizer.json",
      R"({"version": "1.0", "added_tokens": [], "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false},
          "decoder": {"type": "ByteLevel"}, "model": {"type": "BPE", "merges": [], "vocab":
          {"\u00c3": 0, "\u00a9": 1)" +
          others + R"(, "<|endoftext|>": 95}}})");  // the bytes of é
  const session::Model model = session::Model::open(path, 1);
  Writer writer(model, "\u00e9");
  writer.take(0);
  CHECK(writer.text().empty());
  writer.take(1);
  CHECK(writer.text() == "\u00e9");
}

TEST_CASE("Int8 matrices write nearly the same", "[session][writing]") {
  const TempFolder folder;
  const std::string path = write_tiny_gpt2(folder);
  const session::Model exact = session::Model::open(path, 1),
                       small = session::Model::open(path, 1, session::Precision::kInt8);
  const std::vector<NextToken> wanted = Writer(exact, "w3 w4 w5").candidates(3),
                               found = Writer(small, "w3 w4 w5").candidates(3);
  for (size_t i = 0; i < wanted.size(); ++i)
    CHECK(found[i].probability == Approx(wanted[i].probability).epsilon(0.05));
}

TEST_CASE("Only what writes is asked to", "[session][writing]") {
  const TempFolder folder;
  const session::Model model = session::Model::open(write_tiny(folder, "bert_tiny"), 1);
  CHECK(contains(message_of([&] { Writer(model, "w5"); }), "only a model that predicts the next token"));
}

TEST_CASE("Maps of a model that writes are triangles, recorded or computed again", "[session][writing]") {
  const TempFolder folder;
  const session::Model model = session::Model::open(write_tiny_gpt2(folder), 1);
  session::AnalysisOptions later;
  later.whole_maps = 4;
  const session::Analysis whole = model.analyse("w1 w2 w3 w4 w5 w6"),
                          lazy = model.analyse("w1 w2 w3 w4 w5 w6", later);
  REQUIRE(whole.attention.size() == 2);
  REQUIRE(lazy.heads);
  for (const session::AttentionMap& map : whole.attention)
    for (int head = 0; head < map.H; ++head) {
      const std::vector<float> again = lazy.heads->weights(map.layer, head);
      for (size_t t = 0; t < 6; ++t)
        for (size_t s = 0; s < 6; ++s) {
          const float weight = map.weights[(static_cast<size_t>(head) * 6 + t) * 6 + s];
          CHECK((s > t) == (weight == 0));
          CHECK(again[t * 6 + s] == Approx(weight).margin(1e-6));
        }
    }
}

TEST_CASE("Choosing: temperature, the likeliest few, and the seed", "[session][writing]") {
  const std::vector<double> scores = {0, std::log(6.0), std::log(2.0), std::log(1.0)};  // 1, 6, 2, 1 of 10
  auto counts = [&](const WritingOptions& options) {
    std::vector<int> found(4);
    Random random(options.seed);
    for (int i = 0; i < 20000; ++i) ++found[static_cast<size_t>(session::choose(scores, options, random))];
    return found;
  };
  WritingOptions options;
  const std::vector<int> plain = counts(options);
  CHECK(plain[1] == Approx(12000).epsilon(0.03));
  CHECK(plain[0] == Approx(2000).epsilon(0.1));
  CHECK(counts(options) == plain);
  options.top_k = 2;
  CHECK(counts(options)[1] == Approx(15000).epsilon(0.03));
  CHECK(counts(options)[0] + counts(options)[3] == 0);
  options.top_k = 0;
  options.top_p = 0.8;  // 6 and 2 of 10
  CHECK(counts(options)[2] == Approx(5000).epsilon(0.06));
  CHECK(counts(options)[0] + counts(options)[3] == 0);
  options.top_p = 0;
  CHECK(counts(options)[1] == 20000);
  options.top_p = 1;
  options.temperature = 0.5;  // squares: 1, 36, 4, 1 of 42
  CHECK(counts(options)[1] == Approx(20000 * 36 / 42.0).epsilon(0.03));
  options.temperature = 0;
  CHECK(counts(options)[1] == 20000);
  CHECK(session::largest({1, 3, 3, 2}, 3) == std::vector<int>{1, 2, 3});
}

TEST_CASE("Choosing among more than are put into order at first", "[session][writing]") {
  const std::vector<double> even(3000, -1.0);  // half of them hold half
  WritingOptions options;
  options.top_p = 0.5;
  Random random(3);
  int most = 0;
  for (int i = 0; i < (kSanitized ? 200 : 2000); ++i)
    most = std::max(most, session::choose(even, options, random));
  CHECK(most <= 1500);
  CHECK(most >= 1450);
}

TEST_CASE("What is out of bounds is said before a model is opened", "[session][writing]") {
  auto refused = [](auto change) {
    WritingOptions options;
    change(options);
    return message_of([&] { session::check_options(options); });
  };
  CHECK(refused([](auto&) {}).empty());
  CHECK(contains(refused([](auto& o) { o.temperature = -1; }), "temperature is -1.0: expected 0 to 100"));
  CHECK(contains(refused([](auto& o) { o.top_p = 1.5; }), "top_p is 1.5: expected 0 to 1"));
  CHECK(contains(refused([](auto& o) { o.top_k = -2; }), "top_k is -2"));
}

TEST_CASE("what a model would say after each layer ends with what it says", "[session][writing]") {
  const TempFolder folder;
  const session::Model model = session::Model::open(write_tiny_gpt2(folder), 1);
  const std::string text = words({3, 4, 5});
  const auto layers = session::lens(model, text, -1, 4);
  REQUIRE(layers.size() == 3);
  const std::vector<NextToken> last = Writer(model, text).candidates(4);
  for (size_t n = 0; n < 4; ++n) {
    CHECK(layers[2].candidates[n].id == last[n].id);
    CHECK(layers[2].candidates[n].probability == Approx(last[n].probability).epsilon(1e-5));
  }
  for (const session::LensLayer& one : layers) {
    CHECK(one.said.id == last[0].id);
    CHECK(one.candidates[0].probability >= one.said.probability);
  }
  CHECK(layers[0].layer == -1);
  CHECK(layers[0].candidates[0].probability != layers[2].candidates[0].probability);
  // A token in the middle is that of the text that ends there.
  CHECK(session::lens(model, text, 1, 1)[2].said.id == Writer(model, words({3, 4})).candidates(1)[0].id);
  CHECK(contains(message_of([&] { session::lens(model, text, 3, 1); }), "there is no token 3"));
  CHECK(contains(message_of([&] { session::lens(model, "", -1, 1); }), "the text is empty"));
}

TEST_CASE("What parts add to a score sums to it, of 8-bit matrices too but for their rounding",
          "[session][writing]") {
  const TempFolder folder;
  const std::string path = write_tiny_writer(
      folder, GENERATE("gpt2_tiny", "llama_tiny", "llama3_tiny", "qwen2_tiny", "qwen3_tiny"));
  const auto precision = GENERATE(session::Precision::kAsStored, session::Precision::kInt8);
  const session::Model model = session::Model::open(path, 1, precision);
  const bool exact = precision == session::Precision::kAsStored;
  const std::string text = "w3 w4 w5 w3";
  const session::DirectAttribution all = direct_attribution(model, text, 6);
  const std::vector<NextToken> candidates = Writer(model, text, greedy()).candidates(6);
  REQUIRE(all.candidates.size() == 6);
  CHECK(all.tokens == std::vector<std::string>{"w3", "w4", "w5", "w3"});
  for (size_t k = 0; k < 6; ++k) {
    const session::DirectLogits& one = all.candidates[k];
    CHECK(one.token.id == candidates[k].id);
    CHECK(one.token.probability == Approx(candidates[k].probability).epsilon(exact ? 1e-4 : 0.02));
    CHECK(one.rest == Approx(0).margin(exact ? 1e-4 : 0.2));
    CHECK(one.feed_forward.size() == static_cast<size_t>(all.layers));
    CHECK(one.heads.size() == static_cast<size_t>(all.layers * all.heads * 4));
  }
  const std::vector<session::DirectPart> parts = difference(all, 0, 1);
  double sum = 0;
  for (size_t n = 0; n < parts.size(); ++n) {
    sum += parts[n].value;
    if (n > 0) CHECK(std::abs(parts[n].value) <= std::abs(parts[n - 1].value));
  }
  CHECK(sum == Approx(all.candidates[0].score - all.candidates[1].score).margin(1e-4));
  CHECK(to_json(all)["candidates"][2]["heads"][1][0].size() == 4);

  // A head that is silent adds nothing.
  const session::DirectAttribution silent = direct_attribution(model, text, 1, {"1.0.off"});
  const size_t first = static_cast<size_t>(all.heads * 4);
  for (size_t s = 0; s < 4; ++s) CHECK(silent.candidates[0].heads[first + s] == 0);
  CHECK(silent.candidates[0].rest == Approx(0).margin(exact ? 1e-4 : 0.2));
}

TEST_CASE("What tokens look at is changed while they are read and written", "[session][writing]") {
  const TempFolder folder;
  const session::Model model = session::Model::open(write_tiny_gpt2(folder), 1);
  const std::vector<std::string> edits = {"*.*.*.0=0", "0.1.2.only=1", "1.0.even", "1.1.3.even"};
  // Token by token as all at once.
  const std::vector<NextToken> whole = Writer(model, "w3 w4 w5 w6", greedy(), edits).candidates(5);
  Writer steps(model, "w3 w4", greedy(), edits);
  steps.take(5);
  steps.take(6);
  const std::vector<NextToken> last = steps.candidates(5);
  for (size_t n = 0; n < 5; ++n) {
    CHECK(last[n].id == whole[n].id);
    CHECK(last[n].probability == Approx(whole[n].probability).epsilon(1e-4));
  }
  CHECK(whole[0].probability !=
        Approx(Writer(model, "w3 w4 w5 w6", greedy()).probabilities(whole)[0]).epsilon(1e-3));
  CHECK(session::lens(model, "w3 w4 w5 w6", -1, 1, edits).back().said.probability ==
        Approx(whole[0].probability).epsilon(1e-4));

  const auto weight = [](const session::LookedBack& map, size_t t, size_t s) {
    return map.weights[t * map.tokens.size() + s];
  };
  const session::LookedBack map = look_back(model, "w3 w4 w5 w6", 0, 1, edits);
  CHECK(map.layers == 2);
  CHECK(weight(map, 2, 1) == 1);
  for (size_t t = 1; t < 4; ++t) CHECK(weight(map, t, 0) == 0);
  const session::LookedBack even = look_back(model, "w3 w4 w5 w6", 1, 0, {"1.0.even"});
  for (size_t t = 0; t < 4; ++t)
    for (size_t s = 0; s < 4; ++s)
      CHECK(weight(even, t, s) == Approx(s <= t ? 1.0 / static_cast<double>(t + 1) : 0).margin(1e-6));
  const session::LookedBack mean = look_back(model, "w3 w4", 0, session::Heads::kMean);
  double sum = 0;
  for (const float one : mean.weights) sum += static_cast<double>(one);
  CHECK(sum == Approx(2));

  const auto said = [&](const std::string& edit) {
    return message_of([&] { Writer(model, "w3 w4 w5", greedy(), {edit}); });
  };
  CHECK(contains(said("0.0.1.only=2"), "token 1 sees itself and what stands before it, not token 2"));
  CHECK(contains(said("0.0.1.2=0.5"), "token 1 sees itself"));
  CHECK(contains(said("5.0.off"), "maps are of 2 layers"));
  CHECK(contains(said("token.1=w4"), "words by typing others"));
  CHECK(contains(message_of([&] { look_back(model, "w3", 2, 0); }), "there is no layer 2"));
  CHECK(contains(message_of([&] { look_back(model, "w3", 0, 9); }), "there is no head 9"));
  CHECK(contains(message_of([&] { direct_attribution(model, "", 1); }), "the text is empty"));
}

TEST_CASE("a text that the tokenizer.json cuts is not written on as if it were whole", "[session][writing]") {
  const TempFolder folder;
  const std::string path = write_tiny_gpt2(folder), file = path + "/tokenizer.json";
  nlohmann::json tokenizer = nlohmann::json::parse(read_file(file));
  tokenizer["truncation"] = {{"max_length", 3}, {"strategy", "LongestFirst"}, {"stride", 0}};
  write_file_atomically(file, tokenizer.dump());
  const session::Model model = session::Model::open(path, 1);
  CHECK(Writer(model, "w1 w2 w3", greedy()).given().size() == 3);
  CHECK(contains(message_of([&] { Writer(model, "w1 w2 w3 w4", greedy()); }),
                 "/tokenizer.json] cuts texts to 3 tokens, and this one has 4: shorten it"));
}
