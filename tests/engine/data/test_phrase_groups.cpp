#include "engine/data/phrase_groups.h"

#include <algorithm>
#include <string>

#include "engine/base/random.h"
#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("phrases belong to the sentence that holds their words side by side", "[phrase_groups]") {
  const std::vector<int> groups =
      phrase_groups({"quick brown", "the quick brown fox", "a film", "brown", "the film", "quick fox",
                     "film ", "the quick brown fox", "filmed", ""});
  CHECK(groups[1] == groups[0]);
  CHECK(groups[1] == groups[3]);
  CHECK(groups[1] == groups[7]);
  CHECK(groups[5] != groups[1]);  // not side by side there
  CHECK(groups[2] != groups[4]);
  CHECK(groups[6] == groups[2]);  // in both: the first of equally long ones
  CHECK(groups[8] != groups[2]);
  CHECK(phrase_groups({}).empty());
}

TEST_CASE("a group is a sentence and what is inside it", "[phrase_groups]") {
  Random random(8);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> texts(random.below(30));
    for (std::string& text : texts)
      for (uint64_t n = random.below(6) + 1; n > 0; --n)
        text += std::string(1, static_cast<char>('a' + random.below(4))) + " ";
    const std::vector<int> groups = phrase_groups({texts.begin(), texts.end()});
    for (size_t i = 0; i < texts.size(); ++i) {
      // The longest of the group holds all others, and no text outside of the group's own holds it.
      size_t longest = i;
      for (size_t j = 0; j < texts.size(); ++j)
        if (groups[j] == groups[i] && texts[j].size() > texts[longest].size()) longest = j;
      CHECK(texts[longest].find(texts[i]) != std::string::npos);
      for (size_t j = 0; j < texts.size(); ++j)
        if (texts[j].find(texts[longest]) != std::string::npos) CHECK(groups[j] == groups[longest]);
    }
  }
}
