#include "engine/data/sha256.h"

#include "engine/base/error.h"

#ifdef HEED_HAVE_OPENSSL

#include <openssl/evp.h>

namespace heed {

std::string sha256(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  check(EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr) == 1,
        "[sha256] OpenSSL refuses to compute SHA-256.");
  std::string text;
  for (unsigned int i = 0; i < size; ++i) {
    text += "0123456789abcdef"[digest[i] >> 4];
    text += "0123456789abcdef"[digest[i] & 15];
  }
  return text;
}

}  // namespace heed

#else

namespace heed {

std::string sha256(std::string_view) {
  fail(
      "[sha256] this build has no OpenSSL, so files cannot be checked: build again where OpenSSL is "
      "installed.");
}

}  // namespace heed

#endif
