#!/usr/bin/env bash
# All that wants a CUDA GPU, in one go of ten minutes at most: builds for the GPU that is there, runs the tests that use
# it, once more under compute-sanitizer, then the benchmark. What it says is also kept in tests/bench/results/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

limit=${HEED_GPU_SECONDS:-590} # of all parts together
status=0

# part TITLE COMMAND…: what fails, or takes more than what is left of the time, does not keep the others from running.
part() {
  local title=$1 left=$((limit - SECONDS)) code=0
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

# Warnings of compilers that the code has not met yet are no errors here.
build() {
  mkdir -p build/cuda
  if ! { cmake --preset cuda -DCMAKE_CUDA_ARCHITECTURES="$1" && timeout "$limit" cmake --build --preset cuda; } > build/cuda/build.log 2>&1; then
    tail -n 60 build/cuda/build.log
    exit 1
  fi
  # Everything else here would pass without the GPU, too.
  if build/cuda/engine_tests 'tests of GPUs run on a real one*' | grep 'not run'; then
    echo 'failed: nvidia-smi finds a GPU, this program does not'
    exit 1
  fi
}

everything() { # NAME ARCHITECTURE BENCHMARK'S_OPTION…
  local sanitizer
  printf '%s\n%s, commit %s\n' "$1" "$(date +%F)" "$(git describe --always --dirty 2> /dev/null || echo unknown)"
  build "$2"
  shift 2
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

if ! gpu=$(nvidia-smi --query-gpu=name,compute_cap --format=csv,noheader 2> /dev/null | head -n 1) || [[ -z $gpu ]]; then
  echo 'not run: no GPU'
  exit 0
fi
name=${gpu%%,*}
results=tests/bench/results
mkdir -p "$results"
log=$results/$(tr -c 'A-Za-z0-9\n' '-' <<< "$name")-$(date +%F).txt
everything "$name" "$(tr -d ' .' <<< "${gpu##*,}")" "$@" 2>&1 | tee "$log"
