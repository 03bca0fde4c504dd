#include "engine/session/explaining/explain.h"

#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/explaining/explain_rows.h"
#include "engine/session/models/model.h"
#include "engine/session/rows/row_output.h"
#include "native/cli/arguments.h"
#include "native/cli/commands.h"
#include "native/cli/display.h"
#include "native/cli/explain_display.h"
#include "native/cli/input.h"
#include "native/cli/interrupt.h"
#include "native/cli/output.h"
#include "native/cli/rows.h"

namespace heed::cli {

namespace {

struct ExplainCommand {
  std::string model, device = "cpu", text_column;
  std::vector<std::string> texts, contrast;
  RowOptions of_rows;
  session::ExplainOptions wanted;
  bool json = false, attention = false, patching = false;
};

// What fits beside the contributions on a terminal; --json has all.
const char* const kShown[] = {"contribution", "gradient-input", "integrated-gradients", "leave-one-out",
                              "attention"};

void explain_file(const ExplainCommand& command, const session::Model& model) {
  RowOptions of_rows = command.of_rows;
  if (!command.text_column.empty()) of_rows.set.push_back("data.text_column=" + command.text_column);
  session::RowTable table = read_rows(of_rows);
  note_signal(SIGINT);
  note_signal(SIGTERM);
  StatusLine status;
  const auto rows = static_cast<int64_t>(table.size());
  const session::RowAnswers answers =
      session::explain_rows(model, table, command.wanted, counting(status, rows, "rows"));
  status.end();
  if (interrupted()) throw Exit{interrupted_status()};
  write_rows(of_rows, command.json, table, answers);
  if (!of_rows.out.empty() && of_rows.out != "-")
    say(with_separators(rows) + (rows == 1 ? " row is in " : " rows are in ") + plain(of_rows.out) + ".");
}

void run_explain(ExplainCommand command) {
  session::ExplainOptions& wanted = command.wanted;
  wanted.label = plain(wanted.label);
  wanted.methods = plain(wanted.methods);
  wanted.edits = plain(wanted.edits);
  wanted.other = plain(wanted.other);
  if (command.patching) wanted.patching = -1;
  if (!command.contrast.empty()) {
    wanted.label = plain(command.contrast[0]);
    wanted.against = plain(command.contrast[1]);
  }
  wanted.analysis.every_layer = command.attention;
  const session::Model model =
      session::Model::open(model_named(command.model), 0, session::Precision::kAsStored, command.device);
  const bool of_file = !command.of_rows.data.empty();
  if ((!command.json || of_file) && wanted.methods.empty()) {
    wanted.methods.assign(std::begin(kShown), std::end(kShown));
    wanted.unasked = true;
  }
  Warnings warnings;
  warnings.say(model.info().warnings);
  if (of_file) return explain_file(command, model);
  for_each_text(command.texts, [&](const std::string& text) {
    const session::Explanation explanation = session::explain(model, text, wanted);
    warnings.say(explanation.analysis.warnings);
    if (command.json)
      print_json_line(to_json(explanation, command.attention));
    else
      show(std::cout, explanation, wanted);
  });
}

constexpr const char* kEdits =
    "\nEdits. L, H, Q and K are the numbers of a layer, a head, a query and a key, and N of a token. They\n"
    "count from 0, as heed tokenize prints the tokens, [CLS] included. A * stands for all of them.\n"
    "  L.H.off             turns the head off: it adds nothing (its weights become 0)\n"
    "  L.H.even            lets each query look at all keys equally\n"
    "  L.H.permuted=SEED   shuffles the weights of each row\n"
    "  L.H.other           takes the map of the text in --other\n"
    "  L.H.Q.even          lets one query look at all keys equally\n"
    "  L.H.Q.only=K        lets one query look at one key alone\n"
    "  L.H.Q=W,W,…         sets all weights of one query, one W for each key\n"
    "  L.H.Q.K=W           sets one weight; the other weights of the query share what is left\n"
    "  token.N=WORD        replaces a token by another word\n"
    "  token.N.hide        replaces a token by [MASK], or by the unknown word\n"
    "  token.N.remove      deletes a token\n"
    "  state.L.N.other     takes the state of token N after layer L from the text in --other";

std::string method_help() {
  std::string text = "Methods:";
  for (const nlohmann::json& method : session::describe_methods())
    text += "\n  " + left(method["name"].get<std::string>(), 24) + method["measures"].get<std::string>() +
            "\n  " + left("", 24) + "Limits: " + method["misses"].get<std::string>();
  return text + kEdits;
}

}  // namespace

void add_explain(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "explain", "Explain a prediction: what each word adds to a class score, and what edits change");
  auto options = std::make_shared<ExplainCommand>();
  session::ExplainOptions& wanted = options->wanted;
  command
      ->add_option("--model", options->model, "Text classifier: model folder, or name of a model that ships")
      ->required()
      ->type_name("DIR");
  CLI::Option* texts =
      command->add_option("TEXT", options->texts, "Texts; - reads one per line from standard input");
  CLI::Option* data = add_row_options(*command, options->of_rows, texts, "explain",
                                      "prediction, probability, tokens, class, bias, score and one for each "
                                      "method, with a value for each token")
                          .first;
  command
      ->add_option("--text-column", options->text_column,
                   "Short for --set text_column=NAME: name or number of the text column")
      ->type_name("NAME")
      ->needs(data);
  command
      ->add_option("--method", wanted.methods,
                   "Attribution method, see below (repeatable) (default: contribution, gradient-input, "
                   "integrated-gradients, leave-one-out and attention; with --json, all)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  CLI::Option* label =
      command->add_option("--class", wanted.label, "Class to explain (default: the predicted one)")
          ->type_name("LABEL");
  command->add_option("--contrast", options->contrast, "Explain why the model prefers class A to class B")
      ->expected(2)
      ->allow_extra_args(false)
      ->type_name("A B")
      ->excludes(label);
  command->add_option("--edit", wanted.edits, "Edit of the text or the network, see below (repeatable)")
      ->type_name("EDIT")
      ->allow_extra_args(false);
  CLI::Option* other = command
                           ->add_option("--other", wanted.other,
                                        "Second text, from which edits and --patching take maps and states")
                           ->type_name("TEXT");
  command
      ->add_flag("--patching", options->patching,
                 "Activation patching: replace each hidden state by the one from --other, which must have "
                 "the same number of tokens, and report the score")
      ->needs(other)
      ->excludes(data);
  command->add_flag("--attention", options->attention, "With --json: print the attention weights, too")
      ->excludes(data);
  command->add_option("--device", options->device, "Where to compute: cpu or cuda (default: cpu)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  command->add_flag("--json", options->json, "Print one JSON object per text or row");
  command->footer(method_help());
  command->callback([options, texts, data] {
    if (texts->count() + data->count() == 0) throw CLI::RequiredError("TEXT or --data");
    run_explain(*options);
  });
}

}  // namespace heed::cli
