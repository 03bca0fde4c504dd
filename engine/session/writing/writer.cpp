#include "engine/session/writing/writer.h"

#include <algorithm>

#include "engine/session/writing/candidates.h"
#include "engine/session/writing/inside/causal.h"

namespace heed::session {
namespace {

constexpr int64_t kScoredAtOnce = 128;  // tokens: each has as many scores as there are pieces

// The token that begins a text; where there is none the one that ends the text before.
int beginning_of(const TextNetwork& parts, const std::string& name) {
  const WritingRules& rules = parts.writing;
  check(rules.begins || !rules.ends.empty(), "[", name,
        "] the text is empty, and the model has no token to begin one with: give it a word.");
  return rules.begins ? *rules.begins : rules.ends.front();
}

// `bytes` without what its end has of a character that is cut: U+FFFD stands for it.
std::string whole_characters(std::string text) {
  const std::string cut = "\xef\xbf\xbd";
  while (text.size() >= cut.size() && text.compare(text.size() - cut.size(), cut.size(), cut) == 0)
    text.erase(text.size() - cut.size());
  return text;
}

// What each row of scores [T, V] gave the token that came.
void add_likelihoods(const Context& ctx, const Tensor& scores, const std::vector<int32_t>& came,
                     std::vector<double>& all) {
  const Tensor p = ctx.make({scores.size(0)}, scores.dtype());
  ctx.kernels().softmax.likelihood(*ctx.device, scores, ctx.upload(Tensor::list(came)), p);
  for (const float each : ctx.host(p).values<float>()) all.push_back(static_cast<double>(each));
}

}  // namespace

struct Writer::Impl {
  Impl(const ModelImpl& from, const WritingOptions& chosen, const std::vector<std::string>& edited)
      : model(from), options(chosen), random(chosen.seed), edits(edits_of(causal_of(from), edited)) {}

  const ModelImpl& model;
  WritingOptions options;
  Random random;
  explain::MapEdits edits;
  nn::Past past;
  std::vector<int32_t> ids;    // that have been read
  std::vector<double> scores;  // of what comes next
  std::vector<float> likely;   // that it is each
  std::vector<NextToken> given, written;

