// Files as others write them: opened, trained and judged by mouse alone, with a picture of every step.
#include <algorithm>
#include <filesystem>
#include <functional>

#include "tests/engine/catch.h"
#include "tests/native/studio/driver.h"

using namespace heed;
using namespace heed::studio;

namespace {

std::string lines_of(int count, const std::function<std::string(int)>& line) {
  std::string all;
  for (int i = 0; i < count; ++i) all += line(i) + "\n";
  return all;
}

// Latin-1 is its letters' code points as bytes.
std::string latin_1(const std::string& utf8) {
  std::string bytes;
  for (size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    bytes += byte < 0x80 ? utf8[i] : static_cast<char>((byte & 3) << 6 | (utf8[++i] & 0x3F));
  }
  return bytes;
}

// Until the widget is to be seen.
void scroll_to(test::Driver& driver, const std::string& label) {
  for (int i = 0; i < 40 && !driver.sees(label); ++i) driver.wheel("column left", -2);
  REQUIRE(driver.sees(label));
}

// The chooser stands where the tests' own file is: its folder, then the file.
void choose_file(test::Driver& driver, const std::string& name) {
  Workspace& work = driver.workspace();
  work.data_file.path = driver.folder().path("");
  driver.frames(2);
  driver.click("choose Data file");
  driver.frames(3);
  driver.click("entry " + name);
  driver.click("Use the file");
  REQUIRE(driver.until([&] { return !work.files.busy(); }, 60));
  driver.frames(2);
}

void look_at_file(test::Driver& driver, const std::string& picture) {
  scroll_to(driver, "Show its columns");
  driver.click("Show its columns");
  driver.frames(3);
  REQUIRE(driver.sees("First rows"));
  driver.picture(picture);
}

void point_at(test::Driver& driver, const std::string& column, const std::string& role) {
  Workspace& work = driver.workspace();
  driver.click("column " + column);
  driver.frames(2);
  driver.click(role);
  REQUIRE(driver.until([&] { return !work.files.busy(); }, 60));
  driver.frames(2);
}

std::shared_ptr<Run> train(test::Driver& driver, const std::string& recipe, int epochs) {
  Workspace& work = driver.workspace();
  driver.click("Train");
  driver.choose("Recipe", recipe);
  work.form.set("training.epochs", epochs);
  if (work.form.value("model.embedding") != nullptr) work.form.set("model.embedding", 16);
  driver.click("Start");
  const std::shared_ptr<Run> run = work.runs.runs().back();
  REQUIRE(driver.until([&] { return run->ended(); }, 120));
  REQUIRE(run->problem == "");
  REQUIRE(driver.until([&] { return !work.files.busy() && !work.explorer.stale(); }));
  return run;
}

// By the model that was trained last, in the section of rows.
void judge(test::Driver& driver, const std::string& picture) {
  Workspace& work = driver.workspace();
  driver.click("Data");
  driver.click("Labelled rows");
  driver.click("judge");
  REQUIRE(driver.until([&] { return !work.data.scoring && !work.data.scores().empty(); }, 120));
  driver.frames(2);
  CHECK(work.data.scores().size() == work.data.data().rows.size());
  CHECK(work.data.problem == "");
  driver.picture(picture);
}

double share_right(const Workspace& work) {
  size_t right = 0;
  const auto& rows = work.data.data().rows;
  for (size_t i = 0; i < rows.size(); ++i) right += work.data.scores()[i].predicted == rows[i].label ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(rows.size());
}

}  // namespace

TEST_CASE("Semicolons, Latin-1 and names that nobody foresaw", "[foreign]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.folder().write("meldungen.csv", "Nr;Meldung;Stimmung\n" + latin_1(lines_of(120, [](int i) {
                                           return std::to_string(i) +
                                                  (i % 2 ? ";\"Das war häßlich; nie wieder für "
                                                         : ";\"Schöne Grüße; gern wieder für ") +
                                                  std::to_string(i) + " Euro\";" +
                                                  (i % 2 ? "schlecht" : "schön");
                                         })));
  choose_file(driver, "meldungen.csv");
  CHECK(work.data.problem == "");
  CHECK(work.data_file.look()["encoding"] == "windows-1252");
  CHECK(work.data_file.look()["delimiter"] == ";");
  CHECK(work.data_file.text_column == "Meldung");
  CHECK(work.data_file.label_column == "Stimmung");
  CHECK(work.data.data().labels == std::vector<std::string>{"schlecht", "schön"});
  look_at_file(driver, "foreign-latin-1");
  train(driver, "enron-tutorial", 10);
  driver.picture("foreign-latin-1-trained");
  judge(driver, "foreign-latin-1-judged");
  CHECK(share_right(work) > 0.95);
}

