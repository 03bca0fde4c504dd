#include "native/cli/terminal.h"

#include <unistd.h>

#include <iostream>

#include "native/cli/output.h"

namespace heed::cli {
namespace {

// Bytes of a style that begins at `at`, "\x1b[1m" or "\x1b[2K"; 0 for any other escape.
size_t style_length(const std::string& text, size_t at) {
  if (text.compare(at, 2, "\x1b[") != 0) return 0;
  size_t end = at + 2;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  return end < text.size() && (text[end] == 'm' || text[end] == 'K') ? end + 1 - at : 0;
}

size_t harmless_length(const std::string& text, size_t at, bool styles) {
  if (text[at] == '\n' || text[at] == '\t') return 1;
  if (text[at] == '\r') return styles || text.compare(at, 2, "\r\n") == 0 ? 1 : 0;
  return styles && text[at] == '\x1b' ? style_length(text, at) : 0;
}

class CleanBuffer : public std::streambuf {
 public:
  CleanBuffer(std::streambuf* to, bool styles) : to_(to), styles_(styles) {}
  ~CleanBuffer() override { CleanBuffer::sync(); }
  std::streambuf* to() const { return to_; }

 protected:
  int_type overflow(int_type c) override {
    if (c == traits_type::eof()) return 0;
    waiting_ += static_cast<char>(c);
    return c;
  }
  std::streamsize xsputn(const char* bytes, std::streamsize count) override {
    constexpr size_t kMost = 1 << 16;
    waiting_.append(bytes, static_cast<size_t>(count));
    // Before such a character every other one and every style is whole; a line may have tens of megabytes.
    const size_t end = waiting_.size() < kMost ? std::string::npos : waiting_.find_last_of("\n ,");
    return end == std::string::npos || write(end + 1) ? count : 0;
  }
  int sync() override { return write(waiting_.size()) && to_->pubsync() == 0 ? 0 : -1; }

 private:
  bool write(size_t bytes) {
    const std::string clean = cleaned(waiting_.substr(0, bytes), styles_);
    waiting_.erase(0, bytes);
    return to_->sputn(clean.data(), static_cast<std::streamsize>(clean.size())) ==
           static_cast<std::streamsize>(clean.size());
  }

  std::streambuf* to_;
  bool styles_;
  std::string waiting_;
};

std::unique_ptr<std::streambuf> put_before(std::ostream& stream, int descriptor) {
  auto buffer = std::make_unique<CleanBuffer>(stream.rdbuf(), isatty(descriptor) == 1);
  stream.rdbuf(buffer.get());
  return buffer;
}

void take_away(std::ostream& stream, const std::streambuf* buffer) {
  stream.flush();
  stream.rdbuf(static_cast<const CleanBuffer*>(buffer)->to());
}

}  // namespace

std::string cleaned(const std::string& text, bool styles) {
  std::string clean;
  size_t done = 0;
  for (size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x20 && byte < 0x7F) {
      ++at;
      continue;
    }
    clean.append(text, done, at - done);
    const size_t harmless = harmless_length(text, at, styles);
    size_t length = harmless > 0 ? harmless : 1;
    if (byte >= 0xC0)
      while (at + length < text.size() && (static_cast<unsigned char>(text[at + length]) & 0xC0) == 0x80)
        ++length;
    clean += harmless > 0 ? text.substr(at, length) : printable(text.substr(at, length));
    done = at += length;
  }
  return clean.append(text, done, text.size() - done);
}

CleanOutput::CleanOutput()
    : out_(put_before(std::cout, STDOUT_FILENO)), error_(put_before(std::cerr, STDERR_FILENO)) {}
CleanOutput::~CleanOutput() {
  take_away(std::cout, out_.get());
  take_away(std::cerr, error_.get());
}

void write_exactly(const std::string& bytes) {
  std::cout.flush();
  auto* const clean = dynamic_cast<CleanBuffer*>(std::cout.rdbuf());
  if (clean == nullptr || isatty(STDOUT_FILENO) == 1)
    std::cout << bytes << std::flush;
  else if (clean->to()->sputn(bytes.data(), static_cast<std::streamsize>(bytes.size())) !=
               static_cast<std::streamsize>(bytes.size()) ||
           clean->to()->pubsync() != 0)
    std::cout.setstate(std::ios::badbit);
}

}  // namespace heed::cli
