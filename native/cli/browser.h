// The browser of the user's desktop.
#pragma once

#include <string>

namespace heed::cli {

// Asks the desktop to open an address, without waiting for it. Where there is no desktop, or it opens
// nothing, a message says that the user is to open it.
void open_in_browser(const std::string& address);

}  // namespace heed::cli
