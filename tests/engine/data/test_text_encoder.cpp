#include "engine/data/text_encoder.h"

#include <nlohmann/json.hpp>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;

namespace {

TokenizerFile tokenizer_of(const std::vector<std::string>& texts) {
  TokenizerFile file;
  file.tokenizer = make_tokenizer("basic_english");
  TokenCounts counts;
  for (const std::string& text : texts) counts.add(file.tokenizer->split(text));
  file.vocabulary = Vocabulary::build(counts);
  return file;
}

}  // namespace

TEST_CASE("Texts become ids, unknown words the unknown id", "[encoder]") {
  const TextEncoder encoder(tokenizer_of({"please send it", "send me"}), {});
  const EncodedText text = encoder.encode("Send zebras, please");
  CHECK(text.tokens.size() == 4);
  CHECK(text.ids[0] == 2);  // the most frequent word
  CHECK(text.ids[1] == 0);
  CHECK(text.pieces.empty());
}

TEST_CASE("N-grams are counted in characters and hashed into the table", "[encoder]") {
  const TextEncoder encoder(tokenizer_of({"a"}), {3, 4, 50});
  // <zoé>: 5 characters, 3 runs of three, 2 of four; <a>: one run of three
  const EncodedText text = encoder.encode("zoé a");
  CHECK(text.piece_counts == std::vector<int32_t>{5, 1});
  for (int32_t piece : text.pieces) CHECK((piece >= 0 && piece < 50));
  const EncodedText again = encoder.encode("zoé");
  CHECK(std::vector<int32_t>(text.pieces.begin(), text.pieces.begin() + 5) == again.pieces);
}

TEST_CASE("A batch stands without padding", "[encoder]") {
  const TextEncoder encoder(tokenizer_of({"one two three"}), {3, 3, 9});
  const std::vector<EncodedText> texts{encoder.encode("one two"), encoder.encode(""),
                                       encoder.encode("three")};
  const TextBatch batch = make_batch(texts, {2, 1, 0});
  CHECK(batch.ids.count() == 3);
  CHECK(batch.sentences.begin == std::vector<int32_t>{0, 1, 1});
  CHECK(batch.sentences.length == std::vector<int32_t>{1, 0, 2});
  CHECK(batch.bags.B() == 3);
  CHECK(batch.bags.rows() == batch.pieces.count());
}

TEST_CASE("Settings of n-grams are checked", "[encoder]") {
  CHECK(read_ngram_options(nlohmann::json::object(), "f").buckets == 0);
  CHECK(test::contains(test::message_of([] {
                         read_ngram_options({{"ngrams", {{"min", 5}, {"max", 3}, {"buckets", 9}}}}, "f");
                       }),
                       "[f] n-grams of 5 to 3"));
}
