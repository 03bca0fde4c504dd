#!/usr/bin/env bash
# Pretraining in slices on a machine with a GPU that is there now and then: it is offline, gets this working tree and at most
# 64 MB in all, gives ten minutes a command, and sends back what lies in $OUT, eight files under 16 MB.
#
#   pretrain_on_card.sh pack FILES… [-- SETTINGS…]   here: the texts as one packed corpus in build/card, a share of them that fits.
#                                                     SETTINGS are those of every slice: --recipe NAME, --set KEY=VALUE, …
#   pretrain_on_card.sh train [--minutes N]          there: builds, goes on from the checkpoint, if there is one, until the
#                                                     command's time is over, and hands the new one over in parts
#   pretrain_on_card.sh more N                       there: hands over the parts from number N on
#   pretrain_on_card.sh join FOLDER                  here: takes what came back, and says whether it is whole
#
# What is to travel, none of it in git: build/card/{headers.tar.gz,settings,corpus}, and for a machine that is new
# build/card/checkpoint, its parts in several calls where they are too many for one. What a machine has, it keeps.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
there=$PWD
cd "$root"
. tests/bench/on_gpu.sh

card=${HEED_CARD:-build/card}
part_bytes=${HEED_CARD_PART:-$((15 << 20))} # under 16 MB
parts_at_once=${HEED_CARD_PARTS:-4}         # 60 MiB of the 64 that come back
run=$card/run
checkpoint=$run/model.checkpoint.safetensors
spare_seconds=45 # for a checkpoint to be written and cut

die() { printf 'pretrain_on_card: %s\n' "$*" >&2; exit 1; }

# cut FILE FOLDER: the file in parts with their hashes, and its own.
cut_up() {
  local name
  name=$(basename "$1")
  rm -rf "$2" && mkdir -p "$2"
  split -b "$part_bytes" -d -a 3 "$1" "$2/$name."
  (cd "$2" && sha256sum -- *) > "$2.sums"
  (cd "$(dirname "$1")" && sha256sum -- "$name") >> "$2.sums"
  mv "$2.sums" "$2/SHA256SUMS"
}

whole_in() { tail -n 1 "$1/SHA256SUMS" | sed 's/^[^ ]* .//'; } # what the parts in a folder make

