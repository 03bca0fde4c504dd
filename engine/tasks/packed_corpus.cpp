#include "engine/tasks/packed_corpus.h"

#include <filesystem>

#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/format/json.h"

namespace heed {
namespace fs = std::filesystem;
namespace {

constexpr int64_t kLongestDocument = 4096;  // tokens; a longer one becomes several, where a line ends
constexpr size_t kLinesAtOnce = 4096;
constexpr size_t kLongestStretch = 1000;  // bytes; tokenizers of others cut off what is longer than they like

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t\r\n") == std::string::npos;
}

// The tokens of a line alone, without those around a text.
std::vector<int32_t> ids_of(const TextToIds& text, std::string_view line) {
  std::vector<int32_t> ids;
  while (!line.empty()) {
    size_t size = line.size();
    if (size > kLongestStretch) {
      const size_t blank = line.find(' ', kLongestStretch / 2);
      if (blank != std::string_view::npos) size = blank + 1;
    }
    const EncodedText encoded = text.encode(line.substr(0, size));
    for (size_t n = 0; n < encoded.ids.size(); ++n)
      if (encoded.tokens[n].start != encoded.tokens[n].end) ids.push_back(encoded.ids[n]);
    line.remove_prefix(size);
  }
  return ids;
}

// Takes the lines of one file after the other.
class Packer {
 public:
  Packer(const TextToIds& text, const Packing& how)
      : text_(text), how_(how), ends_(TextEnds::of(text)), writer_(how.path, text.size()) {}

  void begin_file(const std::string& name) {
    packed_.held_out.push_back({fs::path(name).filename().string(), 0, 0});
    held_out_.emplace_back();
  }
  void add(const std::string& line) {
    lines_.push_back(line);
    if (lines_.size() == kLinesAtOnce) encode_lines();
  }
  void end_file() {
    encode_lines();
    end_document();
  }

  PackedCorpus finish() {
    packed_.ends = ends_;
    packed_.train = writer_.size();
    for (size_t f = 0; f < held_out_.size(); ++f) {
      packed_.held_out[f].first = writer_.size();
      packed_.held_out[f].count = static_cast<int64_t>(held_out_[f].size());
      writer_.add(held_out_[f]);
    }
    packed_.tokens = std::make_shared<const TokenFile>(writer_.finish());
    return std::move(packed_);
  }

 private:
  void encode_lines() {
    std::vector<std::vector<int32_t>> ids(lines_.size());
    parallel_for(how_.threads, static_cast<int64_t>(lines_.size()), 64, [&](int64_t first, int64_t last) {
      for (auto i = static_cast<size_t>(first); i < static_cast<size_t>(last); ++i)
        ids[i] = ids_of(text_, lines_[i]);
    });
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (is_blank(lines_[i]) || written_ >= kLongestDocument) end_document();
      if (!ids[i].empty()) write(ids[i]);
    }
    lines_.clear();
  }

  void write(const std::vector<int32_t>& ids) {
    if (!open_) begin_document();
    put(ids);
    written_ += static_cast<int64_t>(ids.size());
  }

  void begin_document() {
    open_ = true;
    const uint64_t chance = mix64(mix64(how_.seed) ^ static_cast<uint64_t>(packed_.documents++));
    held_ = static_cast<double>(chance >> 11) * 0x1p-53 < how_.held_out;
    if (ends_.begin) put({*ends_.begin});
  }
  void end_document() {
    if (open_ && ends_.end) put({*ends_.end});
    open_ = false;
    written_ = 0;
  }

  void put(const std::vector<int32_t>& ids) {
    if (held_)
      held_out_.back().insert(held_out_.back().end(), ids.begin(), ids.end());
    else
      writer_.add(ids);
  }

  const TextToIds& text_;
  const Packing& how_;
  TextEnds ends_;
  TokenFileWriter writer_;
  PackedCorpus packed_;
  std::vector<std::vector<int32_t>> held_out_;  // by file
  std::vector<std::string> lines_;
  bool open_ = false, held_ = false;  // a document is begun; it is held out
  int64_t written_ = 0;               // tokens of it
};

std::string description_of(const std::string& path) {
  return path + ".json";
}

