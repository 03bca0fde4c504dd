// A text cut by two tokenizers side by side. They are opened and asked in the background; while a newer cut
// is on its way the last one stays.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/reading/tokenize.h"
#include "native/studio/parts/jobs.h"

namespace heed::studio {

struct TokenizerSide {
  std::string path;  // what is typed: a model folder, a tokenizer.json, a vocab.txt, or a name of Heed's own
  std::string opened, problem;
  std::shared_ptr<const session::OpenTokenizer> tokenizer;
  std::optional<session::TokenizeSteps> steps;
  std::optional<std::string> asked;  // the text that it was last asked about
};

class Tokenizers {
 public:
  explicit Tokenizers(Jobs& jobs) : jobs_(jobs) {}

  // The first time that they are looked at: what is opened ("": nothing), and the folders that are offered.
  void begin(const std::array<std::string, 2>& sources, std::vector<std::string> offered,
             const std::string& first_text);
  bool begun() const { return begun_; }
  void open(size_t side, const std::string& path);
  void follow();  // asks for what is to be seen and not there yet; called while it is looked at

  std::array<TokenizerSide, 2> sides;
  std::vector<std::string> known;  // folders with tokenizers that are offered
  std::string text;
  // The bytes of the text that are pointed at; empty: none.
  struct Bytes {
    int64_t start = 0, end = 0;
    bool meet(int64_t from, int64_t to) const { return from < end && start < to; }
  };
  Bytes pointed_at;

 private:
  Jobs& jobs_;
  bool begun_ = false;
};

}  // namespace heed::studio
