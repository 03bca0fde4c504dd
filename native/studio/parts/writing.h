// What a model that writes finds in the explorer's sentence: what may come next, how surprising each token
// was, what each layer would say, what speaks for the likeliest; and the sentence written on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/session/writing/direct_logits.h"
#include "engine/session/writing/lens.h"
#include "engine/session/writing/writer.h"
#include "native/studio/parts/explorer.h"

namespace heed::studio {

class Writing {
 public:
  // Jobs are those that analyse: one model is asked one thing at a time.
  Writing(Jobs& jobs, Explorer& explorer) : jobs_(jobs), explorer_(explorer) {}

  // Asks for what is to be seen and not there yet; called while it is looked at.
  void follow();

  struct Found {
    std::vector<session::NextToken> given;  // of the first one nothing is known: its probability is 0
    std::vector<session::NextToken> next;   // the likeliest first
    std::vector<session::LensLayer> lens;   // of the last token; empty where the model has none
    // What parts the likeliest token from the second, the largest first; empty likewise.
    std::vector<session::DirectPart> parts;
  };
  const Found& found() const { return found_; }  // of the sentence, or of the one before it
  const std::string& problem() const { return problem_; }

  session::WritingOptions options{0, 0, 1, 0};  // the likeliest token, unless one asks for others
  int64_t tokens = 20;                          // that are written at once
  void write(const session::NextToken& next);   // behind the sentence
  void write_on();                              // token by token
  void stop() { stopped_ = true; }
  bool going() const { return going_; }
  int64_t written() const { return written_; }         // by the last write_on()
  double rate() const;                                 // tokens a second
  const std::string& ended() const { return ended_; }  // why it wrote no more, as session::Writer has it

 private:
  struct Question {
    std::shared_ptr<const session::Model> model;
    std::string sentence;
    bool operator==(const Question&) const = default;
  };
  static Found find(const Question& asked);
  struct Going;  // a text that is written on
  void write_one(const std::shared_ptr<Going>& text);

  Jobs& jobs_;
  Explorer& explorer_;
  Question asked_;
  Found found_;
  std::string problem_, ended_;
  bool going_ = false, stopped_ = false;
  int64_t written_ = 0;
  double seconds_ = 0;  // of writing alone
};

}  // namespace heed::studio
