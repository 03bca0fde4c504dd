// Pairs of texts: from files, of rules, dates; which of them belong together.
#include "engine/data/pairs.h"

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "engine/base/error.h"
#include "engine/data/dates.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::test;

TEST_CASE("pairs are read from columns; lines without one are counted", "[data][pairs]") {
  const TempFolder folder;
  const std::string file = folder.write("a.tsv", "Hi.\tHallo!\tCC\nno pair\n\tleer\nRun!\tLauf!\n");
  const Pairs read = read_pairs({file}, 2, 1);
  REQUIRE(read.pairs.size() == 2);
  CHECK(read.pairs[1].source == "Lauf!");
  CHECK(read.pairs[1].target == "Run!");
  REQUIRE(read.warnings.size() == 1);
  CHECK(contains(read.warnings[0], "2 lines without a pair, the first line 2"));
  CHECK(contains(message_of([&] { read_pairs({file}, 7, 1); }), "holds no pair"));
}

TEST_CASE("pairs that share a text, also by way of others, are one group", "[data][pairs]") {
  const std::vector<int> groups =
      groups_of({{"a", "1"}, {"b", "2"}, {"c", "1"}, {"d", "3"}, {"c", "4"}, {"d", "3"}});
  CHECK(groups[0] == groups[2]);
  CHECK(groups[2] == groups[4]);
  CHECK(groups[3] == groups[5]);
  CHECK(std::set<int>(groups.begin(), groups.end()).size() == 3);
}

TEST_CASE("made pairs follow their rule, the same every time", "[data][pairs]") {
  for (const PairTask& task : pair_tasks()) {
    const Pairs a = made_pairs(task.name, 50, 5, 3), b = made_pairs(task.name, 50, 5, 3);
    REQUIRE(a.pairs.size() == 50);
    for (size_t n = 0; n < 50; ++n)
      CHECK((a.pairs[n].source == b.pairs[n].source && a.pairs[n].target == b.pairs[n].target));
    CHECK(made_pairs(task.name, 50, 5, 4).pairs[7].source != a.pairs[7].source);
  }
  for (const TextPair& pair : made_pairs("sort", 50, 4, 1).pairs) {
    std::istringstream from(pair.source), to(pair.target);
    std::multiset<std::string> words, others;
    std::string word, before;
    while (from >> word) words.insert(word);
    while (to >> word) {
      CHECK(before <= word);
      others.insert(before = word);
    }
    CHECK(words == others);
  }
  CHECK(contains(message_of([] { made_pairs("rhyme", 1, 1, 1); }), "expected dates, reverse"));
}

TEST_CASE("what is written of a date means one day", "[data][pairs]") {
  Random random(5);
  std::map<std::string, std::string> meanings;
  std::set<std::string> whole;
  const std::regex iso("(19|20)[0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])");
  for (int n = 0; n < 20000; ++n) {
    const TextPair pair = written_date(random);
    CHECK(std::regex_match(pair.target, iso));
    CHECK(meanings.emplace(pair.source, pair.target).first->second == pair.target);
    whole.insert(pair.source);
  }
  CHECK(meanings.size() > 15000);
  // Days of the week are right: 14 March 1987 was a Saturday.
  for (const auto& [source, target] : meanings)
    if (target == "1987-03-14" && contains(source, "aturday")) CHECK(contains(source, "arch"));
}
