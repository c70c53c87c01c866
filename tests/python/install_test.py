# SPDX-License-Identifier: MIT
"""pip install of the package without network, into a folder of its own, from the build that is there; then used from there."""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def main():
    with tempfile.TemporaryDirectory() as folder:
        # A copy of the package's folder in a tree that looks like the checkout: pip writes beside what it builds.
        tree = pathlib.Path(folder) / "tree"
        tree.mkdir()
        for name in ("CMakeLists.txt", "cmake"):
            (tree / name).symlink_to(ROOT / name)
        subprocess.run(["cp", "-r", "--parents", "bindings/python", str(tree)], cwd=ROOT, check=True)
        target = pathlib.Path(folder) / "site"
        subprocess.run([sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-index", "--no-deps", "--quiet",
                        "--disable-pip-version-check", "--root-user-action=ignore",
                        "--target", str(target), str(tree / "bindings" / "python")], check=True)
        said = subprocess.run([sys.executable, "-c", "import merels; print(merels.__file__, merels.Variant('nine-c1').start())"],
                              env={**os.environ, "PYTHONPATH": str(target)}, cwd=folder, check=True, capture_output=True,
                              text=True).stdout
        assert said == f"{target}/merels/__init__.py ********/********/******** w 9 9\n", said
        assert (target / "merels" / "py.typed").exists() and (target / "merels" / "__init__.pyi").exists()
    return 0


if __name__ == "__main__":
    sys.exit(main())
