#include "engine/session/reading/vectors.h"

#include <optional>

#include "engine/base/error.h"
#include "engine/session/door/commands.h"
#include "engine/session/reading/attend.h"
#include "engine/session/reading/learned.h"

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

// {"tensor": its number, "shape": […]}
json placed(Reply& reply, std::vector<float> values, std::initializer_list<int64_t> shape) {
  return {{"tensor", reply.keep(std::move(values))}, {"shape", shape}};
}

json learned_by(Reply& reply, int64_t D, const AttendOptions& options, const WordVectors* vectors = nullptr) {
  json all = json::object();
  for (Learned& matrix : learned(D, options, vectors))
    all[matrix.name] = placed(reply, std::move(matrix.values), {matrix.rows, matrix.columns});
  return all;
}

// Tensors in place of the lists of to_json(Attended).
json written(Reply& reply, Attended found) {
  json answer = to_json(found, true, false);
  for (size_t i = 0; i < found.matrices.size(); ++i) {
    NamedMatrix& m = found.matrices[i];
    answer["matrices"][i]["values"] = placed(reply, std::move(m.values), {m.H, m.R, m.C});
  }
  answer["scores"] = placed(reply, std::move(found.scores), {found.H, found.T, found.S});
  answer["weights"] = placed(reply, std::move(found.weights), {found.H, found.T, found.S});
  answer["output"] = placed(reply, std::move(found.output), {found.T, found.output_width});
  return answer;
}

json of_tensors(Reply& reply, const json& random, const AttendOptions& options) {
  AttendTensors tensors = random_tensors(random.at("seed"), random.at("T"), random.at("D"));
  json answer = written(reply, attend(tensors, options));
  answer["value"] = placed(reply, std::move(tensors.value), {tensors.S, tensors.Dv});
  answer["learned"] = learned_by(reply, tensors.D, options);
  return answer;
}

json of_texts(Reply& reply, const WordVectors& vectors, const json& given, const AttendOptions& options) {
  json answer = written(reply, attend(vectors, given.at("query"), given.at("key"), options));
  answer["learned"] = learned_by(reply, vectors.D(), options, &vectors);
  return answer;
}

Reply attend_all(Door& door, const json& given, Files&) {
  const std::optional<WordVectors>& vectors = door.part<OpenVectors>().vectors;
  Reply reply = json::array();
  for (const json& job : given.at("jobs")) {
    // A mechanism that cannot do it is an answer too: the others have theirs.
    try {
      const AttendOptions options = read_attend_options(job);
      if (given.contains("random")) {
        reply.value().push_back(of_tensors(reply, given["random"], options));
        continue;
      }
      check(vectors.has_value(), "[lab] no vectors are open: open some first.");
      reply.value().push_back(of_texts(reply, *vectors, given, options));
    } catch (const std::exception& error) {
      reply.value().push_back({{"error", error.what()}});
    }
  }
  return reply;
}

}  // namespace

const Command kOpenVectors{"open-vectors", open_vectors};
const Command kRandomVectors{"random-vectors", random_vectors};
const Command kBeginVectors{"begin-vectors", begin_vectors};
const Command kEndVectors{"end-vectors", end_vectors};
const Command kCancelVectors{"cancel-vectors", cancel_vectors};
const Command kAttend{"attend", attend_all};

}  // namespace heed::session
