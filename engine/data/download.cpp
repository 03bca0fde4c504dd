#include "engine/data/download.h"

#include "engine/base/error.h"

#ifdef HEED_HAVE_CURL

#include <curl/curl.h>

#include <exception>
#include <memory>

namespace heed {
namespace {

constexpr long kSilenceSeconds = 30;

struct Reception {
  std::string bytes;
  int64_t most = 0;
  bool too_long = false;
  const std::function<void(int64_t)>& received;
  std::exception_ptr cancelled;  // no exception may pass through libcurl
};

size_t take(char* data, size_t size, size_t count, void* user) {
  auto& reception = *static_cast<Reception*>(user);
  reception.bytes.append(data, size * count);
  reception.too_long = static_cast<int64_t>(reception.bytes.size()) > reception.most;
  if (reception.too_long) return 0;
  try {
    reception.received(static_cast<int64_t>(reception.bytes.size()));
  } catch (...) {
    reception.cancelled = std::current_exception();
    return 0;
  }
  return size * count;
}

void set_options(CURL* handle, const std::string& address, Reception& reception, char* message) {
  curl_easy_setopt(handle, CURLOPT_URL, address.c_str());
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "heed");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(handle, CURLOPT_MAXREDIRS, 5L);
  curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, kSilenceSeconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, kSilenceSeconds);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, message);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &reception);
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

}  // namespace

std::string download(const std::string& address, int64_t expected_bytes,
                     const std::function<void(int64_t bytes)>& received) {
  static const CURLcode kReady = curl_global_init(CURL_GLOBAL_DEFAULT);
  std::unique_ptr<CURL, void (*)(CURL*)> handle(curl_easy_init(), curl_easy_cleanup);
  check(kReady == CURLE_OK && handle != nullptr, "[", address,
        "] cannot be fetched: libcurl does not start.");
  Reception reception{{}, expected_bytes, false, received, nullptr};
  char message[CURL_ERROR_SIZE] = "";
  set_options(handle.get(), address, reception, message);
  CURLcode code = curl_easy_perform(handle.get());
  if (reception.cancelled) std::rethrow_exception(reception.cancelled);
  check(!reception.too_long, "[", address, "] has more than the ", expected_bytes,
        " bytes that are expected: it is another version.");
  check(code == CURLE_OK, "[", address,
        "] cannot be fetched: ", message[0] != '\0' ? message : curl_easy_strerror(code),
        ". Get the files another way and give their folder with --from.");
  return std::move(reception.bytes);
}

}  // namespace heed

#else

namespace heed {

std::string download(const std::string& address, int64_t, const std::function<void(int64_t)>&) {
  fail("[", address,
       "] cannot be fetched: this build has no libcurl. Get the files another way and give their folder",
       " with --from.");
}

}  // namespace heed

#endif
