#!/usr/bin/env bash
# All that wants a CUDA GPU, in one go of ten minutes at most: builds for the GPU that is there, runs the tests that use
# it, once more under compute-sanitizer, then the benchmark. What it says is also kept in tests/bench/results/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/bench/on_gpu.sh

status=0

# part TITLE COMMAND…: what fails, or takes more than what is left of the time, does not keep the others from running.
part() {
  local title=$1 left=$((gpu_seconds - SECONDS)) code=0
  shift
  printf '\n== %s (after %d s)\n' "$title" "$SECONDS"
  if [[ $left -gt 0 ]]; then
    timeout -k 5 "$left" "$@" || code=$?
  else
    code=124
  fi
  [[ $code -ne 124 ]] || echo 'stopped: its time is over'
  [[ $code -eq 0 ]] || status=1
}

build() { # GPU
  build_for_gpu "$1" heed heed_cuda engine_tests
  # Everything else here would pass without the GPU, too.
  if build/cuda/engine_tests 'tests of GPUs run on a real one*' | grep 'not run'; then
    echo 'failed: nvidia-smi finds a GPU, this program does not'
    exit 1
  fi
}

everything() { # GPU BENCHMARK'S_OPTION…
  local sanitizer
  printf '%s\n%s, commit %s\n' "${1%%,*}" "$(date +%F)" "$(git describe --always --dirty 2> /dev/null || echo unknown)"
  build "$1"
  shift
  part 'tests on the GPU' build/cuda/engine_tests '[gradient],[alignment],[gpu],[attention],[fit]'
  sanitizer=$(command -v compute-sanitizer /usr/local/cuda/bin/compute-sanitizer | head -n 1) || true
  if [[ -n $sanitizer ]]; then
    # What calls of CUDA return is looked at by the program; libraries ask for things that may be missing.
    part 'the same under compute-sanitizer' \
      timeout 150 "$sanitizer" --report-api-errors no --error-exitcode 1 build/cuda/engine_tests '[gpu]'
  else
    printf '\n== compute-sanitizer: not run, it is not there\n'
  fi
  part benchmark env HEED_BUILD=build/cuda bash tests/bench/run.sh cuda "$@"
  printf '\n== %d s in all, %s\n' "$SECONDS" "$([[ $status -eq 0 ]] && echo 'everything passed' || echo 'with failures')"
  exit $status
}

gpu=$(find_gpu)
if [[ -z $gpu ]]; then
  echo 'not run: no GPU'
  exit 0
fi
results=tests/bench/results
mkdir -p "$results"
log=$results/$(tr -c 'A-Za-z0-9\n' '-' <<< "${gpu%%,*}")-$(date +%F).txt
everything "$gpu" "$@" 2>&1 | tee "$log"
