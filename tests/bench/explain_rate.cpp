// How long explanations take, one thread: of a sentence of 20 tokens by every method, and the contributions
// of the first 2,000 rows of a data set, one by one and together. Processor milliseconds.
//
//   explain_rate MODEL DATA FORMAT
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

#include "engine/session/explaining/contributions.h"
#include "engine/session/models/model.h"
#include "engine/session/training/labelled.h"

namespace {

using namespace heed;
using session::Model;

constexpr size_t kRows = 2000, kTokens = 20;
constexpr int kTimes = 51;

double milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

template <class Work>
void print(const char* what, int times, const Work& work) {
  std::vector<double> took;
  for (int i = 0; i < times; ++i) {
    const double begun = milliseconds();
    work();
    took.push_back(milliseconds() - begun);
  }
  std::nth_element(took.begin(), took.begin() + times / 2, took.end());
  std::printf("  %-28s %9.3f\n", what, took[static_cast<size_t>(times / 2)]);
}

// Each with the analysis that it comes with, but where it says otherwise.
void one_sentence(const Model& model, const std::string& sentence) {
  print("analysis", kTimes, [&] { model.analyse(sentence); });
  session::ExplainOptions options;
  options.attributions = false;
  print("contributions, by part", kTimes, [&] { session::explain(model, sentence, options); });
  options.parts = options.analysed = false;
  print("as a keystroke asks for them", kTimes, [&] { session::explain(model, sentence, options); });
  options.analysed = true;
  options.contributions = false;
  options.attributions = true;
  for (const nlohmann::json& method : session::describe_methods()) {
    const auto name = method["name"].get<std::string>();
    if (name == "leave-one-out-masked") continue;  // their vocabularies have no mask
    options.methods = {name};
    print(name.c_str(), kTimes, [&] { session::explain(model, sentence, options); });
  }
}

void many(const Model& model, const std::vector<std::string>& texts) {
  session::ExplainOptions options;
  options.attributions = false;
  print("rows, one by one", 1, [&] {
    for (const std::string& text : texts) session::explain(model, text, options);
  });
  print("rows together", 1, [&] {
    session::for_contributions(model, texts, [](size_t, const session::TextContributions&) { return true; });
  });
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const Model model = Model::open(arguments[1], 1);
  const session::Labelled data = session::read_labelled(arguments[2], arguments[3]);
  std::vector<std::string> texts;
  std::string sentence;
  for (size_t i = 0; i < data.rows.size(); ++i) {
    const std::string& text = data.rows[i].text;
    if (texts.size() < kRows && i % std::max<size_t>(1, data.rows.size() / kRows) == 0) texts.push_back(text);
    if (sentence.empty() && model.tokenize(text).size() == kTokens) sentence = text;
  }
  std::printf("%s, processor ms; a sentence of %zu tokens, then %zu rows\n", arguments[1], kTokens,
              texts.size());
  one_sentence(model, sentence);
  many(model, texts);
  return 0;
}
