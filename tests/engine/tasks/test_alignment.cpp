// Links between words, the alignment error rate, and what attention is worth as an alignment.
#include "engine/tasks/alignment.h"

#include <nlohmann/json.hpp>

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::test;

TEST_CASE("links are read as people write them", "[tasks][alignment]") {
  const MarkedLinks links = read_links("0-0 3?1  2-1");
  CHECK(links.sure == Links{{0, 0}, {2, 1}});
  CHECK(links.possible == Links{{0, 0}, {2, 1}, {3, 1}});
  CHECK(read_links(" ").possible.empty());
  for (const char* words : {"0", "0-", "a-0", "0-0-0", "0:1", "0-1x", "-1-0"})
    CHECK(contains(message_of([&] { read_links(words); }), "expected numbers of words"));
}

TEST_CASE("the alignment error rate, by hand", "[tasks][alignment]") {
  AlignmentError error;
  error.take({{0, 0}, {1, 1}, {2, 2}}, read_links("0-0 1?1 3-2"));
  // |A ∩ S| = 1, |A ∩ P| = 2, |A| = 3, |S| = 2
  CHECK(error.rate() == Approx(1 - 3.0 / 5));
  error.take({{0, 0}}, read_links("0-0"));
  CHECK(error.rate() == Approx(1 - 5.0 / 7));
  AlignmentError perfect;
  perfect.take({{0, 0}, {1, 1}}, read_links("0-0 1?1"));
  CHECK(perfect.rate() == 0);
}

TEST_CASE("fifty sentences that were linked by hand can be read", "[tasks][alignment]") {
  const Pairs read = read_pairs({fixture_path("alignments_de_en.tsv")}, 1, 2, 3);
  REQUIRE(read.pairs.size() == 50);
  for (const TextPair& pair : read.pairs) CHECK(read_links(pair.links).sure.size() >= 3);
}

TEST_CASE("German and English: attention aligns better than the diagonal", "[tasks][alignment]") {
  const auto measured =
      session::evaluate(source_path("assets/models/translate-de-en"), {fixture_path("alignments_de_en.tsv")},
                        "", {"text_column=1", "label_column=2", "links_column=3"});
  const nlohmann::json& maps = measured.result["test"]["alignment"];
  REQUIRE(maps.size() == 2);
  for (const nlohmann::json& map : maps) {
    CHECK(map["monotone"] > 0.4);
    CHECK(map["monotone"] < 0.95);  // words change places
    CHECK(map["diagonal_error"] > 0.3);
    CHECK(map["diagonal_error"] == maps[0]["diagonal_error"]);
  }
  double best = 1;
  for (const nlohmann::json& map : maps) best = std::min(best, map["error"].get<double>());
  CHECK(best < maps[0]["diagonal_error"].get<double>() - 0.1);
}

TEST_CASE("texts without links are measured by how far attention goes forwards", "[tasks][alignment]") {
  const TempFolder folder;
  const std::string file =
      folder.write("dates.tsv", "14 mars 1987\t1987-03-14\n9 de abril de 1964\t1964-04-09\n");
  for (const char* model : {"dates", "bahdanau-dates"}) {
    const auto measured = session::evaluate(source_path(std::string("assets/models/") + model), {file}, "");
    for (const nlohmann::json& map : measured.result["test"]["alignment"]) {
      CHECK(map["error"].is_null());
      CHECK(map["monotone"] >= 0);
      CHECK(map["monotone"] < 1);  // the year comes first
    }
    CHECK(contains(session::metrics_table(measured.result["test"]), "goes forwards"));
  }
}