  const TextNetwork& parts() const { return model.parts(); }
  const CausalNetwork& network() const { return causal_of(model); }
  const PieceEncoder& pieces() const {  // all that write read pieces
    return dynamic_cast<const PieceEncoder&>(*parts().text);
  }
  NextToken token(int id, double probability) const { return next_token(model, id, probability); }
  // Goes on with these; `before` gets of each of them but the first what was said of it.
  void read(const std::vector<int32_t>& more, std::vector<double>* before = nullptr);
};

void Writer::Impl::read(const std::vector<int32_t>& more, std::vector<double>* before) {
  const auto T = static_cast<int64_t>(more.size());
  for (const int32_t id : more)
    check(id >= 0 && id < network().vocabulary(), "[", model.name(), "] the piece \"",
          parts().text->token_of(id), "\" has the id ", id, ": config.json says that there are ",
          network().vocabulary(), ".");
  Context ctx = model.context();
  Trace trace;
  edits.add_to(trace, static_cast<int64_t>(ids.size()), T);
  if (!edits.empty()) ctx.trace = &trace;
  const Variable states = network().states(ctx, one_text(more), &past);
  ctx.trace = nullptr;
  ids.insert(ids.end(), more.begin(), more.end());
  for (int64_t t = before ? 0 : T - 1; t < T; t += kScoredAtOnce) {
    const int64_t count = std::min(kScoredAtOnce, T - t);
    const Tensor rows = network().scores(ctx, Variable(states.value().rows(t, count))).value();
    if (const int64_t known = std::min(count, T - t - 1); before && known > 0)
      add_likelihoods(ctx, rows.rows(0, known), {&more[t + 1], &more[t + 1] + known}, *before);
    const Tensor end = rows.rows(count - 1, 1);
    const std::vector<float> last = ctx.host(end).values<float>();
    scores.assign(last.begin(), last.end());
    ctx.kernels().softmax.softmax(*ctx.device, end, end);
    likely = ctx.host(end).values<float>();
  }
}

Writer::Writer(const Model& model, const std::string& text, const WritingOptions& options,
               const std::vector<std::string>& edits)
    : impl_(std::make_unique<Impl>(*model.impl_, options, edits)) {
  Impl& my = *impl_;
  my.past.resize(my.network().layers());
  my.parts().writing.check_done(my.model.name());
  std::vector<int32_t> ids = whole_text(my.model, text);
  if (ids.empty()) ids.push_back(beginning_of(my.parts(), my.model.name()));
  const auto count = static_cast<int64_t>(ids.size());
  check(count < my.parts().max_tokens, "[", my.model.name(), "] the text has ", count,
        " tokens, and the model takes ", my.parts().max_tokens,
        ": shorten it to leave room for what follows.");
  std::vector<double> known{0};
  my.read(ids, &known);
  for (size_t n = 0; n < ids.size(); ++n) my.given.push_back(my.token(ids[n], known[n]));
}

Writer::Writer(Writer&&) noexcept = default;
Writer::~Writer() = default;

const std::vector<NextToken>& Writer::given() const {
  return impl_->given;
}
const std::vector<NextToken>& Writer::written() const {
  return impl_->written;
}

std::string Writer::ended() const {
  const Impl& my = *impl_;
  if (!my.written.empty() && my.parts().writing.is_end(my.written.back().id)) return "end";
  return static_cast<int64_t>(my.ids.size()) >= my.parts().max_tokens ? "full" : "";
}

std::vector<double> Writer::probabilities(const std::vector<NextToken>& tokens) const {
  std::vector<double> found;
  found.reserve(tokens.size());
  for (const NextToken& token : tokens) found.push_back(impl_->likely.at(static_cast<size_t>(token.id)));
  return found;
}

std::vector<NextToken> Writer::candidates(int64_t top) const {
  const Impl& my = *impl_;
  std::vector<NextToken> all;
  for (const int id : largest(my.scores, top))
    all.push_back(my.token(id, my.likely[static_cast<size_t>(id)]));
  return all;
}

NextToken Writer::take(int id) {
  Impl& my = *impl_;
  check(ended().empty(), "[", my.model.name(),
        "] nothing follows: ", ended() == "end" ? "the text has ended." : "the model takes no more tokens.");
  check(id >= 0 && static_cast<size_t>(id) < my.scores.size(), "[", my.model.name(), "] ", id,
        " is no id: expected 0 to ", my.scores.size() - 1, ".");
  NextToken token = my.token(id, my.likely[static_cast<size_t>(id)]);
  my.written.push_back(token);
  if (ended() == "end")
    my.ids.push_back(id);  // nothing is asked of it any more
  else
    my.read({id});
  return token;
}

std::optional<NextToken> Writer::write() {
  if (!ended().empty()) return std::nullopt;
  Impl& my = *impl_;
  std::vector<double> scores = my.scores;
  my.parts().writing.apply(scores, my.ids, my.given.size());
  return take(choose(scores, my.options, my.random));
}

void Writer::take_back(int64_t count) {
  Impl& my = *impl_;
  check(count >= 0 && count <= static_cast<int64_t>(my.written.size()), "[", my.model.name(), "] ", count,
        " tokens cannot be taken back: ", my.written.size(), " were written.");
  if (count == 0) return;
  my.written.resize(my.written.size() - static_cast<size_t>(count));
  my.ids.resize(my.ids.size() - static_cast<size_t>(count));
  // The last one that stays is read once more: that is what there are scores of.
  const int32_t last = my.ids.back();
  my.ids.pop_back();
  for (nn::KeyValues& layer : my.past) layer.cut(static_cast<int64_t>(my.ids.size()));
  my.read({last});
}

std::string Writer::text() const {
  const Impl& my = *impl_;
  const PieceEncoder& pieces = my.pieces();
  const std::vector<int> all(my.ids.begin(), my.ids.end());
  const std::vector<int> before(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(my.given.size()));
  const std::string whole = pieces.text_of(all);
  return whole_characters(whole.substr(std::min(pieces.text_of(before).size(), whole.size())));
}

}  // namespace heed::session