TEST_CASE("Tweets with emoji and line ends within quotes, pointed at where they are not found", "[foreign]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.folder().write(
      "tweets.csv", "created,tweet,user,sentiment\n" + lines_of(120, [](int i) {
                      const bool good = i % 3 != 0;
                      return "2024-01-" + std::to_string(10 + i % 20) + ",\"" +
                             (good ? "😀 so \"\"good\"\" today,\nloving it 🎉 " : "😡 so bad,\r\nhating it 👎 ") +
                             std::to_string(i) + "\",user" + std::to_string(i % 7) + "," +
                             (good ? "pos" : "neg");
                    }));
  choose_file(driver, "tweets.csv");
  look_at_file(driver, "foreign-tweets");
  CHECK(work.data_file.look()["rows"] == 120);
  // A wrong choice is shown and mended by pointing.
  point_at(driver, "user", "It is the label");
  CHECK(work.data.data().labels.size() == 7);
  point_at(driver, "sentiment", "It is the label");
  CHECK(work.data.data().labels == std::vector<std::string>{"neg", "pos"});
  point_at(driver, "tweet", "It is the text");
  CHECK(work.data.data().rows[1].text.find("\nloving it 🎉") != std::string::npos);
  const std::shared_ptr<Run> run = train(driver, "enron-tutorial", 8);
  CHECK(run->options.set.end() !=
        std::find(run->options.set.begin(), run->options.set.end(), "data.label_column=\"sentiment\""));
  judge(driver, "foreign-tweets-judged");
  CHECK(share_right(work) > 0.95);
}

TEST_CASE("Three hundred classes are counted, trained on and judged", "[foreign]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.folder().write("topics.tsv", "label\ttext\n" + lines_of(3000, [](int i) {
                                        const std::string topic = std::to_string(i % 300);
                                        return "topic" + topic + "\tword" + topic +
                                               " is what this one is about, number " + std::to_string(i);
                                      }));
  choose_file(driver, "topics.tsv");
  CHECK(work.data_file.look()["class_count"] == 300);
  look_at_file(driver, "foreign-300-classes");
  train(driver, "enron-tutorial", 6);
  driver.picture("foreign-300-classes-trained");
  judge(driver, "foreign-300-classes-judged");
}

TEST_CASE("A column of ids is doubted, and another one pointed at", "[foreign]") {
  Settings small;
  small.theme = "dark";
  small.width = 1060;
  small.height = 600;
  test::Driver driver(small);
  Workspace& work = driver.workspace();
  driver.folder().write("tickets.csv", "label,message,kind\n" + lines_of(400, [](int i) {
                                         return "T-" + std::to_string(10000 + i) + ",my " +
                                                (i % 2 ? "printer" : "invoice") +
                                                " makes trouble again for the " + std::to_string(i) +
                                                "th time," + (i % 2 ? "hardware" : "billing");
                                       }));
  choose_file(driver, "tickets.csv");  // the column that is called label is none
  look_at_file(driver, "foreign-id-column");
  REQUIRE(!work.data_file.look()["doubts"].empty());
  CHECK(work.data_file.look()["doubts"][0].get<std::string>().find("is this column an id?") !=
        std::string::npos);
  CHECK(driver.sees("problem"));
  point_at(driver, "kind", "It is the label");
  CHECK(work.data.data().labels == std::vector<std::string>{"billing", "hardware"});
  CHECK(work.data_file.look()["doubts"].empty());
  point_at(driver, "message", "It is the text");
  driver.picture("foreign-id-column-mended");
  train(driver, "enron-tutorial", 6);
  judge(driver, "foreign-id-column-judged");
  CHECK(share_right(work) > 0.95);
}

TEST_CASE("Two hundred thousand rows are looked at, trained on and judged", "[foreign]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.folder().write("many.csv", "text,label\n" + lines_of(200000, [](int i) {
                                      return std::string(i % 2 ? "please send " : "thanks for ") + "number " +
                                             std::to_string(i % 5000) + (i % 2 ? ",request" : ",other");
                                    }));
  choose_file(driver, "many.csv");
  CHECK(work.data.data().rows.size() == 200000);
  look_at_file(driver, "foreign-200000-rows");
  CHECK(work.data_file.look()["duplicates"]["texts"] == 5000);  // each of them forty times
  train(driver, "enron-tutorial", 1);
  driver.picture("foreign-200000-rows-trained");
  judge(driver, "foreign-200000-rows-judged");
  CHECK(share_right(work) > 0.95);
}

TEST_CASE("What cannot be read as rows is looked at all the same, and mended by its bytes", "[foreign]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.folder().write("odd.csv", "what,which\n" + lines_of(40, [](int i) {
                                     std::string row = "it is fine; they say,";
                                     return row += i % 2 ? 'a' : 'b';
                                   }));
  choose_file(driver, "odd.csv");
  look_at_file(driver, "foreign-odd");
  driver.choose("Between fields", "a semicolon");
  REQUIRE(driver.until([&] { return !work.files.busy(); }));
  driver.frames(3);
  CHECK(work.data_file.look()["delimiter"] == ";");
  CHECK(work.data_file.columns() == std::vector<std::string>{"what,which", "2"});
  driver.picture("foreign-odd-wrong");
  driver.choose("Between fields", "as found: a semicolon");
  REQUIRE(driver.until([&] { return !work.files.busy(); }));
  CHECK(work.data_file.look()["delimiter"] == ",");
  CHECK(work.data.problem == "");
  CHECK(work.data.data().labels == std::vector<std::string>{"a", "b"});
  driver.choose("First row", "is a row");
  REQUIRE(driver.until([&] { return !work.files.busy(); }));
  CHECK(work.data_file.look()["rows"] == 41);
}
