#include "native/cli/site_server.h"

#include "engine/session/error.h"

#ifdef HEED_HAVE_HTTPLIB

#include <httplib.h>

#include <chrono>
#include <fstream>
#include <memory>

namespace heed::cli {

namespace fs = std::filesystem;

namespace {

constexpr int kGone = 404, kNotModified = 304;

// Changes when the file does.
std::string tag_of(const fs::path& file) {
  std::error_code ignored;
  const auto changed = fs::last_write_time(file, ignored).time_since_epoch().count();
  return '"' + std::to_string(fs::file_size(file, ignored)) + '-' + std::to_string(changed) + '"';
}

// In pieces and by its length: a body that is given whole would be compressed anew for each visit.
void send_file(httplib::Response& response, const fs::path& file) {
  const auto stream = std::make_shared<std::ifstream>(file, std::ios::binary);
  std::error_code ignored;
  const auto size = static_cast<size_t>(fs::file_size(file, ignored));
  if (size == 0) return response.set_content("", media_type(file));  // a length of 0 means "unknown" there
  response.set_content_provider(size, media_type(file),
                                [stream, size](size_t offset, size_t length, httplib::DataSink& sink) {
                                  std::string bytes(std::min({length, size - offset, size_t{1} << 16}), '\0');
                                  stream->clear();
                                  stream->seekg(static_cast<std::streamoff>(offset));
                                  stream->read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
                                  return stream->gcount() == static_cast<std::streamsize>(bytes.size()) &&
                                         sink.write(bytes.data(), bytes.size());
                                });
}

void send_nothing(httplib::Response& response, int status, const char* why) {
  response.status = status;
  response.set_content(why, "text/plain; charset=utf-8");
}

void answer(const Site& site, const httplib::Request& request, httplib::Response& response) {
  if (request.method != "GET" && request.method != "HEAD") {
    response.set_header("Allow", "GET, HEAD");
    return send_nothing(response, 405, "Only GET and HEAD are answered\n");
  }
  const std::string& path = request.path;
  if (path.empty() || path[0] != '/' || path.rfind("//", 0) == 0)
    return send_nothing(response, 400, "Not an address\n");
  std::map<std::string, std::string> headers{{"Cache-Control", "no-cache"}};
  for (const auto& [name, value] : site.headers(path)) headers[name] = value;
  fs::path file = site.file(path);
  const bool found = !file.empty();
  if (!found) {
    headers["Cache-Control"] = "no-store";
    file = site.file("/404.html");
    response.status = kGone;
  } else {
    headers["ETag"] = tag_of(file);
  }
  for (const auto& [name, value] : headers) response.set_header(name, value);
  if (file.empty()) return send_nothing(response, kGone, "Not found\n");
  if (found && request.get_header_value("If-None-Match") == headers["ETag"])
    response.status = kNotModified;
  else
    send_file(response, file);
}

void listen(httplib::Server& server, const Site& site) {
  server.set_pre_routing_handler([&site](const httplib::Request& request, httplib::Response& response) {
    // Whole files are sent, as HTTP allows: the library does not bound the ranges that it is asked for.
    const_cast<httplib::Request&>(request).ranges.clear();
    answer(site, request, response);
    return httplib::Server::HandlerResponse::Handled;
  });
  // The library's own options let two programs share a port.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_tcp_nodelay(true);
  server.set_keep_alive_max_count(1000);
  server.new_task_queue = [] { return new httplib::ThreadPool(32); };
}

}  // namespace

void serve_site(const Site& site, int port, const std::function<void(int port)>& ready) {
  httplib::Server server;
  listen(server, site);
  const char* loopback = "127.0.0.1";
  if (port == 0)
    port = server.bind_to_any_port(loopback);
  else if (!server.bind_to_port(loopback, port))
    port = -1;
  check(port > 0, "[page] the port could not be opened; it may be in use: choose another with --port N.");
  ready(port);
  check(server.listen_after_bind(), "[page] the server stopped: start it again.");
}

}  // namespace heed::cli

#else

namespace heed::cli {

void serve_site(const Site&, int, const std::function<void(int port)>&) {
  fail(
      "[page] this program was built without cpp-httplib, so it cannot serve: write the page with --export "
      "DIR "
      "and serve that folder with another program.");
}

}  // namespace heed::cli

#endif