# check_parts FOLDER: says what is wrong with them.
check_parts() {
  local all missing=() name
  mapfile -t all < <(head -n -1 "$1/SHA256SUMS" | sed 's/^[^ ]* .//')
  for name in "${all[@]}"; do
    if [[ ! -e $1/$name ]]; then
      missing+=("$name")
    elif ! (cd "$1" && grep -F " $name" SHA256SUMS | sha256sum --check --status); then
      die "$1/$name is damaged: bring it again"
    fi
  done
  [[ ${#missing[@]} -eq 0 ]] ||
    die "$1 lacks ${#missing[@]} of ${#all[@]} parts: ${missing[*]} (there: pretrain_on_card.sh more $((10#${missing[0]##*.})))"
}

# put_together FOLDER FILE
put_together() {
  check_parts "$1"
  mkdir -p "$(dirname "$2")"
  (cd "$1" && head -n -1 SHA256SUMS | sed 's/^[^ ]* .//' | xargs cat) > "$2.unfinished"
  [[ $(sha256sum < "$2.unfinished" | cut -d ' ' -f 1) == $(tail -n 1 "$1/SHA256SUMS" | cut -d ' ' -f 1) ]] ||
    die "the parts in $1 are whole, what they make is not: cut it up again"
  mv "$2.unfinished" "$2"
}

# Once, and again when other parts have come.
unpack_parts() { # FOLDER FILE
  [[ -e $1/SHA256SUMS ]] || return 0
  if [[ ! -e $2 ]] || ! cmp -s "$1/SHA256SUMS" "$2.from"; then
    put_together "$1" "$2"
    cp "$1/SHA256SUMS" "$2.from"
  fi
}

# --- Here -------------------------------------------------------------------------------------------------

# What nothing can be fetched for there.
pack_headers() {
  local include=${HEED_INCLUDE:-/usr/include} found=() name
  for name in CLI eigen3 nlohmann utf8cpp catch2; do
    [[ ! -d $include/$name ]] || found+=("$name")
  done
  [[ ${#found[@]} -eq 5 ]] || printf 'only these headers are in %s: %s\n' "$include" "${found[*]}"
  tar -C "$include" -czf "$card/headers.tar.gz" "${found[@]}"
}

bytes_of_tree() { git ls-files -zco --exclude-standard | xargs -0 stat -c %s 2> /dev/null | awk '{ sum += $1 } END { print sum }'; }

pack() {
  local files=() settings=() room
  while [[ $# -gt 0 && $1 != -- ]]; do
    files+=(--data "$(cd "$there" && realpath "$1")")
    shift
  done
  [[ ${#files[@]} -gt 0 ]] || die 'pack FILES… [-- SETTINGS…]'
  [[ ! -e $checkpoint && ! -d $run/model ]] || die "$run holds a run already: move it away, other texts or settings make another"
  settings=("${@:2}")
  rm -rf "$card/corpus"
  mkdir -p "$run"
  pack_headers
  room=${HEED_CARD_ROOM:-$(((64 << 20) - $(bytes_of_tree) - $(stat -c %s "$card/headers.tar.gz") - (2 << 20)))}
  [[ $room -gt 0 ]] || die 'the working tree alone has more than 64 MB: nothing else can travel'
  printf '%s\n' "${settings[@]}" | sed '/^$/d' > "$card/settings"
  "${HEED:-build/native/heed}" pack "${files[@]}" --out "$run/texts.packed" --threads "$(nproc)" --tokens $((room / 2)) "${settings[@]}"
  cut_up "$run/texts.packed" "$card/corpus"
  cp "$card/corpus/SHA256SUMS" "$run/texts.packed.from"
  printf '%s: %d parts of %d bytes in all; carry it, and %s\n' "$card/corpus" "$(find "$card/corpus" -name '*.packed.*' | wc -l)" \
    "$(stat -c %s "$run/texts.packed")" "$card/headers.tar.gz and $card/settings"
}

join() {
  local from to=$card/checkpoint name
  from=$(cd "$there" && realpath "${1:?the folder of what came back}")
  [[ -e $from/SHA256SUMS ]] || die "$from holds no SHA256SUMS: is it what came back?"
  mkdir -p "$to"
  cmp -s "$from/SHA256SUMS" "$to/SHA256SUMS" || rm -f "$to"/*
  for name in "$from"/*.[0-9][0-9][0-9] "$from/SHA256SUMS"; do
    install -m 644 "$name" "$to/"
  done
  name=$(whole_in "$to")
  unpack_parts "$to" "$run/$name"
  if [[ $name == model.tar ]]; then
    tar -xf "$run/$name" -C "$run"
    printf 'the run has ended; its model: %s\n' "$run/model"
  else
    printf 'whole: %s. The next slice: carry the files of %s, or go on here\n' "$run/$name" "$to"
  fi
}

# --- There ------------------------------------------------------------------------------------------------

hand_over() { # FROM
  local out=${OUT:?is where what is to come back is written} left parts
  cp "$run/back/SHA256SUMS" "$out/"
  tail -c 20000 "$run/log" > "$out/log.txt"
  mapfile -t parts < <(find "$run/back" -name '*.[0-9][0-9][0-9]' | sort | tail -n "+$(($1 + 1))")
  [[ ${#parts[@]} -gt 0 ]] || die "there is no part number $1 in $run/back"
  cp "${parts[@]:0:$parts_at_once}" "$out/"
  left=$((${#parts[@]} - parts_at_once))
  [[ $left -le 0 ]] || printf '%d parts more: pretrain_on_card.sh more %d\n' "$left" $(($1 + parts_at_once))
}

# Where heed is, after it was built for what is there.
program() {
  local gpu
  if [[ ${HEED_CARD_DEVICE:-cuda} == cpu ]]; then # to be tried without a GPU
    device=cpu heed=${HEED:-build/native/heed}
    return
  fi
  gpu=$(find_gpu)
  if [[ -z $gpu ]]; then
    echo 'not run: no GPU'
    exit 0
  fi
  build_for_gpu "$gpu" heed heed_cuda
  printf '%s, built after %d s\n' "$gpu" "$SECONDS"
  device=cuda heed=build/cuda/heed
}

# The training itself; its status.
slice() { # MINUTES
  local settings recipe=masked-words code=0 i
  mapfile -t settings < "$card/settings"
  for i in "${!settings[@]}"; do
    if [[ ${settings[i]:-} == --recipe ]]; then # train has it as a word of its own
      recipe=${settings[i + 1]}
      unset "settings[$i]" "settings[$((i + 1))]"
    fi
  done
  [[ ! -e $checkpoint ]] || settings+=(--resume)
  timeout -s INT -k 20 "$((gpu_seconds - SECONDS - 15))" "$heed" train "$recipe" --data "$run/texts.packed" --out "$run/model" \
    --device "$device" --threads "$(nproc)" --minutes "$1" --json "${settings[@]}" > "$run/log" 2>&1 || code=$?
  return $code
}

train() {
  local minutes='' code=0 heed device
  [[ ${1:-} != --minutes ]] || minutes=${2:?}
  program
  unpack_parts "$card/corpus" "$run/texts.packed"
  [[ -e $run/texts.packed ]] || die "there is no corpus in $card/corpus: pack one, and carry it"
  [[ ! -d $run/model && ! -e $card/checkpoint/model.tar.000 ]] || die "the run has ended; its model: $run/model"
  unpack_parts "$card/checkpoint" "$checkpoint"
  [[ -n $minutes ]] || minutes=$(awk "BEGIN { print ($gpu_seconds - $SECONDS - $spare_seconds) / 60 }")
  slice "$minutes" || code=$?
  cat "$run/log"
  case $code in
    0)
      tar -C "$run" --sort=name -cf "$run/model.tar" model
      cut_up "$run/model.tar" "$run/back"
      ;;
    124 | 130 | 137) # its time was over; also where it was too slow to say so
      [[ -e $checkpoint ]] || die 'there was no time for a first checkpoint'
      cut_up "$checkpoint" "$run/back"
      ;;
    *) die "heed train ended with status $code" ;;
  esac
  hand_over 0
  printf '%d s in all\n' "$SECONDS"
}

case ${1:-} in
  pack | join | train) "$@" ;;
  more) hand_over "${2:?the number of the first part}" ;;
  *) sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
