// A model that writes: a text goes in, and token by token what may follow it.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/session/models/model.h"

namespace heed::session {

// How the next token is chosen.
struct WritingOptions {
  double temperature = 1;  // scores are divided by it; 0: always the likeliest token
  int64_t top_k = 0;       // only so many, the likeliest; 0: all
  double top_p = 1;        // of those, the fewest that are as likely together (Holtzman et al. 2020)
  uint64_t seed = 0;

  static const Fields<WritingOptions>& fields();
};

// UsageError for a value out of bounds: before a model is opened.
void check_options(const WritingOptions& options);

struct NextToken {
  std::string token;  // as the vocabulary has it
  int id = 0;
  double probability = 0;  // that the model gives it, whatever it is chosen by
  std::string text;        // what it reads as by itself; "" of one that stands for no text
};

// [{"token", "id", "probability", "text"}, …]
nlohmann::json to_json(const std::vector<NextToken>& tokens);

class Writer {
 public:
  // Reads `text`; of an empty one the token that begins a text. Error for a model that does not write, and
  // for a text that leaves no room. The model must outlive the writer.
  // `edits`: of what tokens look at, as engine/explain/edit.h writes them, made while they are read and
  // written.
  Writer(const Model& model, const std::string& text, const WritingOptions& options = {},
         const std::vector<std::string>& edits = {});
  Writer(Writer&&) noexcept;
  ~Writer();

  // Tokens that have been read, and those that it has written behind them.
  const std::vector<NextToken>& given() const;
  const std::vector<NextToken>& written() const;
  // Candidates for the next token, most likely first; equal ones by their ids.
  std::vector<NextToken> candidates(int64_t top) const;
  // The probabilities of these tokens as the next one.
  std::vector<double> probabilities(const std::vector<NextToken>& tokens) const;
  // Writes one more token, chosen as the options say, and reads it. None where nothing follows: the text has
  // ended, or the model takes no more tokens (`ended` says which).
  std::optional<NextToken> write();
  // Writes this one; Error for what is no id of the vocabulary, or where nothing follows.
  NextToken take(int id);
  // Takes the last `count` tokens that were written back.
  void take_back(int64_t count);
  // Why nothing follows: "end" (the model has ended the text), "full" (no more tokens fit), "" (more may
  // follow).
  std::string ended() const;

  // What has been written, as text. A character whose bytes are not all there yet is left out.
  std::string text() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// A text written on.
struct Written {
  std::string text;               // that was given
  std::string continuation;       // that was written
  std::vector<NextToken> given;   // of the first token nothing is known: its probability is 0
  std::vector<NextToken> tokens;  // that were written
  std::string ended;              // "end", "full", or "tokens": as many as were asked for
};
// {"text": text and continuation, "given", "tokens": strings, "ids", "probabilities", "ended"}
nlohmann::json to_json(const Written& written);

}  // namespace heed::session
