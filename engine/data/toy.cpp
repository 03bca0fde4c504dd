#include "engine/data/toy.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "engine/base/error.h"
#include "engine/base/names.h"
#include "engine/base/random.h"

namespace heed {
namespace {

using Words = std::vector<std::string>;

struct Made {
  Words words;
  std::string label;
  std::vector<int> needed;
};

// What the rules draw from.
class Draw {
 public:
  explicit Draw(uint64_t seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_.below(static_cast<size_t>(n))); }
  std::string letter(int of = 8) { return std::string(1, static_cast<char>('a' + below(of))); }
  std::string digit() { return std::to_string(below(10)); }
  Words letters(int n) {
    Words words;
    for (int i = 0; i < n; ++i) words.push_back(letter());
    return words;
  }
  // Different numbers below `of`, in the order in which they were drawn.
  std::vector<int> different(int n, int of) {
    std::vector<int> all(static_cast<size_t>(of));
    std::iota(all.begin(), all.end(), 0);
    for (int i = 0; i < n; ++i)
      std::swap(all[static_cast<size_t>(i)],
                all[static_cast<size_t>(i) + static_cast<size_t>(below(of - i))]);
    all.resize(static_cast<size_t>(n));
    return all;
  }

 private:
  Random random_;
};

std::string place(int i) {
  return "at" + std::to_string(i + 1);
}

Made at_place(Draw& draw, int n, bool from_back) {
  Made made{draw.letters(n), "", {}};
  const int asked = draw.below(n), there = from_back ? n - 1 - asked : asked;
  made.words.push_back(place(asked));
  made.label = made.words[static_cast<size_t>(there)];
  made.needed = {there};
  return made;
}

Made sorted(Draw& draw, int n) {
  Made made;
  const std::vector<int> letters = draw.different(n, std::max(n, 10));
  for (const int letter : letters) made.words.emplace_back(1, static_cast<char>('a' + letter));
  std::vector<int> order = letters;
  std::sort(order.begin(), order.end());
  const int asked = draw.below(n);
  const auto there =
      std::find(letters.begin(), letters.end(), order[static_cast<size_t>(asked)]) - letters.begin();
  made.label = made.words[static_cast<size_t>(there)];
  made.needed = {static_cast<int>(there)};
  made.words.push_back(place(asked));
  return made;
}

Made digit_at_end(Draw& draw, int n, bool last) {
  Made made{draw.letters(n), "", {}};
  std::vector<int> places = draw.different(std::max(1, n / 3), n);
  for (const int i : places) made.words[static_cast<size_t>(i)] = draw.digit();
  std::sort(places.begin(), places.end());
  made.needed = {last ? places.back() : places.front()};
  made.label = made.words[static_cast<size_t>(made.needed[0])];
  made.words.push_back(last ? "last" : "first");
  return made;
}

Made counted(Draw& draw, int n) {
  Made made{draw.letters(n), "", {}};
  made.needed = draw.different(draw.below(std::min(n, 6) + 1), n);
  std::sort(made.needed.begin(), made.needed.end());
  for (const int i : made.needed) made.words[static_cast<size_t>(i)] = "x";
  made.label = std::to_string(made.needed.size());
  made.words.push_back("count");
  return made;
}

// Half of them balanced; of the others one bracket is turned, or two that leave as many of each.
Made balanced(Draw& draw, int n) {
  const int pairs = std::max(1, n / 4);
  std::string brackets;
  for (int open = 0, left = pairs; left > 0 || open > 0;) {
    if (left > 0 && (open == 0 || draw.below(2) == 0)) {
      brackets += '(';
      ++open, --left;
    } else {
      brackets += ')';
      --open;
    }
  }
  const bool good = draw.below(2) == 0;
  if (!good) std::reverse(brackets.begin(), brackets.end());
  if (!good && draw.below(2) == 0) {
    char& one = brackets[static_cast<size_t>(draw.below(static_cast<int>(brackets.size())))];
    one = one == '(' ? ')' : '(';
  }
  Made made{draw.letters(n), good ? "balanced" : "not", draw.different(2 * pairs, n)};
  std::sort(made.needed.begin(), made.needed.end());
  for (size_t i = 0; i < brackets.size(); ++i)
    made.words[static_cast<size_t>(made.needed[i])] = std::string(1, brackets[i]);
  made.words.push_back("balanced");
  return made;
}

Made sum(Draw& draw, int n) {
  Made made{draw.letters(n), "", draw.different(2, n)};
  int total = 0;
  for (const int i : made.needed) {
    const int digit = draw.below(10);
    total += digit;
    made.words[static_cast<size_t>(i)] = std::to_string(digit);
  }
  made.label = std::to_string(total % 10);
  made.words.push_back("sum");
  return made;
}

// The last letter stood once before, and not at the end: what followed then?
Made followed(Draw& draw, int n) {
  Made made;
  for (const int letter : draw.different(n, std::max(n, 10)))
    made.words.emplace_back(1, static_cast<char>('a' + letter));
  const int before = draw.below(n - 1);
  made.needed = {before + 1};
  made.label = made.words[static_cast<size_t>(before) + 1];
  made.words.push_back(made.words[static_cast<size_t>(before)]);
  return made;
}

Made decided(Draw& draw, int n) {
  static const Words kYes{"gladly", "certainly", "agreed"}, kNo{"never", "refused", "sorry"},
      kOther{"the", "house", "by", "a", "river", "walks", "tall", "green", "we", "under", "table", "old"};
  Made made;
  for (int i = 0; i < n; ++i) made.words.push_back(kOther[static_cast<size_t>(draw.below(12))]);
  const bool yes = draw.below(2) == 0;
  made.needed = {draw.below(n)};
  made.words[static_cast<size_t>(made.needed[0])] = (yes ? kYes : kNo)[static_cast<size_t>(draw.below(3))];
  made.label = yes ? "yes" : "no";
  made.words.push_back("decide");
  return made;
}

using Rule = Made (*)(Draw&, int length);
struct Entry {
  ToyTask task;
  Rule rule;
  int least, most;  // of the length
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> kAll = {
      {{"copy", "The last word names a position. Answer with the letter at that position."},
       [](Draw& d, int n) { return at_place(d, n, false); },
       1,
       64},
      {{"reverse",
        "The last word names a position. Answer with the letter at that position, counted from the end."},
       [](Draw& d, int n) { return at_place(d, n, true); },
       1,
       64},
      {{"sort",
        "The last word names a position. Answer with the letter at that position after sorting the letters."},
       sorted,
       1,
       26},
      {{"first", "Find the first digit among letters."},
       [](Draw& d, int n) { return digit_at_end(d, n, false); },
       1,
       64},
      {{"last", "Find the last digit among letters."},
       [](Draw& d, int n) { return digit_at_end(d, n, true); },
       1,
       64},
      {{"count", "Count how many of the letters are x."}, counted, 1, 64},
      {{"brackets", "Decide whether brackets among letters are balanced."}, balanced, 4, 64},
      {{"addition", "Add two digits among letters, modulo 10."}, sum, 2, 64},
      {{"induction", "Find the letter that followed an earlier copy of the last letter."}, followed, 2, 26},
      {{"decides", "Find the one word that decides between yes and no."}, decided, 1, 64}};
  return kAll;
}

}  // namespace

