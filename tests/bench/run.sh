#!/usr/bin/env bash
# ./dev bench [bert|train|recurrent|encoder|attention|explain|studio|web|writer|translate|cuda] [OPTION…]: one table per benchmark, on standard output. README.md says how to read them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

build=${HEED_BUILD:-build/native} # where heed and the engine's library were built
cache=${HEED_BENCH_CACHE:-.cache/bench} # what is downloaded and made for comparison
python=/usr/bin/python3           # Debian's own: python3-torch is installed for it

die() { printf 'bench: %s\n' "$*" >&2; exit 1; }

install() { # PACKAGE…
  local root=()
  command -v apt-get > /dev/null || die "these Debian packages, or what your system calls them, are missing: $*"
  if [[ $EUID -ne 0 ]]; then
    command -v sudo > /dev/null || die "as root, or with sudo: apt-get install $*"
    root=(sudo)
  fi
  printf 'bench: installing %s\n' "$*" >&2
  "${root[@]}" apt-get update -qq || true
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

# Without OpenBLAS Debian's PyTorch multiplies with the reference BLAS, ten times more slowly: no fair peer.
need_pytorch() {
  local uses_openblas='import torch; assert "openblas" in open("/proc/self/maps").read()'
  "$python" -c "$uses_openblas" 2> /dev/null && return
  install python3-torch libopenblas0-pthread
  "$python" -c "$uses_openblas" || die "$python cannot import torch with OpenBLAS"
}

# tests/bench/NAME.cpp as $build/NAME.
build_program() { # NAME
  [[ -e $build/heed ]] || die "$build holds no heed: run ./dev build first"
  cmake --build "$build" --target "$1" >&2
}

one_thread() { OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 "$python" "$@"; }

train() {
  need_pytorch
  build_program matmul_rate
  one_thread tests/bench/train.py --heed "$(realpath "$build/heed")" --matmul-rate "$(realpath "$build/matmul_rate")" "$@"
}

recurrent() {
  need_pytorch
  build_program recurrent_rate
  one_thread tests/bench/recurrent.py --program "$(realpath "$build/recurrent_rate")" "$@"
}

# It starts both sides itself, with as many threads as a row says.
encoder() {
  need_pytorch
  build_program encoder_rate
  "$python" -B tests/bench/encoder.py --heed "$(realpath "$build/heed")" --program "$(realpath "$build/encoder_rate")" --models "$cache/encoders" "$@"
}

# onnxruntime for node and for the page: what is measured beside, in a folder of its own. Its binaries are in the package.
need_peers() {
  mkdir -p "$cache/peers"
  cmp -s tests/bench/peers/package-lock.json "$cache/peers/package-lock.json" && [[ -d $cache/peers/node_modules ]] && return
  cp tests/bench/peers/package{,-lock}.json "$cache/peers/"
  (cd "$cache/peers" && NODE_PATH=/usr/share/nodejs npm ci --ignore-scripts --no-audit --no-fund >&2)
}

# Random models of real size, as folders for heed and as ONNX, with PyTorch's answers: 2.5 GB.
need_encoders() {
  local makers=tests/fixtures/encoders
  [[ -e $cache/models/done && -z $(find $makers -name '*.py' -newer "$cache/models/done") ]] && return
  printf 'bench: writing models of real size to %s\n' "$cache/models" >&2
  "$python" -B $makers/make_real.py "$cache/models" --onnx
  touch "$cache/models/done"
}

# The same with weights of 8 bits, for both sides.
need_int8() {
  local name models=$cache/models
  for name in distilbert bert-base; do
    [[ $models/$name-int8/config.json -nt $models/done ]] || "$build/heed" quantize --model "$models/$name" --out "$models/$name-int8"
    [[ $models/$name/model.int8.onnx -nt $models/done ]] || node tests/bench/quantise_onnx.mjs "$cache/peers" "$models/$name"/model{,.int8}.onnx
  done
}

# The same program as WebAssembly, in build/wasm/bench.
build_page_programs() {
  [[ -e build/wasm/build.ninja ]] || { printf 'bench: build/wasm is not built: no figures of the page. ./dev bench web builds it.\n' >&2; return 1; }
  cmake --build build/wasm --target heed_bench_page >&2
}

bert() {
  need_pytorch
  need_peers
  need_encoders
  build_program bert_rate
  "$python" -B tests/bench/bert_numbers.py --heed "$(realpath "$build/heed")" --models "$cache/models"
  printf '\n'
  node tests/bench/bert.mjs --models "$cache/models" --peers "$cache/peers" --rate "$(realpath "$build/bert_rate")" "$@"
  if [[ -e dist/index.html ]]; then
    printf '\n'
    node tests/bench/open_page.mjs --models "$cache/models"
  fi
}

web() {
  need_peers
  node tests/bench/web.mjs --peers "$cache/peers" "$@"
  build_page_programs || return 0
  need_pytorch
  need_encoders
  need_int8
  local weights
  for weights in '' --int8; do
    printf '\n'
    node tests/bench/bert_page.mjs --models "$cache/models" --peers "$cache/peers" --page build/wasm/bench $weights "$@"
  done
}

# A model of GPT-2's size, beside onnxruntime natively and in Chromium.
writer() {
  local model=$cache/writer
  need_pytorch
  need_peers
  if [[ ! $model/done -nt tests/bench/make_writer.py ]]; then
    printf 'bench: writing a model of the size of GPT-2 to %s\n' "$model" >&2
    "$python" -B tests/bench/make_writer.py "$model"
    node tests/bench/quantise_onnx.mjs "$cache/peers" "$model"/model{,.int8}.onnx
    touch "$model/done"
  fi
  build_program writer_rate
  node tests/bench/writer.mjs --model "$model" --peers "$cache/peers" --rate "$(realpath "$build/writer_rate")" "$@"
}

# On a GPU, beside the PyTorch of whatever python3 is on the PATH: Debian's knows no GPU.
cuda() { PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 python3 tests/bench/cuda.py --heed "$(realpath "$build/heed")" "$@"; }

# Trains for hours: by name alone.
translate() { # DATA OPTION…
  local data=${1:?translate takes the pairs: a deu-eng.tsv.gz, English first} work=$cache/translate
  shift
  need_pytorch
  "$python" -B tests/bench/translate.py prepare --data "$data" --heed "$(realpath "$build/heed")" --work "$work"
  "$python" -B tests/bench/translate.py run --heed "$(realpath "$build/heed")" --work "$work" "$@"
}

explain() {
  [[ $# -eq 3 ]] || die "explain takes a model, a data set and its format: assets/models/enron-request PATH enron"
  build_program explain_rate
  "$build/explain_rate" "$@"
}

# Trains for hours: by name alone.
attention() { PYTHONUNBUFFERED=1 python3 -B tests/bench/attention.py --heed "$(realpath "$build/heed")" "$@"; }

# In the display there is, else in one that Mesa computes.
studio() {
  local display=()
  [[ -n ${DISPLAY:-} ]] || display=(xvfb-run -a -s '-screen 0 1600x1200x24')
  [[ -e $build/studio_frames ]] || die "$build holds no studio_frames: run ./dev bench studio"
  "${display[@]}" "$build/studio_frames"
}

name=${1:-}
[[ $# -gt 0 ]] && shift
case $name in
  bert) bert "$@" ;;
  train) train "$@" ;;
  recurrent) recurrent "$@" ;;
  encoder) encoder "$@" ;;
  attention) attention "$@" ;;
  explain) explain "$@" ;;
  studio) studio ;;
  web) web "$@" ;;
  writer) writer "$@" ;;
  translate) translate "$@" ;;
  cuda) cuda "$@" ;;
  '') train && printf '\n' && recurrent && printf '\n' && encoder && printf '\n' && bert && printf '\n' && web ;;
  *) printf 'bench: there is no benchmark "%s": bert, train, recurrent, encoder, attention, explain, studio, web, writer, translate and cuda are there.\n' "$name" >&2; exit 2 ;;
esac
