#include "engine/text/expression.h"

#include "engine/base/error.h"

#ifdef HEED_HAVE_ONIGURUMA
#define ONIG_ESCAPE_UCHAR_COLLISION
#include <oniguruma.h>
#include <utf8/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>

#include "engine/text/utf8.h"

namespace heed {
namespace {

// Steps back that one search may take: more than any tokenizer's, less than anyone waits.
constexpr unsigned long kMostSteps = 3'000'000;

// What an expression may take of the processor, over all that it ever searches: so much at once, and for
// every search and every byte. A hostile one may be asked about each word of a text.
#ifdef __EMSCRIPTEN__  // where no clock tells a thread's time from the browser's
constexpr int64_t kOnce = 2'000'000'000;
#else
constexpr int64_t kOnce = 100'000'000;
#endif
constexpr int64_t kForSearch = 10'000, kForByte = 5'000;  // nanoseconds

int64_t nanoseconds() {
#ifdef __EMSCRIPTEN__
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
#else
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
#endif
}

const OnigUChar* bytes(const char* text) {
  return reinterpret_cast<const OnigUChar*>(text);
}

std::string message(int code, OnigErrorInfo* info = nullptr) {
  OnigUChar text[ONIG_MAX_ERROR_MESSAGE_LEN];
  const int size = info ? onig_error_code_to_str(text, code, info) : onig_error_code_to_str(text, code);
  return std::string(reinterpret_cast<char*>(text), static_cast<size_t>(size));
}

// Before its version 6.9.9 [[:punct:]] lacked nine signs that Unicode calls symbols; the Rust library has a
// later one.
std::string with_all_signs(std::string source) {
  constexpr std::string_view kClass = "[:punct:]", kLacking = "$+<=>^`|~";
  if (ONIGURUMA_VERSION_INT >= 60909) return source;
  for (size_t at = 0; (at = source.find(kClass, at)) != std::string::npos;
       at += kClass.size() + kLacking.size())
    source.insert(at + kClass.size(), kLacking);
  return source;
}

// What one pass over a text needs.
struct Search {
  Search() {
    onig_set_retry_limit_in_match_of_match_param(limits, kMostSteps);
    onig_set_retry_limit_in_search_of_match_param(limits, kMostSteps);
  }
  ~Search() {
    onig_region_free(found, 1);
    onig_free_match_param(limits);
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  OnigRegion* found = onig_region_new();
  OnigMatchParam* limits = onig_new_match_param();
};

// Takes the time of one pass off what is left.
class Spending {
 public:
  Spending(std::atomic<int64_t>& left, int64_t more) : left_(left) {
    left_ = std::clamp(left_.load(), -kOnce, kOnce) + more;
  }
  ~Spending() { left_ -= nanoseconds() - begun_; }
  Spending(const Spending&) = delete;
  Spending& operator=(const Spending&) = delete;
  bool is_over() const { return nanoseconds() - begun_ > left_; }

 private:
  std::atomic<int64_t>& left_;
  int64_t begun_ = nanoseconds();
};

class OnigurumaExpression : public Expression {
 public:
  explicit OnigurumaExpression(const std::string& source) : source_(source) {
    static const int initialized = [] {
      OnigEncoding encodings[] = {ONIG_ENCODING_UTF8};
      return onig_initialize(encodings, 1);
    }();
    check(initialized == ONIG_NORMAL, "[expression] Oniguruma: ", message(initialized), ".");
    check(utf8::is_valid(source.begin(), source.end()), "[expression] the expression is not UTF-8.");
    OnigErrorInfo info{};
    const std::string all = with_all_signs(source);
    const OnigUChar* begin = bytes(all.data());
    const int code = onig_new(&compiled_, begin, begin + all.size(), ONIG_OPTION_NONE, ONIG_ENCODING_UTF8,
                              ONIG_SYNTAX_DEFAULT, &info);
    if (code != ONIG_NORMAL) throw Error("[expression] " + source_ + ": " + message(code, &info) + ".");
  }
  ~OnigurumaExpression() override { onig_free(compiled_); }
  OnigurumaExpression(const OnigurumaExpression&) = delete;
  OnigurumaExpression& operator=(const OnigurumaExpression&) = delete;

  std::vector<Match> matches(std::string_view text) const override {
    std::vector<Match> all;
    if (!utf8::is_valid(text.begin(), text.end())) return all;
    const Spending spending(left_, kForSearch + kForByte * static_cast<int64_t>(text.size()));
    if (spending.is_over()) too_long(text, 0);
    Search search;
    for (size_t at = 0; at <= text.size() && find(search, text, at);) {
      const Match match{static_cast<size_t>(search.found->beg[0]), static_cast<size_t>(search.found->end[0])};
      if (match.first == match.last && !all.empty() && all.back().last == match.first) {
        at += at < text.size() ? static_cast<size_t>(decode_utf8(text, at).length) : 1;
        continue;
      }
      all.push_back(match);
      at = match.last;
      if (spending.is_over()) too_long(text, at);
    }
    return all;
  }

 private:
  static const OnigUChar* end_of(std::string_view text) { return bytes(text.data() + text.size()); }

  bool find(Search& search, std::string_view text, size_t at) const {
    const OnigUChar *begin = bytes(text.data()), *end = end_of(text);
    const int code = onig_search_with_param(compiled_, begin, end, begin + at, end, search.found,
                                            ONIG_OPTION_NONE, search.limits);
    if (code >= 0) return true;
    if (code == ONIGERR_RETRY_LIMIT_IN_MATCH_OVER || code == ONIGERR_RETRY_LIMIT_IN_SEARCH_OVER ||
        code == ONIGERR_MATCH_STACK_LIMIT_OVER)
      too_long(text, at);
    check(code == ONIG_MISMATCH, "[expression] ", source_, ": ", message(code), ".");
    return false;
  }

  [[noreturn]] void too_long(std::string_view text, size_t at) const {
    throw Error("[expression] " + source_ + " takes too long from byte " + std::to_string(at) + " of " +
                std::to_string(text.size()) + " on: write it without repetitions inside repetitions.");
  }

  std::string source_;
  OnigRegex compiled_ = nullptr;
  mutable std::atomic<int64_t> left_{kOnce};  // nanoseconds of the processor
};

}  // namespace

std::shared_ptr<const Expression> compile_expression(const std::string& source) {
  return std::make_shared<OnigurumaExpression>(source);
}

}  // namespace heed

#else

namespace heed {

std::shared_ptr<const Expression> compile_expression(const std::string& source) {
  throw Error("[expression] " + source +
              ": this build of Heed has no regular expressions: install libonig-dev and build again.");
}

}  // namespace heed

#endif
