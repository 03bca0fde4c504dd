#!/usr/bin/env bash
# All that wants a CUDA card, in one go: builds for the card that is there, runs the tests that use it, once more under
# compute-sanitizer, then the benchmark. What it says is also kept in tests/bench/results/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if ! card=$(nvidia-smi --query-gpu=name,compute_cap --format=csv,noheader 2> /dev/null | head -n 1) || [[ -z $card ]]; then
  echo 'not run: no card'
  exit 0
fi
name=${card%%,*}
architecture=$(tr -d ' .' <<< "${card##*,}")

results=tests/bench/results
mkdir -p "$results"
log=$results/$(tr -c 'A-Za-z0-9\n' '-' <<< "$name")-$(date +%F).txt
exec > >(tee "$log") 2>&1
printf '%s\n%s, commit %s\n' "$name" "$(date +%F)" "$(git rev-parse --short HEAD 2> /dev/null || echo unknown)"

cmake --preset cuda -DCMAKE_CUDA_ARCHITECTURES="$architecture" > /dev/null
cmake --build --preset cuda > build/cuda/build.log || { tail -n 50 build/cuda/build.log; exit 1; }

status=0
tests='[gradient],[alignment],[card],[attention],[fit]'
printf '\n== tests on the card\n'
build/cuda/engine_tests "$tests" || status=1
printf '\n== the same under compute-sanitizer\n'
sanitizer=$(command -v compute-sanitizer /usr/local/cuda/bin/compute-sanitizer | head -n 1) || true
if [[ -n $sanitizer ]]; then
  "$sanitizer" --error-exitcode 1 build/cuda/engine_tests '[card]' || status=1
else
  echo 'not run: compute-sanitizer is not there'
fi
printf '\n== benchmark\n'
HEED_BUILD=build/cuda bash tests/bench/run.sh cuda "$@" || status=1
exit $status
