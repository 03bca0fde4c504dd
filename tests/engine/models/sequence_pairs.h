// The transformer of seq2seq_transformer.safetensors, which PyTorch trained for a moment to turn texts round,
// and its three pairs.
#pragma once

#include "engine/models/sequence_transformer.h"
#include "tests/engine/tensor/oracle.h"

namespace heed::test {

inline constexpr int32_t kBegin = 1, kEnd = 2;

inline SequenceTransformerConfig tiny_pairs_config() {
  SequenceTransformerConfig c;
  c.V = 20, c.D = 16, c.positions = 12;
  c.encoder_layers = c.decoder_layers = 2;
  c.encoder_heads = c.decoder_heads = 4;
  c.encoder_feed_forward = c.decoder_feed_forward = 32;
  c.shared = false, c.interleaved = true, c.dropout = 0;
  return c;
}

// "encoder.0.self.q.weight" is our "encoder.0.attention.query.weight".
inline std::string our_name(std::string name) {
  const std::pair<const char*, const char*> all[] = {{".self.", ".attention."},
                                                     {".q.", ".query."},
                                                     {".k.", ".key."},
                                                     {".v.", ".value."},
                                                     {".o.", ".out."},
                                                     {".ff.", ".feed_forward."},
                                                     {".norm_self", ".attention_norm"},
                                                     {".norm_cross", ".cross_norm"},
                                                     {".norm_ff", ".feed_forward_norm"},
                                                     {"src_embed", "embeddings.source"},
                                                     {"tgt_embed", "embeddings.target"}};
  for (const auto& [theirs, ours] : all)
    if (const size_t at = name.find(theirs); at != std::string::npos)
      name.replace(at, std::string(theirs).size(), ours);
  return name;
}

inline std::unique_ptr<SequenceTransformer> tiny_pairs_network(const Oracle& oracle) {
  auto network = std::make_unique<SequenceTransformer>(tiny_pairs_config(), std::nullopt);
  std::map<std::string, Tensor> weights;
  for (const auto& [name, tensor] : oracle.tensors())
    if (name.rfind("pair", 0) != 0 && name.rfind("grad.", 0) != 0) weights[our_name(name)] = tensor;
  std::map<std::string, Tensor> ours;
  for (const auto& [name, value] : network->parameters().values())
    if (!network->parameters().holds_buffer(name)) ours[name] = weights.at(name);
  network->parameters().load(ours, "seq2seq_transformer");
  return network;
}

inline std::vector<int32_t> ids_of(const Oracle& oracle, const std::string& name) {
  return oracle.ids(name).values<int32_t>();
}

// Pairs of these numbers, one behind the other.
inline TextBatch pairs_batch(const Oracle& oracle, const std::vector<int>& pairs) {
  std::vector<int32_t> read, written, read_lengths, written_lengths;
  for (const int pair : pairs) {
    const std::string name = "pair" + std::to_string(pair);
    const std::vector<int32_t> source = ids_of(oracle, name + ".source"),
                               target = ids_of(oracle, name + ".target_in");
    read.insert(read.end(), source.begin(), source.end());
    written.insert(written.end(), target.begin(), target.end());
    read_lengths.push_back(static_cast<int32_t>(source.size()));
    written_lengths.push_back(static_cast<int32_t>(target.size()));
  }
  TextBatch batch;
  batch.ids = Tensor::of<int32_t>({static_cast<int64_t>(read.size())}, read);
  batch.sentences = Spans::packed(read_lengths);
  batch.target_ids = Tensor::of<int32_t>({static_cast<int64_t>(written.size())}, written);
  batch.targets = Spans::packed(written_lengths);
  return batch;
}

}  // namespace heed::test
