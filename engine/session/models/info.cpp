#include "engine/session/models/info.h"

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/reading/vectors.h"

namespace heed::session {
namespace {

ModelInfo vectors_info(const std::string& folder) {
  const WordVectors vectors = WordVectors::open(folder, {});
  ModelInfo info;
  info.name = folder_name(folder);
  info.architecture = kWordVectors;
  info.parameters = vectors.size() * vectors.D();
  info.vocabulary = vectors.size();
  info.bytes = read_model_folder(folder).weight_bytes;
  return info;
}

}  // namespace

ModelInfo info_of(const std::string& folder) {
  const std::string file = folder + "/config.json";
  const nlohmann::json config = parse_json_object(read_file(file, kLongestText), file);
  if (value_or<std::string>(config, "architecture", "", file) == kWordVectors) return vectors_info(folder);
  return Model::open(folder).info();
}

}  // namespace heed::session
