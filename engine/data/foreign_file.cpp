#include "engine/data/foreign_file.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace heed {
namespace {

constexpr size_t kSeen = 1 << 14;
constexpr const char* kAsCsv = ": save its table as CSV (UTF-8) and give that file";
constexpr const char* kUnpack = ": unpack it and give the file inside";
constexpr const char* kNeedsText = ": expected a table of texts, such as CSV or JSON Lines";

struct Magic {
  std::string_view bytes;
  const char* is;
  const char* instead;
};

using std::string_view_literals::operator""sv;

constexpr std::array kMagic{
    Magic{"PAR1"sv, "is a Parquet file", ": convert it to CSV or JSON Lines, with pandas for instance"},
    Magic{"ARROW1"sv, "is an Arrow file", ": convert it to CSV or JSON Lines, with pandas for instance"},
    Magic{"\xd0\xcf\x11\xe0"sv, "is an old Excel or Word file", kAsCsv},
    Magic{"%PDF-"sv, "is a PDF", ": copy its text into a table and save that as CSV"},
    Magic{"{\\rtf"sv, "is a document in Rich Text Format", kAsCsv},
    Magic{"\x89PNG"sv, "is a PNG image", kNeedsText},
    Magic{"\xff\xd8\xff"sv, "is a JPEG image", kNeedsText},
    Magic{"GIF8"sv, "is a GIF image", kNeedsText},
    Magic{"RIFF"sv, "is a WebP image or a sound", kNeedsText},
    Magic{"II*\0"sv, "is a TIFF image", kNeedsText},
    Magic{"MM\0*"sv, "is a TIFF image", kNeedsText},
    Magic{"BZh"sv, "is packed by bzip2", kUnpack},
    Magic{"\xfd"
          "7zXZ"sv,
          "is packed by xz", kUnpack},
    Magic{"\x28\xb5\x2f\xfd"sv, "is packed by zstd", kUnpack},
    Magic{"7z\xbc\xaf"sv, "is a 7-Zip archive", kUnpack},
    Magic{"Rar!"sv, "is a RAR archive", kUnpack},
    Magic{"SQLite format 3"sv, "is an SQLite database", ": export the table as CSV"},
    Magic{"\x93NUMPY"sv, "is a NumPy array", kNeedsText},
    Magic{"\x80\x02"sv, "is a Python pickle", ": write the table as CSV or JSON Lines"},
    Magic{"\x80\x03"sv, "is a Python pickle", ": write the table as CSV or JSON Lines"},
    Magic{"\x80\x04"sv, "is a Python pickle", ": write the table as CSV or JSON Lines"},
    Magic{"\x80\x05"sv, "is a Python pickle", ": write the table as CSV or JSON Lines"},
    Magic{"\xff\xfe\0\0"sv, "is UTF-32", ": save it as UTF-8"},
    Magic{"\0\0\xfe\xff"sv, "is UTF-32", ": save it as UTF-8"},
    Magic{"version https://git-lfs"sv, "is a Git LFS pointer, not the data",
          ": get the file with `git lfs pull`"},
};

std::string zip_kind(std::string_view bytes) {
  const auto holds = [&](std::string_view name) { return bytes.find(name) != std::string_view::npos; };
  if (holds("xl/")) return std::string("is an Excel workbook") + kAsCsv;
  if (holds("opendocument.spreadsheet")) return std::string("is an OpenDocument spreadsheet") + kAsCsv;
  if (holds("word/")) return std::string("is a Word document") + kAsCsv;
  if (holds("[Content_Types].xml"))
    return std::string("is an Excel workbook or another Office document") + kAsCsv;
  return std::string("is a ZIP archive") + kUnpack;
}

bool begins_lower(std::string_view text, std::string_view with) {
  return text.size() >= with.size() && std::equal(with.begin(), with.end(), text.begin(), [](char a, char b) {
           return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b)));
         });
}

// Three header lines of a mail, the first at the very beginning.
bool is_mail(std::string_view text) {
  constexpr std::array<std::string_view, 9> kHeaders{
      "return-path:", "received:", "from:", "delivered-to:", "mime-version:", "message-id:",
      "date:",        "subject:",  "to:"};
  size_t found = 0;
  for (size_t at = 0; at < text.size() && found < 3;) {
    const bool is_header = std::any_of(kHeaders.begin(), kHeaders.end(), [&](std::string_view header) {
      return begins_lower(text.substr(at), header);
    });
    if (at == 0 && !is_header) return false;
    found += is_header ? 1 : 0;
    const size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  return found >= 3;
}

std::string text_kind(std::string_view text) {
  constexpr const char* kMail = ": write its texts and classes into a CSV table, one mail to a row";
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "";
  if (text.substr(0, 5) == "From " && is_mail(text.substr(std::min(text.find('\n'), text.size() - 1) + 1)))
    return std::string("is a mailbox (mbox)") + kMail;
  if (is_mail(text)) return std::string("is a mail") + kMail;
  text.remove_prefix(begin);
  if (begins_lower(text, "<!doctype html") || begins_lower(text, "<html"))
    return "is a web page, not the data: download the file itself (on GitHub: Raw)";
  if (begins_lower(text, "<?xml")) return std::string("is XML") + kAsCsv;
  if (begins_lower(text, "@relation")) return std::string("is an ARFF file of Weka") + kAsCsv;
  return "";
}

}  // namespace

std::string foreign_kind(std::string_view bytes) {
  for (const Magic& magic : kMagic)
    if (bytes.substr(0, magic.bytes.size()) == magic.bytes) return std::string(magic.is) + magic.instead;
  if (bytes.substr(0, 4) == "PK\3\4") return zip_kind(bytes);
  if (bytes.size() > 262 && bytes.substr(257, 5) == "ustar") return std::string("is a tar archive") + kUnpack;
  if (bytes.substr(0, 3) == "\xef\xbb\xbf") bytes.remove_prefix(3);
  return text_kind(bytes.substr(0, kSeen));
}

}  // namespace heed
