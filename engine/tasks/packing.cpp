#include "engine/tasks/packing.h"

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
      if (blank != std::string_view::npos) size = blank;
    }
    const EncodedText encoded = text.encode(line.substr(0, size));
    for (size_t n = 0; n < encoded.ids.size(); ++n)
      if (encoded.tokens[n].start != encoded.tokens[n].end) ids.push_back(encoded.ids[n]);
    line.remove_prefix(size);
  }
  return ids;
}

StreamForm form_of(const TextToIds& text, const Packing& how) {
  return how.form ? *how.form : StreamForm{TextEnds::of(text), false};
}

// Takes the lines of one file after the other.
class Packer {
 public:
  Packer(const TextToIds& text, const Packing& how)
      : text_(text),
        how_(how),
        form_(form_of(text, how)),
        line_break_(form_.flows ? "\n" : ""),
        writer_(how.path, text.size()) {}

  void begin_file(const std::string& name) {
    packed_.held_out.push_back({fs::path(name).filename().string(), 0, 0});
    held_out_.emplace_back();
  }
  void add(const std::string& line) {
    lines_.push_back(line + line_break_);
    if (lines_.size() == kLinesAtOnce) encode_lines();
  }
  void end_file() {
    encode_lines();
    end_document();
  }

  PackedCorpus finish() {
    packed_.ends = form_.ends;
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
        if (!is_blank(lines_[i])) ids[i] = ids_of(text_, lines_[i]);
    });
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (is_blank(lines_[i])) end_document();
      if (written_ >= kLongestDocument) cut_document();
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
    if (form_.ends.begin) put({*form_.ends.begin});
  }
  void end_document() {
    if (open_ && form_.ends.end) put({*form_.ends.end});
    open_ = false;
    written_ = 0;
  }
  void cut_document() {
    if (!form_.flows) return end_document();
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
  StreamForm form_;
  std::string line_break_;
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

// None where it was not made, or from something else.
std::optional<PackedCorpus> packed_before(const TextToIds& text, const Packing& how,
                                          const nlohmann::json& made_from) {
  const std::string& path = how.path;
  std::error_code ignored;
  if (path.empty() || !fs::exists(path, ignored) || !fs::exists(description_of(path), ignored))
    return std::nullopt;
  const std::string file = description_of(path);
  const nlohmann::json json = parse_json_object(read_file(file, kLongestText), file);
  const auto tokens = std::make_shared<const TokenFile>(MappedFile::open(path), text.size(), path);
  if (json.value("made_from", nlohmann::json()) != made_from ||
      require<int64_t>(json, "tokens", file) != tokens->size())
    return std::nullopt;
  PackedCorpus packed = read_packed(json, tokens, file);
  packed.ends = form_of(text, how).ends;
  return packed;
}

}  // namespace

PackedCorpus pack_corpus(const std::vector<std::string>& files, const TextToIds& text, const Packing& how,
                         const nlohmann::json& made_from) {
  if (auto before = packed_before(text, how, made_from)) return std::move(*before);
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
  if (how.path.empty()) return packed;
  nlohmann::json description = describe_packed(packed);
  description["made_from"] = made_from;
  write_file_atomically(description_of(how.path), dump_json(description, how.path, 2) + "\n");
  return packed;
}

PackedCorpus pack_corpus(const Recipe& recipe, const std::vector<std::string>& files, const TextToIds& text,
                         Packing how) {
  how.held_out = split_fractions(recipe).validation;
  how.seed = require<uint64_t>(recipe.json, "split_seed", recipe.name);
  nlohmann::json made_from = {{"files", marks_of(files)},
                              {"pieces", fingerprint_of_pieces(text)},
                              {"held_out", how.held_out},
                              {"split_seed", how.seed}};
  if (how.form && how.form->flows) made_from["flows"] = true;
  return pack_corpus(files, text, how, made_from);
}

uint64_t fingerprint_of_pieces(const TextToIds& text) {
  uint64_t hash = 0;
  for (int64_t id = 0; id < text.size(); ++id)
    for (char byte : text.token_of(id)) hash = mix64(hash ^ static_cast<unsigned char>(byte));
  return hash;
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
