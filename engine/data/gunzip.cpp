#include "engine/data/gunzip.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include "engine/base/error.h"
#include "engine/data/gzip.h"

#ifdef HEED_HAVE_ZLIB
#include <zlib.h>
#endif

namespace heed {
namespace {

constexpr size_t kPiece = size_t{1} << 18;

#ifdef HEED_HAVE_ZLIB

// Unpacks what it is fed, member after member.
class Unpacker {
 public:
  explicit Unpacker(std::string name) : name_(std::move(name)), out_(kPiece, '\0') { begin(); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  ~Unpacker() { inflateEnd(&stream_); }

  void feed(std::string_view bytes, const std::function<void(std::string_view)>& use) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib does not write there
    stream_.avail_in = static_cast<uInt>(bytes.size());
    while (stream_.avail_in > 0) {
      if (ended_) {  // another member
        inflateEnd(&stream_);
        begin();
      }
      unpack(use);
    }
  }
  void finish() const { check(ended_, "[", name_, "] cannot be unpacked: it is cut off."); }

 private:
  void begin() {
    auto* next = stream_.next_in;
    const auto rest = stream_.avail_in;
    stream_ = {};
    check(inflateInit2(&stream_, 16 + MAX_WBITS) == Z_OK, "[", name_, "] cannot be unpacked.");
    stream_.next_in = next;
    stream_.avail_in = rest;
    ended_ = false;
  }

  void unpack(const std::function<void(std::string_view)>& use) {
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
      stream_.avail_out = static_cast<uInt>(out_.size());
      const int code = ::inflate(&stream_, Z_NO_FLUSH);
      check(code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR, "[", name_,
            "] cannot be unpacked: ", stream_.msg != nullptr ? stream_.msg : "it is damaged", ".");
      use(std::string_view(out_).substr(0, out_.size() - stream_.avail_out));
      ended_ = code == Z_STREAM_END;
    } while (!ended_ && stream_.avail_out == 0);
  }

  std::string name_, out_;
  z_stream stream_{};
  bool ended_ = false;
};

#else

class Unpacker {
 public:
  explicit Unpacker(const std::string& name) {
    fail("[", name, "] is gzipped, and this build has no zlib: unpack it first.");
  }
  void feed(std::string_view, const std::function<void(std::string_view)>&) {}
  void finish() const {}
};

#endif

[[noreturn]] void fail_read(const std::string& path, int error) {
  fail("[", path, "] cannot be read: ", std::generic_category().message(error), ".");
}

}  // namespace

void read_pieces(const std::string& path,
                 const std::function<void(std::string_view, int64_t, int64_t)>& use) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) fail_read(path, EISDIR);
  check(!std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error), "[", path,
        "] is a pipe or a device: expected a file.");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail_read(path, errno != 0 ? errno : ENOENT);
  const auto total = static_cast<int64_t>(std::filesystem::file_size(path, error));
  std::unique_ptr<Unpacker> unpacker;
  std::string piece(kPiece, '\0');
  int64_t done = 0;
  while (file && done < total) {  // a file that grows is read as it was
    file.read(piece.data(), std::min(static_cast<std::streamsize>(piece.size()),
                                     static_cast<std::streamsize>(total - done)));
    const std::string_view bytes = std::string_view(piece).substr(0, static_cast<size_t>(file.gcount()));
    if (done == 0 && is_gzip(bytes)) unpacker = std::make_unique<Unpacker>(path);
    done += static_cast<int64_t>(bytes.size());
    if (!unpacker)
      use(bytes, done, total);
    else
      unpacker->feed(bytes, [&](std::string_view unpacked) { use(unpacked, done, total); });
  }
  check(!file.bad(), "[", path, "] cannot be read to its end.");
  if (unpacker) unpacker->finish();
}

}  // namespace heed
