"""NVIDIA's run-time compiler, where it is installed: it needs no GPU to compile for one."""

import ctypes
from importlib.util import find_spec
from pathlib import Path

NAMES = ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")


def library():
    """The compiler, or None: from the loader's path, or from a package nvidia-cuda-nvrtc."""
    spec = find_spec("nvidia")
    folders = [] if spec is None else [Path(p) for p in spec.submodule_search_locations or ()]
    packaged = [str(file) for folder in folders for file in folder.glob("*/lib/libnvrtc.so.*")]
    for name in (*NAMES, *packaged):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def compile_for(nvrtc, text, options, names=()):
    """Compile a source, with instances of templates; gives what the compiler said if it failed."""
    program = ctypes.c_void_p()
    source = text.encode()
    assert nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"source.cu", 0, None, None) == 0
    for name in names:
        assert nvrtc.nvrtcAddNameExpression(program, name.encode()) == 0
    given = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    try:
        if nvrtc.nvrtcCompileProgram(program, len(options), given) == 0:
            return ""
        size = ctypes.c_size_t()
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        return log.value.decode()
    finally:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
