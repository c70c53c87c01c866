#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints "N passed, M failed" for a result file of ctest; exit code 1 unless something ran and nothing failed.

A test that could not be run counts as failed. A test that skipped itself counts as neither.
"""
import sys
import xml.etree.ElementTree as ET


def skipped_itself(case):
    """True for a test that ran and found that this machine lacks what it needs; not for one that is disabled."""
    skipped = case.find("skipped")
    return skipped is not None and skipped.get("message", "").startswith("SKIP_")


def main(path):
    passed = failed = 0
    try:
        for case in ET.parse(path).getroot().iter("testcase"):
            if case.get("status") == "run":
                passed += 1
            elif not skipped_itself(case):
                failed += 1
    except (OSError, ET.ParseError) as error:
        print(f"no test results: {error}", file=sys.stderr)
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
