"""Which kernels a peer computes with. Imported before torch: OpenBLAS takes its slowest ones (Prescott's, a fifth of the
rate) on a processor that it does not know, unless it is told otherwise before it is loaded."""

import ctypes
import os
import re
import subprocess
import sys

# OpenBLAS's names of processors by the instructions that their kernels use, and what /proc/cpuinfo calls those.
LEVELS = [
    ("SkylakeX", {"avx512f", "avx512dq", "avx512bw", "avx512vl"}, {"skylakex", "cooperlake", "sapphirerapids"}),
    ("Haswell", {"avx2", "fma"}, {"haswell", "zen"}),
    ("Sandybridge", {"avx"}, {"sandybridge", "bulldozer", "piledriver", "steamroller", "excavator"}),
]
ONEDNN_ISA = {0x1: "SSE4.1", 0x3: "AVX", 0x7: "AVX2", 0xF: "AVX2 with VNNI", 0x27: "AVX-512", 0x67: "AVX-512 with VNNI",
              0xE7: "AVX-512 with bfloat16"}
# Below this share of Eigen's rate in the same products nobody is called a peer.
LEAST_SHARE = 0.5

LOADED_CORE = """
import ctypes, re
import torch
library = next(p for p in re.findall(r"(/\\S*(?:openblas|libblas)\\S*)", open("/proc/self/maps").read()) if ".so" in p)
name = ctypes.CDLL(library).openblas_get_corename
name.restype = ctypes.c_char_p
print(name().decode())
"""


def processor_flags(cpuinfo="/proc/cpuinfo"):
    with open(cpuinfo, encoding="utf-8") as file:
        found = re.search(r"^flags\s*:(.*)$", file.read(), re.MULTILINE)
    return set(found.group(1).split()) if found else set()


def better_core(core, flags):
    """The name to give OpenBLAS where `core`, which it chose itself, leaves instructions unused; None where it does not."""
    for name, needed, cores in LEVELS:
        if core.lower() in cores:
            return None
        if needed <= flags:
            return name
    return None


def choose():
    """Sets OPENBLAS_CORETYPE for this process, where the user has not."""
    if "OPENBLAS_CORETYPE" in os.environ:
        return
    asked = subprocess.run([sys.executable, "-c", LOADED_CORE], capture_output=True, text=True, check=False)
    better = better_core(asked.stdout.strip(), processor_flags()) if asked.returncode == 0 else None
    if better:
        os.environ["OPENBLAS_CORETYPE"] = better


def mapped_library(pattern):
    with open("/proc/self/maps", encoding="utf-8") as file:
        found = re.search(r"(/\S*" + pattern + r"\S*\.so\S*)", file.read())
    return ctypes.CDLL(found.group(1)) if found else None


def used():
    """What PyTorch's libraries, which are loaded by now, compute with, in words."""
    openblas = mapped_library("(?:openblas|libblas)")
    openblas.openblas_get_corename.restype = ctypes.c_char_p
    words = f"OpenBLAS with the kernels of {openblas.openblas_get_corename().decode()}"
    if onednn := mapped_library("libdnnl"):
        isa = onednn.dnnl_get_effective_cpu_isa()
        words += f", oneDNN with {ONEDNN_ISA.get(isa, f'instruction set {isa:#x}')}"
    return words


def refuse_if_slow(name, share):
    """`share`: its rate over Eigen's in the same products."""
    if share < LEAST_SHARE:
        raise SystemExit(
            f"bench: {name} makes its products at {100 * share:.0f} % of Eigen's rate, expected {100 * LEAST_SHARE:.0f} % or more: "
            f"it is no peer, and no ratio is printed. It computes with {used()}: OPENBLAS_CORETYPE chooses other kernels.")


choose()
