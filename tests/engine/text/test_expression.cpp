#include "engine/text/expression.h"

#include <chrono>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/text/random_text.h"

using namespace heed;

namespace {

std::vector<std::string> found(const std::string& source, const std::string& text) {
  std::vector<std::string> all;
  for (const auto& [first, last] : compile_expression(source)->matches(text))
    all.push_back(text.substr(first, last - first));
  return all;
}
using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("what tokenizers' expressions find", "[text][expression]") {
  // Llama 3's.
  const std::string words =
      R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
  CHECK(found(words, "We'LL see 12345 Äpfel!!\n\n  ok") ==
        Texts{"We", "'LL", " see", " ", "123", "45", " Äpfel", "!!\n\n", " ", " ok"});
  CHECK(found(R"([\p{Han}&&[^一]]+)", "一二三a") == Texts{"二三"});
  CHECK(found(R"((?<=\p{Ll})\p{Lu})", "fooBarÖÄ éÉ") == Texts{"B", "Ö", "É"});
  CHECK(found(R"(\p{N}++)", "１２３٣") == Texts{"１２３٣"});
  CHECK(found(R"([[:punct:]])", "a=b, c$") == Texts{"=", ",", "$"});
  CHECK(found("x", "").empty());
}

TEST_CASE("empty finds stand everywhere but behind another one", "[text][expression]") {
  const auto ends = [](const std::string& source, const std::string& text) {
    std::vector<std::pair<size_t, size_t>> all;
    for (const auto& [first, last] : compile_expression(source)->matches(text)) all.emplace_back(first, last);
    return all;
  };
  using Ends = std::vector<std::pair<size_t, size_t>>;
  CHECK(ends("x*", "aéxx") == Ends{{0, 0}, {1, 1}, {3, 5}});
  CHECK(ends("^", "ab\ncd") == Ends{{0, 0}, {3, 3}});
  CHECK(ends("$", "") == Ends{{0, 0}});
}

TEST_CASE("what is no expression says why, and a hostile one ends", "[text][expression]") {
  CHECK(test::message_of([] { compile_expression("(a"); }) ==
        "[expression] (a: end pattern with unmatched parenthesis.");
  CHECK(test::contains(test::message_of([] { compile_expression(R"(\p{Klingon})"); }), "{Klingon}"));
  CHECK(test::contains(test::message_of([] { compile_expression("\xff"); }), "not UTF-8"));
  const auto begun = std::chrono::steady_clock::now();
  for (const char* hostile : {"(a+)+$", "(a|aa)+$", "(?:a*)*b", "(a*)*\\1c"}) {
    const auto expression = compile_expression(hostile);
    const std::string message = test::message_of([&] { expression->matches(std::string(5000, 'a') + "!"); });
    INFO(hostile << ": " << message);
    CHECK((message.empty() || test::contains(message, "takes too long from byte")));
  }
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(60));
}

TEST_CASE("any bytes are searched, and what is not UTF-8 holds nothing", "[text][expression]") {
  CHECK(compile_expression(".")->matches("a\xc3").empty());
  test::RandomText random(31);
  for (const char* source : {R"(\X)", R"(\w+|\s)", R"([^\x00-\x7f]+)", R"((?<!\p{L})\p{L})", R"(\b)"}) {
    const auto expression = compile_expression(source);
    for (int i = 0; i < 100; ++i) {
      const std::string text = random.pieces(20, true);
      size_t at = 0;
      for (const auto& [first, last] : expression->matches(text)) {
        CHECK((at <= first && first <= last && last <= text.size()));
        at = last;
      }
    }
  }
}

TEST_CASE("a damaged expression is one, or says so", "[text][expression]") {
  test::RandomText random(32);
  const std::string whole =
      R"((?i:'s|'t)|[^\r\n\p{L}]?+\p{L}++|\p{N}{1,3}|(?<n>a)\k<n>|\s+(?!\S)|[[:alpha:]&&[^aeiou]])";
  for (int i = 0; i < 400; ++i) {
    std::string source = whole;
    for (uint32_t n = 1 + random.below(4); n > 0; --n)
      source[random.below(static_cast<uint32_t>(source.size()))] =
          "()[]{}\\?*+|^$-&:pPk<>1,9"[random.below(24)];
    const std::string message =
        test::message_of([&] { compile_expression(source)->matches("Don't 12 aa é  b"); });
    if (!message.empty() && message.rfind("[expression] ", 0) != 0) FAIL(source << ": " << message);
  }
}
