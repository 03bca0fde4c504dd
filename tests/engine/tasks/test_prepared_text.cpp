// The text of a training part: each row is cut once, whatever is counted from it.
#include "engine/tasks/prepared_text.h"

#include "engine/session/training/inside/recipe.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"

using namespace heed;

namespace {

class CountingTokenizer : public Tokenizer {
 public:
  explicit CountingTokenizer(std::unique_ptr<Tokenizer> inner) : inner_(std::move(inner)) {}
  std::string name() const override { return inner_->name(); }
  std::vector<TextToken> split(std::string_view text) const override {
    ++texts;
    return inner_->split(text);
  }
  mutable int texts = 0;

 private:
  std::unique_ptr<Tokenizer> inner_;
};

}  // namespace

TEST_CASE("A training text is cut into tokens once", "[tasks]") {
  Dataset data;
  data.labels = {"no", "yes"};
  for (int i = 0; i < 40; ++i)
    data.examples.push_back({"please send " + std::to_string(i % 3) + " now", i % 2});
  std::vector<int> rows;
  for (int i = 0; i < 30; ++i) rows.push_back(i);
  // Words, n-grams of them, phrases that are counted, and votes that begin by regression.
  const Recipe recipe = session::load_recipe(test::source_path("assets/recipes/enron-request.json"), {});
  const CountingTokenizer tokenizer(recipe_tokenizer(recipe));
  const PreparedText text = prepare_text(recipe, tokenizer, data, rows);
  CHECK(tokenizer.texts == 30);
  CHECK(text.tokens == 120);
  CHECK(text.filter.rows() > 0);
  CHECK_FALSE(text.start.votes.empty());
  REQUIRE(text.train.size() == 30);
  for (size_t i = 0; i < 30; ++i) {
    const EncodedText whole = text.encoder->encode(data.examples[i].text);
    CHECK(text.train[i].ids == whole.ids);
    CHECK(text.train[i].pieces == whole.pieces);
    CHECK(text.train[i].phrases == whole.phrases);
    CHECK(text.train[i].tokens.empty());
  }
}
