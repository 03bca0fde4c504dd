// One function per command: adds it to the program with its options, and what it does.
// Errors are thrown; main.cpp turns them into one message and the exit status.
#pragma once

#include <CLI/CLI.hpp>

namespace heed::cli {

void add_predict(CLI::App& program);
void add_explain(CLI::App& program);
void add_faithfulness(CLI::App& program);
void add_tokenize(CLI::App& program);
void add_train(CLI::App& program);
void add_tune(CLI::App& program);
void add_label_errors(CLI::App& program);
void add_pack(CLI::App& program);
void add_evaluate(CLI::App& program);
void add_quantize(CLI::App& program);
void add_attend(CLI::App& program);
void add_fill_mask(CLI::App& program);
void add_generate(CLI::App& program);
void add_translate(CLI::App& program);
void add_info(CLI::App& program);
void add_fetch(CLI::App& program);
void add_describe(CLI::App& program);
void add_data(CLI::App& program);
void add_nearest(CLI::App& program);
void add_recipes(CLI::App& program);
void add_runs(CLI::App& program);
void add_page(CLI::App& program);
void add_completion(CLI::App& program);
void add_man(CLI::App& program);

// Ends the program with this exit status after a message has been written.
struct Exit {
  int status;
};

}  // namespace heed::cli
