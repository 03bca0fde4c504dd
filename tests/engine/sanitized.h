// kSanitized says whether the tests were compiled with AddressSanitizer, which slows them about tenfold. A
// fault in memory shows in the first steps as a rule, so some tests take fewer steps there; the native build
// judges what they learn.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEED_TESTS_SANITIZED 1
#endif
#endif

namespace heed::test {

#if defined(HEED_TESTS_SANITIZED) || defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

}  // namespace heed::test
