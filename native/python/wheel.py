"""Puts the package and its compiled part into a wheel: wheel.py EXTENSION VERSION FOLDER."""

import base64
import hashlib
import sys
import sysconfig
import zipfile
from pathlib import Path

extension, version, folder = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
python = f"cp{sys.version_info.major}{sys.version_info.minor}"
platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
tag = f"{python}-{python}-{platform}"
about = f"heed-{version}.dist-info"

files = {f"heed/{path.name}": path.read_bytes() for path in sorted((Path(__file__).parent / "heed").glob("*.*"))}
files[f"heed/{extension.name}"] = extension.read_bytes()
files[f"{about}/METADATA"] = (
    f"Metadata-Version: 2.1\nName: heed\nVersion: {version}\nSummary: Shows what a neural network attends to\n"
    "Requires-Python: >=3.9\nRequires-Dist: numpy\n"
).encode()
files[f"{about}/WHEEL"] = (
    f"Wheel-Version: 1.0\nGenerator: heed\nRoot-Is-Purelib: false\nTag: {tag}\n"
).encode()


def line(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


record = "".join(line(name, content) for name, content in files.items()) + f"{about}/RECORD,,\n"
folder.mkdir(parents=True, exist_ok=True)
path = folder / f"heed-{version}-{tag}.whl"
unfinished = path.with_suffix(".unfinished")
with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as wheel:
    for name, content in [*files.items(), (f"{about}/RECORD", record.encode())]:
        wheel.writestr(name, content)
unfinished.replace(path)
print(path)
