// The batches that the training benchmarks give to their programs: [[label, id, id, …], …] each.
#pragma once

#include <ctime>
#include <nlohmann/json.hpp>

#include "engine/nn/text_batch.h"

namespace heed::bench {

struct LabelledBatch {
  TextBatch text;
  Tensor labels;  // int32 [B]
};

inline LabelledBatch read_batch(const nlohmann::json& sentences) {
  std::vector<int32_t> ids, lengths, labels;
  for (const nlohmann::json& sentence : sentences) {
    labels.push_back(sentence[0].get<int32_t>());
    for (size_t i = 1; i < sentence.size(); ++i) ids.push_back(sentence[i].get<int32_t>());
    lengths.push_back(static_cast<int32_t>(sentence.size() - 1));
  }
  auto tensor = [](const std::vector<int32_t>& v) {
    return Tensor::of<int32_t>({static_cast<int64_t>(v.size())}, v);
  };
  TextBatch text;
  text.ids = tensor(ids);
  text.sentences = Spans::packed(lengths);
  return {text, tensor(labels)};
}

// The processor time of all threads.
inline double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace heed::bench
