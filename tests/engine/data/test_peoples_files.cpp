// Files as people's programs write them: each is read right, or refused or doubted in words.
#include <filesystem>
#include <map>

#include "engine/data/dataset.h"
#include "engine/data/format_guess.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;
using heed::test::TempFolder;

namespace {

using LabelCounts = std::map<std::string, size_t>;

struct PeoplesFile {
  const char* written_by;
  const char* name;
  std::string bytes;
  LabelCounts classes;     // empty: the file is refused
  std::string first_text;  // of the first row that is read
  std::string said;        // in a warning, or in the refusal
};

std::string utf16(const std::string& ascii, bool big, bool mark) {
  std::string bytes = !mark ? "" : big ? "\xfe\xff" : "\xff\xfe";
  for (const char c : ascii) {
    if (big) bytes += '\0';
    bytes += c;
    if (!big) bytes += '\0';
  }
  return bytes;
}

std::string many(const std::string& header, const std::string& row_a, const std::string& row_b,
                 size_t each = 3) {
  std::string text = header;
  for (size_t i = 0; i < each; ++i) text += row_a + row_b;
  return text;
}

LabelCounts counts_of(const Dataset& data) {
  LabelCounts counts;
  const std::vector<size_t> each = data.class_counts();
  for (size_t c = 0; c < data.labels.size(); ++c) counts[data.labels[c]] = each[c];
  return counts;
}

std::string warnings_in(const Dataset& data) {
  std::string all;
  for (const std::string& warning : data.warnings) all += warning + "\n";
  return all;
}

using std::string_literals::operator""s;

std::vector<PeoplesFile> peoples_files() {
  const LabelCounts ab{{"a", 3}, {"b", 3}};
  return {
      // Spreadsheets.
      {"German Excel", "t.csv",
       many("Kommentar;Kategorie;Betrag\r\n", "Gut, sehr gut;a;1,50\r\n", "Na ja, schlecht;b;2,75\r\n"), ab,
       "Gut, sehr gut", "a semicolon between fields"},
      {"Excel with sep=", "t.csv", many("sep=;\r\ntext;label\r\n", "one, two;a\r\n", "three, four;b\r\n"), ab,
       "one, two", "a semicolon"},
      {"Excel, UTF-8 with mark", "t.csv", many("\xef\xbb\xbftext,label\r\n", "caf\xc3\xa9,a\r\n", "x,b\r\n"),
       ab, "caf\xc3\xa9", ""},
      {"Excel, Unicode text", "t.txt",
       utf16(many("text\tlabel\r\n", "one\ta\r\n", "two\tb\r\n"), false, true), ab, "one", "utf-16"},
      {"UTF-16 without mark", "t.csv", utf16(many("text,label\n", "one,a\n", "two,b\n"), false, false), ab,
       "one", "utf-16"},
      {"UTF-16, big end first", "t.csv", utf16(many("text,label\n", "one,a\n", "two,b\n"), true, false), ab,
       "one", "utf-16"},
      {"Excel for Mac", "t.csv", many("text,label\r", "one,a\r", "two,b\r"), ab, "one", ""},
      {"Excel for Mac, Mac Roman", "t.csv", many("text,label\r", "caf\x8e cr\x8fme,a\r", "sch\x9ann,b\r"), ab,
       "caf\xc3\xa9 cr\xc3\xa8me", "macintosh"},
      {"Windows-1252 quotes", "t.csv",
       many("text,label\r\n", "\x93so\x94 \x96 it\x92s 5 \x80,a\r\n", "x,b\r\n"), ab,
       "\xe2\x80\x9cso\xe2\x80\x9d \xe2\x80\x93 it\xe2\x80\x99s 5 \xe2\x82\xac", "windows-1252"},
      {"empty columns at the end", "t.csv", many("text,label,,,\n", "one,a,,,\n", "two,b,,,\n"), ab, "one",
       ""},
      {"text in an unnamed column", "t.csv", many("text,label,\n", "one,a,\n", "two,b,lost\n"), ab, "one",
       "a column without a name"},
      {"a cell that Excel cut",
       "t.csv",
       "text,label\nx,a\ny,b\n" + std::string(32767, 'z') + ",a\n",
       {{"a", 2}, {"b", 1}},
       "x",
       "where Excel cuts cells off"},
      // Scripts.
      {"Kaggle's spam.csv",
       "spam.csv",
       many("v1,v2,,,\r\n", "ham,\"See you, caf\xe9\",,,\r\n",
            "spam,Win \xa3"
            "100,,,\r\n"),
       {{"ham", 3}, {"spam", 3}},
       "See you, caf\xc3\xa9",
       "text from \"v2\", label from \"v1\""},
      {"pandas with its index", "t.csv",
       ",post,mood\n0,so good,a\n1,so bad,b\n2,fine,a\n3,poor,b\n4,well,a\n5,ill,b\n", ab, "so good",
       "text from \"post\", label from \"mood\""},
      {"R with row names",
       "t.csv",
       "\"text\",\"label\"\n\"1\",\"one\",\"a\"\n\"2\",\"two\",\"b\"\n",
       {{"a", 1}, {"b", 1}},
       "one",
       ""},
      {"R, quotes with a backslash", "t.csv",
       many("\"text\",\"label\"\n", "\"he said \\\"go, now\\\" twice\",\"a\"\n", "\"two\",\"b\"\n"), ab,
       "he said \"go, now\" twice", "for a quote"},
      {"Python on Windows", "t.csv", many("text,label\r\r\n", "one,a\r\r\n", "two,b\r\r\n"), ab, "one", ""},
      {"by hand, spaces behind commas", "t.csv", many("text, label\n", "one, a\n", "\"two, three\", b\n"), ab,
       "one", "spaces around the label"},
      {"comments on top", "t.csv", many("# from the lab\ntext,label\n", "one,a\n", "two,b\n"), ab, "one",
       "comments"},
      {"quotes of a sentence", "t.csv", many("text,label\n", "\"Yes\" or \"no\",a\n", "He said \"go\",b\n"),
       ab, "\"Yes\" or \"no\"", ""},
      {"quotes not doubled", "t.csv", many("text,label\n", "\"He said \"no, thanks\" to me\",a\n", "x,b\n"),
       ab, "He said \"no, thanks\" to me", ""},
      {"a quote left open",
       "t.csv",
       "text,label\nx,a\n\"open,b\nz,a\n\"q, r\",b\n",
       {{"a", 2}, {"b", 2}},
       "x",
       "line 3: a quote opens a field"},
      {"quotes in TSV", "t.tsv", many("text\tlabel\n", "\"Yes\" or \"no\"\ta\n", "\"Second\tb\n"), ab,
       "\"Yes\" or \"no\"", "nothing closes it"},
      {"pandas, TSV over lines", "t.tsv",
       many("text\tlabel\n", "\"one\nline \"\"more\"\"\"\ta\n", "two\tb\n"), ab, "one\nline \"more\"", ""},
      {"commas outside of quotes", "t.csv", many("text,label\n", "one,a\n", "two,b\n") + "this, too,a\n", ab,
       "one", "line 8: more fields than the 2"},
      {"saved twice", "t.csv", many("text,label\n", "caf\xc3\x83\xc2\xa9,a\n", "x,b\n"), ab,
       "caf\xc3\x83\xc2\xa9", "UTF-8 that was taken for Latin-1"},
      {"zero bytes",
       "t.csv",
       "text,label\nx,a\ny,b\n\0,b\nz,a\n"s,
       {{"a", 2}, {"b", 1}},
       "x",
       "line 4: no text"},
      {"missing labels of pandas",
       "t.csv",
       many("text,label\n", "one,a\n", "two,b\n") + "three,nan\nfour,nan\n",
       {{"a", 3}, {"b", 3}, {"nan", 2}},
       "one",
       "often stands for a missing one"},
      {"classes that spaces and case part",
       "t.csv",
       "text,label\nx,A\ny,a\nz,b\nu,b \n",
       {{"A", 1}, {"a", 1}, {"b", 2}},
       "x",
       "differ by case or spaces alone"},
      {"several labels in one",
       "t.csv",
       many("text,label\n", "one,a\n", "two,b\n") + "three,a|b\n",
       {{"a", 3}, {"b", 3}, {"a|b", 1}},
       "one",
       "several labels in one"},
      // A messenger, a mail programme, tools of the field.
      {"SMS collection",
       "SMSSpamCollection",
       many("", "ham\tSee you at eight\n", "spam\tWin a prize now\n"),
       {{"ham", 3}, {"spam", 3}},
       "See you at eight",
       "label from column 1"},
      {"fastText", "t.txt", many("", "__label__a one, two\n", "__label__b three\n"), ab, "one, two", ""},
      {"a list of objects",
       "t.json",
       "[\n {\"text\": \"one\", \"label\": \"a\"},\n {\"text\": \"two\", \"label\": 2}]\n",
       {{"a", 1}, {"2", 1}},
       "one",
       ""},
      {"JSON Lines called .json",
       "t.json",
       "{\"text\": \"one\", \"label\": \"a\"}\n{\"text\": \"two\", \"label\": \"b\"}\n",
       {{"a", 1}, {"b", 1}},
       "one",
       ""},
      {"JSON Lines with missing keys",
       "t.jsonl",
       "{\"Text\": \"one\", \"Label\": \"a\"}\n{\"Text\": \"two\"}\n{\"Text\": \"x\", \"Label\": \"b\"}\n",
       {{"a", 1}, {"b", 1}},
       "one",
       "line 2: no \"Label\""},
      {"pandas' to_json",
       "t.json",
       "{\"text\": {\"0\": \"one\"}, \"label\": {\"0\": \"a\"}}",
       {},
       "",
       "orient=\"records\""},
      {"Excel's own",
       "t.xlsx",
       "PK\3\4....[Content_Types].xml..xl/workbook.xml",
       {},
       "",
       "is an Excel workbook: save its table as CSV"},
      {"an archive", "t.csv", "PK\3\4....mails/1.txt", {}, "", "is a ZIP archive: unpack it"},
      {"Parquet", "t.parquet", "PAR1....", {}, "", "is a Parquet file: convert it"},
      {"a picture", "t.csv", "\x89PNG\r\n\x1a\n....", {}, "", "is a PNG image"},
      {"a PDF", "t.csv", "%PDF-1.7\n", {}, "", "is a PDF"},
      {"GitHub's page of a file",
       "t.csv",
       "\n<!DOCTYPE html>\n<html>",
       {},
       "",
       "is a web page, not the data"},
      {"Git LFS",
       "t.csv",
       "version https://git-lfs.github.com/spec/v1\noid sha256:1\n",
       {},
       "",
       "is a Git LFS pointer"},
      {"a mailbox",
       "Inbox",
       "From a@b.org Thu Jan  1 00:00:00 2026\nFrom: a\nTo: b\nSubject: c\n\nHi\n",
       {},
       "",
       "is a mailbox (mbox)"},
      {"one mail", "m.eml", "Received: x\nFrom: a\nSubject: c\n\nHi\n", {}, "", "is a mail: write"},
  };
}

}  // namespace

