# A step of ./dev test, and what is remembered of it. Sourced by tests/check.sh.

# step NAME LINES COMMAND…: runs quietly; what it says is shown when it fails, else its last LINES lines at the end.
step() {
  local name=$1 lines=$2 begun=$SECONDS
  shift 2
  if timed "$logs/$name.time" "$@" > "$logs/$name.log" 2>&1; then
    say "$name: passed in $((SECONDS - begun)) s"
  else
    say "$name: FAILED"
    tail -n 200 "$logs/$name.log" >&2
    touch "$logs/$name.failed"
  fi
  tail -n "$lines" "$logs/$name.log" > "$logs/$name.end"
}

# built NAME LINES COMMAND…: a build as a step; false where it failed, since nothing after it can be tested then.
built() {
  local name=$1
  say "$name …"
  step "$@"
  [[ ! -e $logs/$name.failed ]]
}

# The files of the repository that tests of the engine and the programs may read: all but the page's own, of which they
# read the generated tables alone. And what lies beside the repository, by its names, sizes and times.
files_of_programs() {
  git ls-files -z --cached --others --exclude-standard -- . ':!web/src' ':!web/styles' ':!web/languages' ':!tests/web'
  git ls-files -z --cached --others --exclude-standard -- web/src/generated
}
state_of_programs() {
  files_of_programs | xargs -0 sha256sum 2> /dev/null || true # a file may be deleted and still be known to git
  ls -lLR --time-style=+%s ../shared 2> /dev/null || true
}

# A step that passed on this machine is not run again while nothing has changed that it reads: the programs that it
# runs, the files of programs, the versions of what runs them.
# once "PROGRAM…" NAME LINES COMMAND…
once() {
  local programs=$1 name=$2 key passed
  shift
  if [[ ${CI:-} == true ]]; then
    step "$@"
    return
  fi
  # shellcheck disable=SC2086 # several programs, by their patterns
  key=$({ echo "$*" && cat "$logs/programs.state" && { sha256sum $programs || true; } && uname -srm && node --version; } 2> /dev/null |
    sha256sum | cut -c1-40)
  passed=${XDG_CACHE_HOME:-$HOME/.cache}/heed/passed/$name-$key
  if [[ -e $passed ]]; then
    say "$name: skipped, it passed before"
    { echo "skipped: it passed on this machine with the same files, and said:" && cat "$passed"; } > "$logs/$name.end"
    return
  fi
  step "$@"
  [[ ! -e $logs/$name.failed ]] || return 0
  mkdir -p "$(dirname "$passed")"
  find "$(dirname "$passed")" -name "$name-*" -mtime +30 -delete
  cp "$logs/$name.end" "$passed"
}
