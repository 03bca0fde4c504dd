// Catch2, version 2 (one header) or 3.
#pragma once

#include <string>

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#if __has_include(<catch2/catch_all.hpp>)
using Catch::Approx;

// By the names of version 2.
namespace Catch {
inline auto Contains(const std::string& part) {
  return Matchers::ContainsSubstring(part);
}
using Matchers::StartsWith;
}  // namespace Catch
#endif
