#!/usr/bin/env bash
# For the scripts that run on a machine with a CUDA GPU, from the repository's root: what is there, and a build for it.

gpu_seconds=${HEED_GPU_SECONDS:-590} # of all that one command does there

# "NVIDIA H200, 9.0"; nothing where there is no GPU.
find_gpu() { nvidia-smi --query-gpu=name,compute_cap --format=csv,noheader 2> /dev/null | head -n 1 || true; }

# build_for_gpu GPU TARGET…: build/cuda, for this GPU alone. Warnings of compilers that the code has not met yet are no errors.
# Headers that the machine lacks come from build/card/headers.tar.gz, if pretrain_on_card.sh has packed them.
build_for_gpu() {
  local capability=${1##*,} headers=${HEED_CARD:-build/card}/headers.tar.gz
  shift
  mkdir -p build/cuda/headers/include
  if [[ -e $headers ]]; then
    tar -xzf "$headers" -C build/cuda/headers/include
    export CMAKE_PREFIX_PATH=$PWD/build/cuda/headers${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
  fi
  if ! { cmake --preset cuda -DCMAKE_CUDA_ARCHITECTURES="$(tr -d ' .' <<< "$capability")" &&
    timeout "$gpu_seconds" cmake --build --preset cuda --target "$@"; } > build/cuda/build.log 2>&1; then
    tail -n 60 build/cuda/build.log
    exit 1
  fi
}
