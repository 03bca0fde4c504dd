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
  const TextEncoder encoder(tokenizer_of({"a"}), {{3, 4, 50}, {}});
  // <zoé>: 5 characters, 3 runs of three, 2 of four; <a>: one run of three
  const EncodedText text = encoder.encode("zoé a");
  CHECK(text.piece_counts == std::vector<int32_t>{5, 1});
  for (int32_t piece : text.pieces) CHECK((piece >= 0 && piece < 50));
  const EncodedText again = encoder.encode("zoé");
  CHECK(std::vector<int32_t>(text.pieces.begin(), text.pieces.begin() + 5) == again.pieces);
}

TEST_CASE("Phrases know where they stand", "[encoder]") {
  const TextEncoder encoder(tokenizer_of({"could you"}), {{}, {2, 40}});
  EncodedText text = encoder.encode("Could you go");
  std::vector<std::string> found;
  std::vector<int> first, last;
  for (const PhrasePlace& place : encoder.phrase_places(text)) {
    found.push_back(place.text);
    first.push_back(place.first);
    last.push_back(place.last);
  }
  CHECK(found ==
        std::vector<std::string>{"could", "<s> could", "you", "could you", "go", "you go", "go </s>"});
  CHECK(first == std::vector<int>{0, -1, 1, 0, 2, 1, 2});
  CHECK(last == std::vector<int>{0, 0, 1, 1, 2, 2, 3});
  text.truncate(2);
  CHECK(encoder.phrase_places(text).size() == text.phrases.size());
  CHECK(encoder.phrase_places(text).back().text == "could you");
  text.tokens.pop_back();
  text.phrase_counts.pop_back();
  CHECK(test::contains(test::message_of([&] { encoder.phrase_places(text); }), "expected its own tokens"));
  const TextEncoder inside(tokenizer_of({"ab"}), {{}, {1, 40, 0, 0, {3, 4}}});
  const EncodedText one = inside.encode("ab");
  CHECK(inside.phrase_places(one).back().text == "<ab>");
}

TEST_CASE("A batch stands without padding", "[encoder]") {
  const TextEncoder encoder(tokenizer_of({"one two three"}), {{3, 3, 9}, {2, 40}});
  const std::vector<EncodedText> texts{encoder.encode("one two"), encoder.encode(""),
                                       encoder.encode("three")};
  const TextBatch batch = make_batch(texts, {2, 1, 0});
  CHECK(batch.ids.count() == 3);
  CHECK(batch.sentences.begin == std::vector<int32_t>{0, 1, 1});
  CHECK(batch.sentences.length == std::vector<int32_t>{1, 0, 2});
  CHECK(batch.bags.B() == 3);
  CHECK(batch.bags.rows() == batch.pieces.count());
  CHECK(batch.phrase_bags.B() == 3);
  CHECK(batch.phrase_bags.rows() == batch.phrases.count());
}

TEST_CASE("Settings of n-grams are checked", "[encoder]") {
  CHECK(test::message_of([] {
          read_encoder_options({{"ngrams", {{"min", 3}, {"max", 5}}}}, "f");
        }) == "[f] has no \"text.ngrams.buckets\".");
  CHECK(read_encoder_options({{"ngrams", nullptr}, {"phrases", nullptr}}, "f").phrase_rows() == 0);
  CHECK(read_encoder_options(nlohmann::json::object(), "f").ngrams.buckets == 0);
  CHECK(test::contains(test::message_of([] {
                         read_encoder_options({{"ngrams", {{"min", 5}, {"max", 3}, {"buckets", 9}}}}, "f");
                       }),
                       "[f] n-grams of 5 to 3"));
}

TEST_CASE("Phrases end at their token, know the sentence's ends, and read all digits alike", "[encoder]") {
  const TextEncoder encoder(tokenizer_of({"a"}), {{}, {3, 1 << 20}});
  const EncodedText text = encoder.encode("call me at 12");
  // 1: call, <s> call; 2: me, call me, <s> call me; 3 and 4: three each, and the last one "00 </s>"
  CHECK(text.phrase_counts == std::vector<int32_t>{2, 3, 3, 4});
  CHECK(encoder.encode("call me at 98").phrases == text.phrases);
  CHECK(encoder.encode("me call at 12").phrases != text.phrases);
  CHECK(encoder.encode("call").phrases.size() == 3);
  CHECK(encoder.encode("").phrases.empty());
}

