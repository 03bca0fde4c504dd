#!/usr/bin/env bash
# tests/fuzz/run.sh [SECONDS [NAME…]]: the fuzzers of build/fuzz side by side, SECONDS each (60), politely. What they
# find stays in build/fuzz/found; give that file to the fuzzer of its name to see it again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=${1:-60}
names=("${@:2}")
[[ ${#names[@]} -gt 0 ]] || names=(safetensors config json packed tokenizer text)
build=build/fuzz
found=$build/found

if [[ ! -x $build/fuzz_text ]]; then
  echo "skipped: no fuzzers in $build. They need clang++ and libFuzzer's runtime (Debian: clang, libclang-rt-14-dev):"
  echo "cmake --preset fuzz && cmake --build --preset fuzz"
  exit 0
fi

# Long enough for what each reads, short enough for hundreds of runs a second.
declare -A longest=([safetensors]=1000 [config]=2000 [json]=20000 [packed]=1000 [tokenizer]=8000 [text]=300)

# Megabytes of one piece of memory and of the whole process, of which the sanitizer takes most.
declare -A piece=([json]=100 [tokenizer]=100) whole=([json]=1000 [tokenizer]=1000)

fuzz() { # NAME
  local name=$1 seeds=("tests/fuzz/corpus/$1")
  [[ $name == tokenizer ]] && seeds+=(tests/fixtures/tokenizers)
  mkdir -p "$found/corpus/$name"
  nice -n 19 "$build/fuzz_$name" -max_total_time="$seconds" -max_len="${longest[$name]}" -timeout=25 \
    -malloc_limit_mb="${piece[$name]:-4096}" -rss_limit_mb="${whole[$name]:-4096}" \
    -seed=1 -print_final_stats=1 -verbosity=0 -artifact_prefix="$found/$name-" \
    "$found/corpus/$name" "${seeds[@]}" > "$found/$name.log" 2>&1
}

reason() { # NAME: in one line what was wrong with the input, and where
  grep -m 1 -oE 'this input took .*|(ERROR|runtime error): .*' "$found/$1.log" || true
  grep -m 3 -oE 'in heed::[^ ]*.*' "$found/$1.log" | cut -c 1-150 || true
}

rm -rf "$found"
mkdir -p "$found"
running=()
for name in "${names[@]}"; do
  fuzz "$name" &
  running+=($!)
done
failed=0
for i in "${!names[@]}"; do
  name=${names[$i]}
  if wait "${running[$i]}"; then
    echo "$name: $(grep -oP 'number_of_executed_units: \K.*' "$found/$name.log") inputs in $seconds s, nothing found"
  else
    failed=1
    tail -n 60 "$found/$name.log"
    echo "$name: FOUND $(ls "$found/$name-"* 2> /dev/null): $(reason "$name")"
  fi
done
exit $failed