void write_description(const PackedCorpus& packed, const std::string& path, const nlohmann::json& made_from) {
  nlohmann::json held_out = nlohmann::json::array();
  for (const PackedCorpus::HeldOut& part : packed.held_out)
    held_out.push_back({{"name", part.name}, {"first", part.first}, {"count", part.count}});
  const nlohmann::json json = {{"made_from", made_from},        {"tokens", packed.tokens->size()},
                               {"train", packed.train},         {"held_out", held_out},
                               {"documents", packed.documents}, {"fingerprint", packed.fingerprint}};
  write_file_atomically(description_of(path), dump_json(json, path, 2) + "\n");
}

// None where it was not made, or from something else.
std::optional<PackedCorpus> packed_before(const TextToIds& text, const std::string& path,
                                          const nlohmann::json& made_from) {
  std::error_code ignored;
  if (path.empty() || !fs::exists(path, ignored) || !fs::exists(description_of(path), ignored))
    return std::nullopt;
  const std::string file = description_of(path);
  const nlohmann::json json = parse_json_object(read_file(file, kLongestText), file);
  const TokenFile tokens(MappedFile::open(path), text.size(), path);
  if (json.value("made_from", nlohmann::json()) != made_from ||
      require<int64_t>(json, "tokens", file) != tokens.size())
    return std::nullopt;
  PackedCorpus packed;
  packed.tokens = std::make_shared<const TokenFile>(tokens);
  packed.ends = TextEnds::of(text);
  packed.train = require<int64_t>(json, "train", file);
  for (const nlohmann::json& part : json.at("held_out"))
    packed.held_out.push_back({require<std::string>(part, "name", file),
                               require<int64_t>(part, "first", file), require<int64_t>(part, "count", file)});
  packed.documents = require<int64_t>(json, "documents", file);
  packed.fingerprint = require<uint64_t>(json, "fingerprint", file);
  return packed;
}

}  // namespace

TextEnds TextEnds::of(const TextToIds& text) {
  const std::vector<int32_t> around = text.encode("").ids;
  check(around.size() <= 2, "[tokens] the tokenizer puts ", around.size(),
        " tokens around a text: expected one before and one behind it.");
  TextEnds ends;
  if (around.size() == 2) ends.begin = around.front();
  if (!around.empty()) ends.end = around.back();
  return ends;
}

std::vector<std::vector<int32_t>> PackedCorpus::row(int64_t first, int64_t count) const {
  std::vector<std::vector<int32_t>> texts(1);
  for (int32_t id : tokens->read(first, count)) {
    if (ends.begin && texts.back().empty() && id != *ends.begin) texts.back().push_back(*ends.begin);
    texts.back().push_back(id);
    if (ends.end && id == *ends.end) texts.emplace_back();
  }
  if (!texts.back().empty() && ends.end) texts.back().push_back(*ends.end);
  const auto around = static_cast<size_t>(ends.count());
  std::erase_if(texts, [&](const std::vector<int32_t>& text) { return text.size() <= around; });
  return texts;
}

PackedCorpus pack_corpus(const std::vector<std::string>& files, const TextToIds& text, const Packing& how,
                         const nlohmann::json& made_from) {
  if (auto before = packed_before(text, how.path, made_from)) return std::move(*before);
  Packer packer(text, how);
  uint64_t fingerprint = 0;
  for (const std::string& file : files) {
    packer.begin_file(file);
    const CorpusLines read = read_lines(
        {file}, [&](const std::string& line) { packer.add(line); }, how.progress);
    packer.end_file();
    fingerprint = mix64(fingerprint ^ read.fingerprint);
  }
  PackedCorpus packed = packer.finish();
  packed.fingerprint = fingerprint;
  check(packed.tokens->size() > 0, "[", files.front(), "] holds no words: expected text to learn from.");
  if (!how.path.empty()) write_description(packed, how.path, made_from);
  return packed;
}

nlohmann::json marks_of(const std::vector<std::string>& files) {
  nlohmann::json marks = nlohmann::json::array();
  std::error_code ignored;
  for (const std::string& file : files)
    marks.push_back(
        {file, fs::file_size(file, ignored), fs::last_write_time(file, ignored).time_since_epoch().count()});
  return marks;
}

void remove_packed(const std::string& path) {
  std::error_code ignored;
  for (const std::string& file : {path, description_of(path)}) fs::remove(file, ignored);
}

}  // namespace heed
