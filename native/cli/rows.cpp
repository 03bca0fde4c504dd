#include "native/cli/rows.h"

#include <iostream>

#include "engine/session/rows/row_table.h"
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
