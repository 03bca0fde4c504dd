#include "engine/session/reading/vectors.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "engine/base/error.h"
#include "engine/session/door/commands.h"
#include "engine/session/reading/attend.h"

namespace heed::session {

using nlohmann::json;

namespace {

// A text file of vectors comes through a buffer: only rows that are looked for stay.
class OpenVectors : public Inflow {
 public:
  std::optional<WordVectors> vectors;
  std::optional<GloveReader> reader;

  char* room() override {
    buffer_.resize(kBuffer);
    return buffer_.data();
  }
  size_t room_size() override { return reader ? kBuffer : 0; }
  void wrote(size_t count) override {
    check(reader.has_value(), "[lab] no file is being read.");
    reader->feed({buffer_.data(), count});
  }

 private:
  static constexpr size_t kBuffer = 1 << 20;
  std::vector<char> buffer_;
};

// {"width": 50, "words": 10000, "trained": ["additive", …], "warnings": []}; `words` is null where every word
// has a vector.
json put_in_place(Door& door, WordVectors vectors, bool all_words = false) {
  const json words = all_words ? json() : json(vectors.size());
  json answer = {{"width", vectors.D()}, {"words", words}, {"warnings", vectors.warnings()}};
  if (!vectors.trained().empty()) answer["trained"] = vectors.trained_mechanisms();
  door.part<OpenVectors>().vectors = std::move(vectors);
  return answer;
}

Reply open_vectors(Door& door, const json& given, Files& files) {
  const json& names = given.at("files");
  std::map<std::string, std::string> named;
  for (size_t i = 0; i < files.size(); ++i) named.emplace(names.at(i), std::move(files[i]));
  return put_in_place(door, WordVectors::from_files(given.at("name"), named));
}

Reply random_vectors(Door& door, const json& given, Files&) {
  return put_in_place(door, WordVectors::random(given.at("width"), given.at("seed")), true);
}

Reply begin_vectors(Door& door, const json& given, Files&) {
  std::vector<std::string> words;
  for (const std::string text : given.at("texts"))
    for (std::string& word : words_of(text)) words.push_back(std::move(word));
  OpenVectors& open = door.part<OpenVectors>();
  open.reader.emplace(given.at("name").get<std::string>(), words);
  door.inflow = &open;
  return json::object();
}

Reply end_vectors(Door& door, const json&, Files&) {
  OpenVectors& open = door.part<OpenVectors>();
  check(open.reader.has_value(), "[lab] no file is being read.");
  GloveReader reader = std::move(*open.reader);
  open.reader.reset();
  door.inflow = nullptr;
  return put_in_place(door, reader.finish());
}

Reply cancel_vectors(Door& door, const json&, Files&) {
  door.part<OpenVectors>().reader.reset();
  door.inflow = nullptr;
  return json::object();
}

bool same_bits(std::span<const float> a, std::span<const float> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

// {"tensor": its number, "shape": […]}. Equal floats are sent once: the vectors of the words are those of all
// mechanisms, and a step's numbers stand in more than one place.
json placed(Reply& reply, std::vector<float> values, std::initializer_list<int64_t> shape) {
  const auto& all = reply.tensors();
  const auto same = std::find_if(all.begin(), all.end(),
                                 [&](std::span<const float> one) { return same_bits(one, values); });
  json place = json::object();
  place["tensor"] =
      same != all.end() ? static_cast<size_t>(same - all.begin()) : reply.keep(std::move(values));
  place["shape"] = shape;
  return place;
}

std::vector<float> floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

json written(Reply& reply, Attended& found) {
  json answer = facts_to_json(found);
  json& steps = answer["matrices"] = steps_to_json(found);
  for (size_t i = 0; i < found.matrices.size(); ++i) {
    NamedMatrix& m = found.matrices[i];
    steps[i]["values"] = placed(reply, std::move(m.values), {m.H, m.R, m.C});
  }
  answer["scores"] = placed(reply, std::move(found.scores), {found.H, found.T, found.S});
  answer["weights"] = placed(reply, std::move(found.weights), {found.H, found.T, found.S});
  answer["output"] = placed(reply, std::move(found.output), {found.T, found.output_width});
  answer["entropy"] = placed(reply, floats(found.entropy), {found.H, found.T});
  if (!found.distance.empty()) answer["distance"] = placed(reply, floats(found.distance), {found.T});
  answer["warnings"] = found.warnings;
  json& learned = answer["learned"] = json::object();
  for (Learned& one : found.learned)
    learned[one.name] = placed(reply, std::move(one.values), {one.rows, one.columns});
  return answer;
}

// The answers to several jobs about one input. Tokens are said once: they take most of the words there are.
class Answers {
 public:
  explicit Answers(const std::optional<WordVectors>& vectors) : vectors_(vectors) {}

  void add(const json& given, const json& job) {
    const AttendOptions options = read_attend_options(job);
    if (given.contains("random")) return add_random(given["random"], options);
    check(vectors_.has_value(), "[lab] no vectors are open: open some first.");
    add(attend(*vectors_, given.at("query"), given.at("key"), options));
  }
  void add_failure(const char* why) { reply.value().push_back({{"error", why}}); }

  Reply reply = json::array();

 private:
  json& add(Attended found) {
    json& answer = reply.value().emplace_back(written(reply, found));
    if (found.query_tokens != query_ || found.key_tokens != key_) answer["tokens"] = places_to_json(found);
    query_ = std::move(found.query_tokens);
    key_ = std::move(found.key_tokens);
    return answer;
  }

  void add_random(const json& random, const AttendOptions& options) {
    AttendTensors tensors = random_tensors(random.at("seed"), random.at("T"), random.at("D"));
    json& answer = add(attend(tensors, options));
    answer["value"] = placed(reply, std::move(tensors.value), {tensors.S, tensors.Dv});
  }

  const std::optional<WordVectors>& vectors_;
  std::vector<AttendToken> query_, key_;  // of the answer before
};

Reply attend_all(Door& door, const json& given, Files&) {
  Answers answers(door.part<OpenVectors>().vectors);
  for (const json& job : given.at("jobs")) {
    // A mechanism that cannot do it is an answer too: the others have theirs.
    try {
      answers.add(given, job);
    } catch (const std::exception& error) {
      answers.add_failure(error.what());
    }
  }
  return std::move(answers.reply);
}

}  // namespace

const Command kOpenVectors{"open-vectors", open_vectors};
const Command kRandomVectors{"random-vectors", random_vectors};
const Command kBeginVectors{"begin-vectors", begin_vectors};
const Command kEndVectors{"end-vectors", end_vectors};
const Command kCancelVectors{"cancel-vectors", cancel_vectors};
const Command kAttend{"attend", attend_all};

}  // namespace heed::session
