#include <algorithm>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/models/model.h"
#include "engine/session/rows/answers.h"
#include "engine/session/rows/class_answers.h"
#include "engine/session/rows/predictions.h"
#include "engine/session/rows/row_output.h"
#include "engine/session/rows/row_table.h"
#include "engine/session/view/one_file.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/display.h"
#include "native/cli/input.h"
#include "native/cli/interrupt.h"
#include "native/cli/output.h"
#include "native/cli/rows.h"

namespace heed::cli {

namespace {

struct PredictOptions {
  std::string model, question, device = "cpu", html;
  std::vector<std::string> texts;
  RowOptions of_rows;
  int top = 8, threads = 1;
  bool int8 = false, json = false, attention = false, brief = false, all_classes = false;
};

session::Model open_model(const PredictOptions& options, int threads = 0) {
  return session::Model::open(model_named(options.model), threads,
                              options.int8 ? session::Precision::kInt8 : session::Precision::kAsStored,
                              options.device);
}

void predict_texts(const PredictOptions& options) {
  const session::Model model = open_model(options);
  session::AnalysisOptions wanted;
  wanted.top = options.top;
  wanted.every_layer = options.attention;
  Warnings warnings;
  for_each_text(options.texts, [&](const std::string& text) {
    const session::Analysis analysis =
        options.question.empty() ? model.analyse(text, wanted) : model.answer(options.question, text, wanted);
    warnings.say(analysis.warnings);
    if (options.json)
      print_json_line(to_json(analysis, options.attention));
    else
      show(std::cout, analysis, options.attention);
  });
}

// A model for regression has no likeliest label: its line is "L0 0.5123, L1 -1.0250", then the text.
void show_values(const PredictOptions& options, const std::string& text,
                 const std::vector<std::string>& labels, const std::vector<double>& values) {
  nlohmann::json written{{"text", text}, {"values", nlohmann::json::array()}};
  std::string line;
  for (size_t c = 0; c < labels.size(); ++c) {
    written["values"].push_back({{"label", labels[c]}, {"value", values[c]}});
    line += (c > 0 ? ", " : "") + printable(labels[c]) + " " + decimal(values[c], 4);
  }
  if (options.json)
    print_json_line(written);
  else
    std::cout << line << '\t' << printable(text) << std::endl;
}

// One line a text, without what was attended to.
void predict_briefly(const PredictOptions& options) {
  const session::Model model = open_model(options, 1);
  const session::Predictor predictor(model, 1);
  const std::vector<std::string>& labels = predictor.labels();
  Warnings warnings;
  for_each_text(options.texts, [&](const std::string& text) {
    const auto said = predictor.predict({&text, 1}, [](int64_t) { return true; });
    warnings.say(said.warnings);
    if (session::is_blank(text) || said.tokens[0] == 0) {
      if (options.json)
        print_json_line({{"text", text}, {"label", nullptr}, {"probability", nullptr}, {"margin", nullptr}});
      else
        std::cout << "\t\t" << printable(text) << std::endl;
      return;
    }
    if (predictor.gives_values()) return show_values(options, text, labels, said.probabilities);
    const auto answer = said.answer(0, labels.size());
    const std::string& label = labels[static_cast<size_t>(answer.predicted)];
    if (options.json)
      print_json_line(
          {{"text", text}, {"label", label}, {"probability", answer.probability}, {"margin", answer.margin}});
    else
      std::cout << printable(label) << '\t' << decimal(answer.probability, 4) << '\t' << printable(text)
                << std::endl;
  });
}

// By whatever the model finds. One that is no classifier shares a text out among its threads.
session::RowAnswers answers_to(const PredictOptions& options, const session::RowTable& table,
                               const std::function<bool(int64_t)>& go_on) {
  session::Model model = open_model(options, 1);
  if (model.info().finds == session::Finds::kClass)
    return session::class_answers({model, options.threads}, table, options.all_classes, go_on);
  if (options.threads > 1) model = open_model(options, options.threads);
  return session::answer_rows(model, table, options.question, go_on);
}

void predict_rows(const PredictOptions& options) {
  const session::RowTable table = read_rows(options.of_rows);
  StatusLine status;
  note_signal(SIGINT);
  note_signal(SIGTERM);
  const auto rows = static_cast<int64_t>(table.size());
  const session::RowAnswers answers = answers_to(options, table, counting(status, rows, "rows"));
  status.end();
  if (interrupted()) throw Exit{interrupted_status()};
  write_rows(options.of_rows, options.json, table, answers);
  const std::string& out = options.of_rows.out;
  if (!out.empty() && out != "-")
    std::cout << printable(plain(out)) << ": " << with_separators(rows) << " rows\n";
}

// Everything in one page: of texts, or of the rows of a file.
void predict_to_page(const PredictOptions& options) {
  session::check_writable(plain(options.html));
  session::check_not_input(plain(options.html), plain(options.of_rows.data));
  const session::Model model = open_model(options);
  const std::vector<std::string> texts =
      options.of_rows.data.empty() ? all_texts(options.texts) : session::texts_of(read_rows(options.of_rows));
  Warnings().say(model.info().warnings);
  StatusLine status;
  note_signal(SIGINT);
  note_signal(SIGTERM);
  const auto go_on = counting(status, static_cast<int64_t>(texts.size()), "texts");
  const std::string page = session::one_file(model, texts, [&](size_t done) {
    if (!go_on(static_cast<int64_t>(done))) throw Exit{interrupted_status()};
  });
  status.end();
  write_out(plain(options.html), page);
  std::cout << printable(plain(options.html)) << ": " << with_separators(static_cast<int64_t>(texts.size()))
            << (texts.size() == 1 ? " text, " : " texts, ")
            << with_separators(static_cast<int64_t>(page.size() / 1000)) << " kB\n";
}

void run_predict(const PredictOptions& options) {
  if (!options.html.empty()) return predict_to_page(options);
  if (!options.of_rows.data.empty()) return predict_rows(options);
  if (options.brief) return predict_briefly(options);
  predict_texts(options);
}

}  // namespace

void add_predict(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("predict", "Predict the classes of texts and show what the model attends to");
  auto options = std::make_shared<PredictOptions>();
  command->add_option("--model", options->model, "Model folder, or name of a model that ships")
      ->required()
      ->type_name("DIR");
  auto* texts =
      command->add_option("TEXT", options->texts, "Texts; - reads one per line from standard input");
  const auto [data, out] = add_row_options(
      *command, options->of_rows, texts, "predict",
      "label, probability, margin, p(LABEL) of each class and remark, or what else the model predicts: "
      "labels, answer, words, vector, translation");
  command->add_option("--threads", options->threads, "With --data: number of threads (default: 1)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N")
      ->needs(data);
  command
      ->add_flag("--all-classes", options->all_classes,
                 "With --data: write p(LABEL) of every class, also with more than 10 classes")
      ->needs(data);
  command->add_option("--question", options->question,
                      "Question to answer from each text, for question-answering models (default: the rows' "
                      "column question)");
  command->add_option("--top", options->top, "Number of strongest pairs to print (default: 8)")
      ->check(CLI::Range(0, 1000000))
      ->type_name("N");
  CLI::Option* attention =
      command->add_flag("--attention", options->attention, "Print the attention weights, too")
          ->excludes(data);
  command->add_flag("--brief", options->brief, "Print one line per text: label, probability, text")
      ->excludes(data)
      ->excludes(attention);
  command->add_flag(
      "--int8", options->int8,
      "Round the weight matrices of a BERT-family model to int8, which takes a quarter of the memory");
  command->add_option("--device", options->device, "Where to compute: cpu or cuda (default: cpu)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_flag("--json", options->json, "Print one JSON object per text or row");
  auto* html =
      command
          ->add_option("--html", options->html,
                       "Write one HTML page with all maps and attributions, which opens without Heed")
          ->type_name("FILE");
  html->excludes(out);
  for (const char* other : {"--question", "--attention", "--brief", "--json"})
    html->excludes(command->get_option(other));
  command->footer(
      "Examples:\n  heed predict --model assets/models/enron-request \"Please send me the file.\"\n  heed "
      "predict --model assets/models/enron-request --data mails.csv --out predicted.csv\nThe model folder is "
      "one that heed train wrote, or one from the Hub in a layout that Heed reads.");
  command->callback([options, texts, data = data] {
    if (texts->empty() && data->empty()) throw CLI::RequiredError("TEXT, or --data FILE,");
    run_predict(*options);
  });
}

}  // namespace heed::cli
