#include <iostream>
#include <string>

#include "native/cli/arguments.h"
#include "native/cli/browser.h"
#include "native/cli/commands.h"
#include "native/cli/output.h"
#include "native/cli/site_server.h"

namespace heed::cli {

namespace {

struct PageOptions {
  std::string page, to;
  int port = 0;
  bool no_browser = false;
};

void run_page(const PageOptions& options) {
  const std::filesystem::path folder = page_folder(options.page);
  if (!options.to.empty()) {
    export_page(folder, options.to);
    std::cout << printable(options.to) << ": the page of Heed " HEED_VERSION ", for any static host\n";
    return;
  }
  serve_site(Site(folder), options.port, [&](int port) {
    const std::string address = "http://127.0.0.1:" + std::to_string(port) + "/";
    std::cout << "Heed is at " << address << " (Ctrl-C ends it)" << std::endl;
    if (!options.no_browser) open_in_browser(address);
  });
}

}  // namespace

void add_page(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("page", "Serve the installed page to this machine and open it in a browser");
  auto options = std::make_shared<PageOptions>();
  command->add_option("--port", options->port, "Port of 127.0.0.1 (default: a free one)")
      ->check(CLI::Range(0, 65535))
      ->type_name("N");
  command->add_flag("--no-browser", options->no_browser, "Print the address and open no browser");
  command->add_option("--export", options->to, "Write the site into a new folder, for a static host")
      ->type_name("DIR");
  command
      ->add_option("--page", options->page,
                   "Folder of the page (default: the environment variable HEED_PAGE, or the page that was "
                   "installed or built with the program)")
      ->type_name("DIR");
  command->callback([options] {
    for (std::string* value : {&options->page, &options->to}) *value = plain(*value);
    run_page(*options);
  });
}

}  // namespace heed::cli
