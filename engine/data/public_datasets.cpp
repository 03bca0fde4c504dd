#include <algorithm>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/names.h"
#include "engine/data/fetch.h"

namespace heed {
namespace {

// The two files of Troiano et al., ACL 2019, are published in one archive.
PublicFile in_stuttgart(const char* name) {
  PublicFile file{name};
  file.member = std::string("deISEARenISEAR/") + name;
  file.archive = "https://www.ims.uni-stuttgart.de/documents/ressourcen/korpora/emotions/deISEARenISEAR.zip";
  return file;
}

// Test parts of which nobody told us the hash.
PublicFile test_part(const char* name) {
  PublicFile file{name};
  file.optional = true;
  return file;
}

// The published training set, or a part of it gathered from other projects' samples.
PublicFile news_for_training() {
  PublicFile file{"train.csv", 29470338, "76a0a2d2f92b286371fe4d4044640910a04a803fdd2538e0f3f29a5c6f6b672e"};
  file.stand_ins = {
      {"train_subset.csv.gz", 5517296, "d3a232ee356bd52e31209e67fefd4d0fb735073be447fd51e842135c4690f3bd"}};
  return file;
}

}  // namespace

// Where the address names a branch, the hashes hold whatever the branch goes on to.
const std::vector<PublicDataset>& public_datasets() {
  static const std::vector<PublicDataset> kTable = {
      {"enron-intent",
       "https://raw.githubusercontent.com/Charlie9/enron_intent_dataset_verified/master/",
       "MIT",
       {{"intent_pos", 99563, "89aa7e540e3c0dd858ffc1697dd656b0ab0fb11d0fee0d808ecf6730096daf45"},
        {"intent_neg", 239112, "12918292940900c6b8b802dcb32062ee5d83242750c0dad6f8231de6bf87aacb"},
        {"LICENSE", 1057, "afb11426e09da40a1ae4f8fa17ddcc6b6a52d14df04c29bc5bcd06eb8730624d"},
        {"README.md", 3150, "224fc7ac65fa9f542f32ec74e757b188ec2a7e09ff57efdd23b69a48f623358a"}}},
      {"ag-news",
       "https://raw.githubusercontent.com/mhjabreel/CharCnn_Keras/555590db4219b1243abb1918effd6a7425a2d75f/"
       "data/"
       "ag_news_csv/",
       "for research and any other non-commercial activity (readme.txt)",
       {{"test.csv", 1857427, "521465c2428ed7f02f8d6db6ffdd4b5447c1c701962353eb2c40d548c3c85699"},
        {"classes.txt", 31, "612dbfa932f07a6ed837295a7d5746ce7412e7bb4bc32ba919fdb3cda3a1b9b5"},
        {"readme.txt", 1795, "779c2e6bbf93dd810d9c7b318006daef7a4bfc34062002461d251dc10fb9f58c"},
        news_for_training()}},
      {"sst2",
       "https://raw.githubusercontent.com/awake020/pytorch_Bert_sst2/HEAD/SST-2/",
       "none stated; Stanford Sentiment Treebank, for research",
       {{"train.tsv", 3806081, "e981ceb4fe6c9acd1c79851d0d091b9e78103f1f2a399ca83dda27915d41c56c"},
        {"dev.tsv", 94414, "84207e6be5873fb18db798cc6faec86871f5a426554650ff64a1c34e87665f6f"},
        test_part("test.tsv")}},
      {"goemotions",
       "https://raw.githubusercontent.com/monologg/GoEmotions-pytorch/HEAD/data/",
       "CC BY 4.0",
       {{"ekman/train.tsv", 3480448, "bb74d10aec0975674c665205741ba9fe644cd70f682214624997f3770fd9e53f"},
        {"ekman/dev.tsv", 434234, "011e6579adc4d9bb2ffd908879b99e1594e7647b262cbb2e1c5c9c1c4d7d8bcc"},
        {"ekman/labels.txt", 47, "5ecd91c315ebf550ac798f06549e35a6ee1fb90866608fd640c24d520dc6aa0c"},
        test_part("ekman/test.tsv"),
        {"original/train.tsv", 3519053, "1c254a142be5c00e80d819b9ae1bbd36d94b2eeb8f4b1271846508d57e57d9c5"},
        {"original/dev.tsv", 439059, "575489c079c9de1097062a01738f998590d6b7ead66dd1c9fd1d2ba01fd8bc62"},
        {"original/labels.txt", 248, "45c3ef86782d2a4d7fedcd6d8c111aa0d0e94720689bd164fac94fefb4495a89"},
        test_part("original/test.tsv")}},
      {"dair-emotion",
       "https://raw.githubusercontent.com/niuzaisheng/AttExplainer/HEAD/data/emotion/",
       "for educational and research purposes only",
       {{"train.txt", 1658632, "29d6a6986e391f1882d17089d53bedff82443e1e6bb6ab2427c0aafd5e261910"},
        {"val.txt", 204256, "54ca705d677f12b1273bf012ec47d2fdfcf974995d7ab71c4af0965f092e69d3"},
        test_part("test.txt")}},
      {"isear",
       "https://raw.githubusercontent.com/sinmaniphel/py_isear_dataset/"
       "948f4cf80161ea28e6dc5bfb4ad729f21ff47723/",
       "CC BY-NC-SA 3.0",
       {{"isear.csv", 1670985, "370110fff70a1e1d9e23b10cf6db1f64876120fa02276afe5916fbfeb038cdca"}}},
      {"enisear",
       "https://raw.githubusercontent.com/bluzukk/appraisal-emotion-classification/HEAD/corpora/"
       "enISEAR-appraisal-V1/",
       "none stated; for research",
       {{"enISEAR_appraisal.tsv", 192565,
         "689b5649730f2b8c083248ed7acda938eb0e533db2444ff95f308965c49d87ee"}}},
      {"deisear",
       "https://www.ims.uni-stuttgart.de/forschung/ressourcen/korpora/deisear/",
       "as the page of the University of Stuttgart says",
       {in_stuttgart("deISEAR.tsv")}},
  };
  return kTable;
}

const PublicDataset& public_dataset(const std::string& name) {
  std::string names;
  for (const PublicDataset& dataset : public_datasets()) {
    if (dataset.name == name) return dataset;
    append_name(names, dataset.name);
  }
  fail<UsageError>("[fetch] there is no data set \"", name, "\": expected one of ", names, ".");
}

bool is_of(const PublicDataset& dataset, const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::is_directory(path, ignored) ? fs::path(path) : fs::path(path).parent_path();
  const auto holds = [&](const PublicFile& file) {
    std::error_code error;
    const uintmax_t bytes = fs::file_size(folder / file.name, error);
    return !error && file.bytes > 0 && bytes == static_cast<uintmax_t>(file.bytes);
  };
  return std::any_of(dataset.files.begin(), dataset.files.end(), [&](const PublicFile& file) {
    return holds(file) || std::any_of(file.stand_ins.begin(), file.stand_ins.end(), holds);
  });
}

}  // namespace heed
