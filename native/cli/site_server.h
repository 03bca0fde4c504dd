// Serves a site to this machine alone: on the loopback interface.
#pragma once

#include <functional>

#include "native/cli/site.h"

namespace heed::cli {

// `port` 0 takes a free one. Calls `ready` with the port once browsers are answered; does not return while it
// serves.
void serve_site(const Site& site, int port, const std::function<void(int port)>& ready);

}  // namespace heed::cli
