#include "engine/models/library_weights.h"

#include <algorithm>

#include "engine/format/quantise.h"

namespace heed {
namespace {

// Stored as int8 it is not widened, where each of our rows has a scale of its own.
Parameters::Weight read_weight(const WeightFiles& files, const StoredWeight& place, bool int8, bool floats) {
  if (floats) return place.ours(files.read(place.name));
  if (const auto stored = files.read_int8(place.name))
    if (const auto made = place.ours(*stored)) return {made->values, made->scale};
  Tensor values = place.ours(files.read(place.name));
  if (!int8 || !worth_quantising(values.shape(), values.dtype())) return values;
  const Quantised made = quantise(values, files.file(place.name) + ": " + place.name);
  return {made.values, made.scale};
}

// Several of ours may lie in one tensor: it is let go of after the last.
std::map<std::string, int> uses_of(const std::map<std::string, StoredWeight>& places,
                                   const Parameters& parameters) {
  std::map<std::string, int> uses;
  for (const Variable& parameter : parameters.all())
    if (const auto found = places.find(parameter.node().name); found != places.end())
      ++uses[found->second.name];
  return uses;
}

bool begins_with(const std::string& name, std::initializer_list<const char*> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](const char* part) { return name.rfind(part, 0) == 0; });
}

// Trained with the encoder, where its file has it: BERT's pooler, ModernBERT's prediction head. The rest of a
// head is for its own labels.
bool is_shared_by_heads(const std::string& name) {
  return begins_with(name, {"pooler.", "head."});
}

bool is_of_encoder(const std::string& name) {
  return begins_with(name, {"embeddings.", "encoder."}) || is_shared_by_heads(name);
}

// Who looks into the file looks for its own names and shapes. A buffer may be missing: it is zero then.
void check_there(const std::map<std::string, StoredWeight>& places, const LibraryLayout& layout,
                 const WeightFiles& files, const Network& network, const Variable& parameter,
                 const std::string& file) {
  const std::string& name = parameter.node().name;
  if (const auto found = places.find(name); found != places.end()) {
    const StoredWeight& place = found->second;
    const Shape wanted = place.theirs(parameter.shape());
    check(files.shape(place.name) == wanted, "[", files.file(place.name), "] ", place.name, " is ",
          files.shape(place.name), ": config.json asks for ", wanted, ".");
    return;
  }
  if (network.parameters().holds_buffer(name)) return;
  const StoredWeight place = library_place(layout.names, name, files.names());
  fail("[", file, "] the tensor ", place.name,
       " is missing: the model described by config.json needs it with shape ",
       place.theirs(parameter.shape()), ".");
}

}  // namespace

LoadedWeights load_library_weights(Network& network, const LibraryLayout& layout, const WeightFiles& files,
                                   const Device& device, bool int8, const std::string& file) {
  check_not_quantised(files, file);
  const auto places = find_weights(layout.names, files.names(), heads_of(network));
  const Parameters& parameters = network.parameters();
  for (const Variable& parameter : parameters.all())
    check_there(places, layout, files, network, parameter, file);
  LoadedWeights loaded{false, warnings_of_unused(network, layout, files, file)};
  auto uses = uses_of(places, parameters);
  network.parameters().load_packed({[&](const std::string& name) -> std::optional<Parameters::Weight> {
                                      const auto found = places.find(name);
                                      if (found == places.end()) return std::nullopt;
                                      Parameters::Weight weight = read_weight(files, found->second, int8,
                                                                              parameters.holds_floats(name));
                                      loaded.int8 |= weight.values.dtype() == DType::kInt8;
                                      return weight;
                                    },
                                    [&](const std::string& name) {
                                      const auto found = places.find(name);
                                      if (found == places.end()) return;
                                      const std::string& stored = found->second.name;
                                      if (--uses[stored] == 0) files.forget(stored);
                                    }},
                                   device, file);
  return loaded;
}

void load_for_training(Network& network, const LibraryLayout& layout, const WeightFiles& files, bool new_head,
                       uint64_t seed, const std::string& file) {
  check_not_quantised(files, file);
  const auto places = find_weights(layout.names, files.names(), heads_of(network));
  for (const Variable& parameter : network.parameters().all()) {
    const std::string& name = parameter.node().name;
    if (new_head && !is_of_encoder(name)) continue;
    const auto found = places.find(name);
    if (found == places.end() && new_head && is_shared_by_heads(name)) continue;
    if (found == places.end() && network.parameters().holds_buffer(name)) continue;
    check_there(places, layout, files, network, parameter, file);
    const Tensor values = found->second.ours(files.read(found->second.name));
    parameter.node().value = values.clone();
    parameter.node().packed = {};
  }
  network.parameters().draw_missing(seed);
}

std::map<std::string, Tensor> library_weights(const LibraryLayout& layout, Output output,
                                              const std::map<std::string, Tensor>& ours, int64_t heads) {
  return stored_weights(layout.names, ours, output == Output::kStates, heads);
}

int64_t heads_of(const Network& network) {
  const std::vector<AttentionPoint> maps = network.attention();
  return maps.empty() ? 1 : maps.front().heads;
}

std::map<std::string, Tensor> unused_weights(const Network& network, const LibraryLayout& layout,
                                             const WeightFiles& files) {
  std::map<std::string, Tensor> unused;
  for (const std::string& name : unused_names(network, layout, files))
    if (files.is_of_known_type(name)) unused[name] = files.stored(name);
  return unused;
}

}  // namespace heed
