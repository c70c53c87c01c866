# SPDX-License-Identifier: MIT
"""Installs the build into a folder of its own, and builds and runs examples/ against what was installed there: by CMake's
find_package and by pkg-config."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ["MERELS_BUILD"])
COMPILER = os.environ["MERELS_COMPILER"]
C_COMPILER = os.environ["MERELS_C_COMPILER"]
SANITIZE = os.environ.get("MERELS_SANITIZE", "")
FLAGS = [f"-fsanitize={SANITIZE}"] if SANITIZE else []


def run(*command, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if result.returncode != 0:
        raise AssertionError(f"{command}\n{result.stdout}\n{result.stderr}")
    return result.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.prefix = cls.folder / "prefix"
        run("cmake", "--install", str(BUILD), "--prefix", str(cls.prefix))

    def check(self, program):
        """The values of the first turns, as the installed program tells them too."""
        database = self.folder / f"db-{program.name}"
        lines = run(str(program), str(database)).splitlines()
        self.assertEqual(len(lines), 24)
        probed = run(str(self.prefix / "bin" / "merels"), "probe", "nine-c1@3,3", "--db", str(database))
        for line in lines:
            turn, value = line.split("  ")
            self.assertRegex(value, r"^(win|draw|loss) in -?\d+$")
            self.assertRegex(probed, rf"(?m)\b{turn}\b.*{value.replace('draw in -1', 'draw')}\b")
        return database, lines

    def check_c(self, program, database, lines):
        """The example in C says the same."""
        said = run(str(program), str(database), "nine-c1@3,3", "********/********/******** w 3 3").splitlines()
        self.assertEqual([line.replace(" in ", " ") for line in lines], said[1:])
        self.assertEqual(said[0], said[1].split("  ")[1])
        refused = subprocess.run([str(program), str(database), "nine-c1@3,3", "?"], capture_output=True, text=True,
                                 check=False)
        self.assertEqual((refused.returncode, refused.stdout, refused.stderr.count("\n")), (1, "", 1))

    def test_cmake_package(self):
        build = self.folder / "cmake"
        run("cmake", "-S", str(ROOT / "examples"), "-B", str(build), "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_COMPILER={COMPILER}", f"-DCMAKE_CXX_FLAGS={' '.join(FLAGS)}",
            f"-DCMAKE_C_COMPILER={C_COMPILER}", f"-DCMAKE_C_FLAGS={' '.join(FLAGS)}")
        run("cmake", "--build", str(build))
        self.check_c(build / "probe", *self.check(build / "three_men"))

    def test_pkg_config(self):
        paths = [str(path.parent) for path in self.prefix.rglob("merels.pc")]
        self.assertEqual(len(paths), 1)
        flags = run("pkg-config", "--cflags", "--libs", "merels", env={**os.environ, "PKG_CONFIG_PATH": paths[0]}).split()
        program = self.folder / "with_pkg_config"
        run(COMPILER, "-std=c++20", *FLAGS, str(ROOT / "examples" / "three_men.cpp"), "-o", str(program), *flags)
        known = self.check(program)
        program = self.folder / "c_with_pkg_config"
        run(C_COMPILER, "-std=c11", *FLAGS, str(ROOT / "examples" / "probe.c"), "-o", str(program), *flags)
        self.check_c(program, *known)

    def test_headers_stand_alone(self):
        """Each public header, in a file of its own, sees only what was installed."""
        headers = sorted((self.prefix / "include" / "merels").glob("*.h"))
        self.assertIn("solve.h", [header.name for header in headers])
        for header in headers:
            run(COMPILER, "-std=c++20", "-fsyntax-only", "-I", str(self.prefix / "include"), "-x", "c++", str(header))
        run(C_COMPILER, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wstrict-prototypes", "-Werror", "-fsyntax-only",
            "-x", "c", str(self.prefix / "include" / "merels" / "merels.h"))


if __name__ == "__main__":
    if shutil.which("pkg-config") is None:
        sys.exit("pkg-config is missing (tools/packages.txt)")
    unittest.main()
