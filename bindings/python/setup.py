# SPDX-License-Identifier: MIT
"""pip install ./bindings/python --no-build-isolation: CMake builds the module from the checkout that this folder is in.

MERELS_BUILD names a build folder of the same checkout, configured with -DMERELS_PYTHON=ON, that is used instead of a new
one.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
if not (ROOT / "cmake" / "MerelsTargets.cmake").is_file():
    sys.exit("merels: build the package inside its checkout (pip install ./bindings/python)")
VERSION = re.search(r"project\(merels VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class CMakeModule(build_ext):
    def build_extension(self, ext):
        build = os.environ.get("MERELS_BUILD")
        if not build:
            build = os.path.abspath(self.build_temp)
            subprocess.run(["cmake", "-S", str(ROOT), "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                            "-DMERELS_BUILD_TESTS=OFF", "-DMERELS_PYTHON=REQUIRED",
                            f"-DMERELS_PYTHON_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "merels_python"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        built = pathlib.Path(build) / "bindings" / "python" / "merels" / target.name
        if not built.is_file():
            sys.exit(f"merels: {build} has no module for this Python ({sys.executable}), {target.name}")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, target)


setup(version=VERSION, ext_modules=[Extension("merels._merels", [])], cmdclass={"build_ext": CMakeModule})