const std::vector<ToyTask>& toy_tasks() {
  static const std::vector<ToyTask> kAll = [] {
    std::vector<ToyTask> all;
    for (const Entry& entry : entries()) all.push_back(entry.task);
    return all;
  }();
  return kAll;
}

Dataset toy_dataset(const ToyOptions& options) {
  const auto found = std::find_if(entries().begin(), entries().end(),
                                  [&](const Entry& entry) { return entry.task.name == options.task; });
  if (found == entries().end()) {
    std::string known;
    for (const Entry& entry : entries()) append_name(known, entry.task.name);
    fail<UsageError>("[toy] there is no toy task \"", options.task, "\": expected ", known, ".");
  }
  check(options.length >= found->least && options.length <= found->most, "[toy] ", options.task, " of ",
        options.length, " words: expected ", found->least, " to ", found->most, ".");
  Dataset data;
  std::vector<Made> all;
  Draw draw(options.seed);
  all.reserve(static_cast<size_t>(options.examples));
  for (int i = 0; i < options.examples; ++i) all.push_back(found->rule(draw, options.length));
  for (const Made& made : all) data.labels.push_back(made.label);
  std::sort(data.labels.begin(), data.labels.end());
  data.labels.erase(std::unique(data.labels.begin(), data.labels.end()), data.labels.end());
  for (Made& made : all) {
    std::string text;
    for (const std::string& word : made.words) text += (text.empty() ? "" : " ") + word;
    const auto label =
        std::lower_bound(data.labels.begin(), data.labels.end(), made.label) - data.labels.begin();
    data.examples.push_back({std::move(text), static_cast<int>(label), std::move(made.needed)});
  }
  return data;
}

}  // namespace heed
