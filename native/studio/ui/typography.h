// Words on the panels: titles, running text, what went wrong, and figures.
#pragma once

#include <string>

#include "native/studio/ui/ui.h"

namespace heed::studio {

// A text on one line: its first bytes, characters whole, with " …" where there are more.
std::string on_a_line(const std::string& text, size_t bytes);

void title(Ui& ui, const std::string& text);    // of a panel
void text(Ui& ui, const std::string& text);     // wraps
void soft(Ui& ui, const std::string& text);     // small and quiet, wraps
void problem(Ui& ui, const std::string& text);  // says what happened and what to do, wraps
void tip(const std::string& text);              // of the last item, when pointed at
void hint(const std::string& text);             // the same of whatever is pointed at
void hairline(Ui& ui);
// A number with its name above it, in a row of them.
void figure(Ui& ui, const std::string& name, const std::string& value);

}  // namespace heed::studio