TEST_CASE("Files as people's programs write them are read right, or refused in words", "[peoples-files]") {
  for (const PeoplesFile& file : peoples_files()) {
    TempFolder folder;
    INFO(file.written_by);
    const std::string path = folder.write(file.name, file.bytes);
    if (file.classes.empty()) {
      CHECK(contains(message_of([&] { read_dataset("", {path}); }), file.said));
      continue;
    }
    Dataset data;
    REQUIRE(message_of([&] { data = read_dataset("", {path}); }) == "");
    CHECK(counts_of(data) == file.classes);
    CHECK(data.examples.at(0).text == file.first_text);
    INFO(warnings_in(data));
    CHECK((file.said.empty() ? data.warnings.empty() : contains(warnings_in(data), file.said)));
  }
}

TEST_CASE("Hundreds of numbers are no classes without a word", "[peoples-files]") {
  TempFolder folder;
  std::string bytes = "text,label\n";
  for (int i = 0; i < 300; ++i) bytes += "a text," + std::to_string(i % 150) + ".5\n";
  CHECK(contains(warnings_in(read_dataset("", {folder.write("t.csv", bytes)})),
                 "150 different numbers: is it a score?"));
}

TEST_CASE("Public bug reports about tables", "[peoples-files]") {
  struct Case {
    const char* file;
    LabelCounts classes;
    const char* said;
  };
  const Case cases[] = {
      {"D01/spam.csv", {{"ham", 13}, {"spam", 11}}, "a column without a name"},
      {"D02/nul.csv", {{"pos", 2}, {"neg", 2}}, "line 5: no text"},
      {"D03/na.csv",
       {{"NA", 2}, {"None", 2}, {"null", 2}, {"nan", 2}, {"answer", 2}, {"N/A", 2}},
       "line 14: no label"},
      {"D04/bom.csv", {{"pos", 2}, {"neg", 1}}, ""},
      {"D05/semicolons.csv", {{"a", 20}, {"b", 20}}, "lines 42, 43: more fields"},
      {"D05/lists.csv", {{"a", 6}, {"b", 6}}, "a semicolon"},
      {"D06/spaces.csv", {{"English", 1}, {"english", 3}, {"french", 4}}, "differ by case"},
      {"D08/utf16be_no_bom.csv", {{"pos", 2}, {"neg", 1}}, "utf-16"},
      {"D08/utf16le_no_bom.csv", {{"pos", 2}, {"neg", 1}}, "utf-16"},
      {"D09/cr_only.csv", {{"pos", 2}, {"neg", 1}}, ""},
      {"D11/quotes.tsv", {{"a", 3}, {"b", 3}}, "line 5"},
      {"D12/train.csv", {{"0", 10}, {"1", 10}}, ""},
  };
  for (const Case& one : cases) {
    const std::string path = test::shared_path(std::string("data/cases/") + one.file);
    if (!std::filesystem::exists(path)) {
      WARN("skipped: there is no " << path);
      continue;
    }
    INFO(path);
    const Dataset data = read_dataset("", {path});
    CHECK(counts_of(data) == one.classes);
    INFO(warnings_in(data));
    CHECK((*one.said == '\0' || contains(warnings_in(data), one.said)));
  }
  const std::string tabs = test::shared_path("data/cases/D08/utf16le_tabs.txt"),
                    dates = test::shared_path("data/cases/D05/dates.csv"),
                    gap = test::shared_path("data/cases/D12/test.csv");
  if (!std::filesystem::exists(tabs)) return;
  CHECK(read_dataset("", {tabs}).examples.size() == 2);
  ReadOptions asked;
  asked.text_columns = {"3"};
  asked.label_column = "4";
  asked.header = false;
  CHECK(counts_of(read_dataset("", {dates}, asked)) == LabelCounts{{"yes", 8}, {"no", 4}});
  ReadOptions of_model;
  of_model.labels = {"0", "1"};
  CHECK(contains(message_of([&] { read_dataset("", {gap}, of_model); }), "0.0"));
}

