// What the bytes of a text file stand for, by the names of the WHATWG's Encoding Standard.
#pragma once

#include <string>
#include <string_view>

namespace heed {

// "utf-16" where a byte order mark or every second byte, a zero, says so; "macintosh" (Mac Roman) where
// letters only read as words in it; "windows-1252", which Latin-1's letters are a part of, where the bytes
// are no UTF-8 and read as words of western Europe; else "utf-8", damaged or not.
std::string encoding_of(std::string_view bytes);

// The same text as UTF-8, without a byte order mark. UsageError for an encoding that is not one of the four
// ("latin-1" and "iso-8859-1" are names of windows-1252); `file` is what messages call the bytes.
std::string as_utf8(std::string bytes, const std::string& encoding, const std::string& file);

// The first line, from 1, with UTF-8 that was read as Latin-1 and saved so, "cafÃ©"; 0: there is none.
size_t misread_line(std::string_view text);

}  // namespace heed