TEST_CASE("With a filter only frequent phrases are there, each by its own row", "[encoder]") {
  TokenizerFile tokenizer = tokenizer_of({"a"});
  EncoderOptions options{{}, {2, 0, 2}};
  PhraseCounts counts(1);
  for (const char* text : {"call me", "call us"})
    counts.add(phrase_hashes(tokenizer.tokenizer->split(text), options.phrases), 0);
  options.filter = PhraseFilter::telling(counts, 2);
  CHECK(options.phrase_rows() == 2);  // "call" and "<s> call"
  const TextEncoder encoder(std::move(tokenizer), options);
  const EncodedText text = encoder.encode("call me call");
  CHECK(text.phrase_counts == std::vector<int32_t>{2, 0, 1});
  CHECK(text.phrases[2] == text.phrases[0]);
  CHECK(text.phrases[1] == 1 - text.phrases[0]);
}

TEST_CASE("What is inside a token may be phrases too, and is none that is spelt alike", "[encoder]") {
  PhraseOptions options{2, 1 << 20};
  options.inside = {3, 4};
  const auto hashes = [&](const char* text) {
    return phrase_hashes(tokenizer_of({"a"}).tokenizer->split(text), options);
  };
  // at, <s> at, at </s>; <at, at>, <at>
  CHECK(hashes("at").size() == 6);
  const std::vector<uint32_t> one = hashes("cat1"), other = hashes("cat2");
  CHECK(one == other);  // digits are all the same there as well
  const TextEncoder encoder(tokenizer_of({"a"}), {{}, options});
  const EncodedText text = encoder.encode("at a");
  CHECK(text.phrase_counts == std::vector<int32_t>{5, 4});
  const auto in_cat = hashes("cat"), of_at = hashes("cat ate");
  CHECK(std::count(of_at.begin(), of_at.end(), in_cat.front()) == 1);
}

TEST_CASE("Phrases are hashed or counted", "[encoder]") {
  const auto phrases = [](const nlohmann::json& json) {
    return read_encoder_options({{"phrases", json}}, "f").phrases;
  };
  CHECK(phrases({{"max", 2}, {"min_freq", 3}}).min_freq == 3);
  CHECK(phrases({{"max", 2}, {"buckets", 9}}).buckets == 9);
  CHECK(phrases({{"max", 2}, {"min_freq", 3}, {"rows", 7}}).rows == 7);
  CHECK(phrases({{"max", 2}, {"min_freq", 3}, {"inside", {{"min", 3}, {"max", 5}}}}).inside.max == 5);
  CHECK(test::contains(test::message_of([&] {
                         phrases({{"max", 2}, {"buckets", 9}, {"rows", 7}});
                       }),
                       "[f] phrases with 7 rows: expected 1 or more, beside min_freq."));
  CHECK(test::contains(test::message_of([&] {
                         phrases({{"max", 2}, {"buckets", 9}, {"inside", {{"min", 5}, {"max", 3}}}});
                       }),
                       "[f] n-grams of 5 to 3"));
  CHECK(test::contains(test::message_of([&] { phrases({{"max", 2}}); }), "buckets"));
  CHECK(test::message_of([&] {
          phrases({{"max", 9}, {"buckets", 9}});
        }) == "[f] \"text.phrases.max\" is 9, out of bounds: expected 1 to 8.");
  CHECK(test::contains(test::message_of([&] {
                         phrases({{"max", 2}, {"min_freq", -1}});
                       }),
                       "\"text.phrases.min_freq\" is -1, out of bounds"));
  CHECK(phrases({{"min_freq", 3}, {"buckets", 9}}).buckets == 0);  // those that are counted are not hashed
}

TEST_CASE("A text is cut with all that belongs to its tokens", "[encoder]") {
  const TextEncoder encoder(tokenizer_of({"a"}), {{3, 5, 99}, {3, 99}});
  EncodedText text = encoder.encode("one two three four");
  text.truncate(2);
  CHECK(text.tokens.size() == 2);
  CHECK(text.pieces.size() == static_cast<size_t>(text.piece_counts[0] + text.piece_counts[1]));
  CHECK(text.phrases.size() == static_cast<size_t>(text.phrase_counts[0] + text.phrase_counts[1]));
  text.truncate(9);
  CHECK(text.ids.size() == 2);
}