TEST_CASE("A format is found by ending and content", "[peoples-files]") {
  TempFolder folder;
  const auto guess = [&](const char* name, const std::string& bytes) {
    return format_of_file(folder.write(name, bytes));
  };
  CHECK(guess("a.csv", "text,label\na,b\n") == "csv");
  CHECK(guess("b.txt", "text\tlabel\na\tb\n") == "tsv");
  CHECK(guess("c.tsv", "text,label\na,b\nc,d\n") == "csv");
  CHECK(guess("d.jsonl", "[{\"text\": \"a\", \"label\": \"b\"}]") == "json");
  CHECK(guess("e.txt", "A sentence, and another.\nOne more\n") == "");
  CHECK(guess("f.txt", "i am glad;joy\ni am sad, so sad;sadness\n") == "csv");
}

TEST_CASE("rows have the numbers that a spreadsheet or an editor shows", "[data]") {
  const TempFolder folder;
  const auto numbers = [&](const std::string& name, const std::string& bytes) {
    std::map<std::string, size_t> found;
    for (const Example& example : read_dataset("", {folder.write(name, bytes)}).examples)
      found[example.text] = example.row;
    return found;
  };
  using Numbers = std::map<std::string, size_t>;
  // The header is row 1, a field of three lines is one row, a blank line and one that is left out count.
  CHECK(numbers("a.csv", "text,label\nfirst,a\n\"two\nand\nthree\",b\n\n,a\nlast,b\n") ==
        Numbers{{"first", 2}, {"two\nand\nthree", 3}, {"last", 6}});
  CHECK(numbers("b.csv", "sep=;\ntext;label\nfirst;a\nlast;b\n") == Numbers{{"first", 2}, {"last", 3}});
  CHECK(numbers("c.csv", "first one,a\nlast one,b\nmore of it,a\nand more,b\n")["last one"] == 2);
  CHECK(numbers("d.jsonl",
                "{\"text\": \"first\", \"label\": \"a\"}\n\n{\"text\": \"last\", \"label\": \"b\"}\n") ==
        Numbers{{"first", 1}, {"last", 3}});
  CHECK(numbers("e.tsv", "text\tlabel\nfirst\ta\nlast\tb\n") == Numbers{{"first", 2}, {"last", 3}});
  folder.write("f/intent_pos", "please send it\n\ncall me\n");
  folder.write("f/intent_neg", "we had lunch\n");
  const Dataset mails = read_dataset("enron", {folder.path("f")});
  REQUIRE(mails.examples.size() == 3);
  CHECK(mails.examples[1].row == 3);
  CHECK(mails.examples[2].row == 1);
  CHECK(contains(mails.files.at(static_cast<size_t>(mails.examples[2].file)), "intent_neg"));
}
