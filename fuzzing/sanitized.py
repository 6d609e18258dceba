"""Compile the kernels with gcc's sanitizers and with bounds checks, and run a script on them.

    python fuzzing/sanitized.py                                   # compiles what has changed
    python fuzzing/sanitized.py fuzzing/campaign.py --executions 1000  # and runs a script on these kernels

The kernels of the checkout stay as they are: these are in build/sanitized, where the script finds karat.
The sanitizers' libraries are loaded before Python, which was not compiled with them. An access outside an
array, an overflow of a signed number or a shift too far ends the process with a report.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "sanitized"
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
COMPILER = {"CFLAGS": FLAGS, "LDFLAGS": FLAGS}
# Memory that Python never gives back is no fault; its own allocator would hide faults from the sanitizer.
SETTINGS = {
    # Where memory was allocated is not recorded, and less of what was freed is kept: that is faster.
    "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1:allocator_may_return_null=1:"
    "malloc_context_size=0:quarantine_size_mb=2:thread_local_quarantine_size_kb=256",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "PYTHONMALLOC": "malloc",
}
_UNCHECKED = re.compile(r"^(# cython: .*)boundscheck=False(.*)initializedcheck=False", re.MULTILINE)


def copy() -> list[Path]:
    """Copy the package; the kernels get bounds checks. What has changed is returned."""
    changed = []
    for path in sorted((ROOT / "src" / "karat").rglob("*")):
        if path.is_dir() or path.suffix in (".so", ".pyc"):
            continue
        to = TARGET / path.relative_to(ROOT)
        content = path.read_bytes()
        if path.parent.name == "kernels" and path.suffix == ".py":
            content = checked(content.decode()).encode()
        if to.exists() and to.read_bytes() == content:
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(content)
        changed.append(path)
    for name in ("setup.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, TARGET / name)
    return changed


def checked(kernel: str) -> str:
    """The text of a kernel with bounds checks."""
    return _UNCHECKED.sub(r"\1boundscheck=True\2initializedcheck=True", kernel)


def compile_kernels() -> None:
    """Compile the copied kernels that have no compiled file, or an older one."""
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "src"]
    with (TARGET / "log").open("w") as log:
        subprocess.run(
            command, cwd=TARGET, env={**os.environ, **COMPILER}, check=True, stdout=log, stderr=log
        )
    missing = [
        path.name
        for path in (TARGET / "src" / "karat" / "kernels").glob("[!_]*.py")
        if not any(path.parent.glob(f"{path.stem}.*.so"))
    ]
    if missing:
        raise SystemExit(f"not compiled: {', '.join(missing)}; see {TARGET / 'log'}")


def libraries() -> str:
    """The sanitizers' libraries, for LD_PRELOAD."""
    names = ("libasan.so", "libubsan.so")
    found = (
        subprocess.check_output(["gcc", f"-print-file-name={name}"], text=True).strip()
        for name in names
    )
    return " ".join(found)  # fmt: skip


def main(arguments: list[str]) -> int:
    """Compile, and run a script if one is given."""
    copy()
    compile_kernels()
    if not arguments:
        return 0
    return subprocess.run(
        [sys.executable, *arguments], env={**os.environ, **environment()}
    ).returncode


def environment() -> dict[str, str]:
    """What a process needs in order to run on these kernels."""
    path = os.pathsep.join(filter(None, [str(TARGET / "src"), os.environ.get("PYTHONPATH", "")]))
    return {**SETTINGS, "LD_PRELOAD": libraries(), "PYTHONPATH": path}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
