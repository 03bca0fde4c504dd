#!/usr/bin/env bash
# test_isa_levels.sh BUILD: an inline function that several files share (std::, heed::) is kept once by the linker,
# from whichever file comes first. The kernels for AVX must therefore share none that needs AVX, or the program would
# end with an illegal instruction on an older processor. Looks at the shared sections of their objects.
set -euo pipefail
build=$1
shopt -s nullglob
command -v objdump > /dev/null || { echo "objdump is missing: skipped"; exit 77; }

bad=0 seen=0
for level in avx2 avx512 avx512bf16; do
  for object in "$build"/engine/CMakeFiles/heed_cpu_$level.dir/{Unity,kernels/cpu}/*.o; do
    seen=$((seen + 1))
    # Names with the level in them (heed::cpu::avx2, Eigen_avx2) belong to this level alone.
    found=$(objdump -d --no-show-raw-insn "$object" | awk -v level="$level" '
      /^Disassembly of section/ { name = $4; shared = name ~ /^\.text\.([a-z_.]+\.)?_Z/ && index(name, level) == 0 }
      shared && /\t(v[a-z0-9]+ .*%[xyz]mm|.*%[yz]mm)/ { wrong[name] = 1 }
      END { for (name in wrong) print name }')
    if [[ -n $found ]]; then
      printf '%s shares functions that need %s:\n%s\n' "$(basename "$object")" "$level" "$found"
      bad=1
    fi
  done
done
[[ $seen -gt 0 ]] || { echo "no kernels beyond the baseline in this build: skipped"; exit 77; }
exit $bad
