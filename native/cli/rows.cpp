#include "native/cli/rows.h"

#include <iostream>

#include "engine/session/rows/row_output.h"
#include "native/cli/arguments.h"
#include "native/cli/interrupt.h"
#include "native/cli/output.h"
#include "native/cli/terminal.h"

namespace heed::cli {

std::function<bool(int64_t)> counting(StatusLine& status, int64_t total, const char* what) {
  return [&status, total, what](int64_t done) {
    status.show_counted(done, total, what);
    return !interrupted();
  };
}

std::pair<CLI::Option*, CLI::Option*> add_row_options(CLI::App& command, RowOptions& options,
                                                      CLI::Option* texts, const std::string& what,
                                                      const std::string& columns) {
  CLI::Option* data =
      command.add_option("--data", options.data,
                         "File of rows to " + what +
                             " instead of TEXT: csv, tsv, jsonl or one text per line; - reads "
                             "standard input. Adds the columns " +
                             columns);
  CLI::Option* out =
      command.add_option("--out", options.out,
                         "With --data: file to write; its ending, .csv, .tsv or .jsonl, decides the format "
                         "(default: standard output)");
  command
      .add_flag("--spreadsheet", options.spreadsheet,
                "With --data: write an apostrophe before texts in csv and tsv that begin with = + - @, a tab "
                "or a line end, so that Excel and its like do not take them for formulas; numbers stay as "
                "they are")
      ->needs(data);
  command
      .add_option("--format", options.format,
                  "With --data: file format: csv, tsv, jsonl or lines (default: detected)")
      ->type_name("NAME")
      ->needs(data);
  command
      .add_option("--set", options.set,
                  "With --data: change how the file is read (repeatable): KEY is data.text_column, "
                  "data.header, data.delimiter or data.encoding; data. may be left out")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->needs(data);
  return {data->type_name("FILE")->excludes(texts), out->type_name("FILE")->needs(data)};
}

session::RowTable read_rows(const RowOptions& options) {
  session::check_output(plain(options.out), plain(options.data));
  session::RowTable table =
      session::read_row_table(plain(options.data), plain(options.format), plain(options.set));
  for (const std::string& remark : table.remarks) say("warning: " + remark);
  return table;
}

void write_rows(const RowOptions& options, bool json, const session::RowTable& table,
                const session::RowAnswers& answers) {
  for (const std::string& warning : answers.warnings) say("warning: " + warning);
  const std::string file = plain(options.out);
  const bool is_printed = file.empty() || file == "-";
  const std::string format = is_printed && json ? "jsonl" : session::output_format(file, table);
  const auto cells = options.spreadsheet ? session::Cells::kForSpreadsheets : session::Cells::kAsTheyAre;
  write_out(file, session::with_columns(table, format, answers.names, answers.rows, cells));
}

void write_out(const std::string& file, const std::string& bytes) {
  if (file.empty() || file == "-")
    write_exactly(bytes);
  else
    session::write_text(file, bytes);
}

void print_lines(const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::cout << printable(text.substr(at, end - at)) << '\n';
    at = end + 1;
  }
}

}  // namespace heed::cli
