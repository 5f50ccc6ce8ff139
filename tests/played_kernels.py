"""The kernels of a GPU as the CPU plays them: the module that `make build-tests` compiles."""

import os
import sysconfig
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAME = "_played"


def _load():
    """From the sanitized build if that is what is tested, else from the newest build."""
    folder = os.environ.get("ARCLOOM_SANITIZED", "build/cp*")
    suffixes = (sysconfig.get_config_var("EXT_SUFFIX"), ".abi3.so")
    built = [file for suffix in suffixes for file in ROOT.glob(f"{folder}/{NAME}{suffix}")]
    if not built:
        raise ModuleNotFoundError(f"no {NAME} in {folder}: run `make build-tests`", name=NAME)
    newest = max(built, key=lambda file: file.stat().st_mtime)
    loader = ExtensionFileLoader(NAME, str(newest))
    spec = spec_from_file_location(NAME, newest, loader=loader)
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


_module = _load()
play_batt = _module.play_batt
play_looks = _module.play_looks
play_pieces = _module.play_pieces
