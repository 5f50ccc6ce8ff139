"""Files are written whole or not at all, and nothing that is no plain file is replaced."""

import os
import stat
import subprocess

import pytest

from arcloom.errors import InputError
from arcloom.files import write_atomically
from arcloom.library import Library


@pytest.mark.parametrize("content", ["new", b"new"])
def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path, content):
    path = tmp_path / "out.json"
    path.write_text("old")
    path.chmod(0o640)
    write_atomically(path, content)
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path):
    (tmp_path / "real").write_text("old")
    link = tmp_path / "link"
    link.symlink_to("real")
    write_atomically(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_pipe_is_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        write_atomically(pipe, "new")
        assert reader.communicate(timeout=20)[0] == "new"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_stays_a_device(tmp_path):
    """Root may replace what is in /dev, and Docker's and Kaggle's user is root."""
    device = tmp_path / "full"
    try:
        os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
    except PermissionError:
        pytest.skip("only root makes devices")
    with pytest.raises(InputError, match="No space left on device"):
        write_atomically(device, "new")
    assert stat.S_ISCHR(device.stat().st_mode)


def test_a_library_is_not_replaced(tmp_path):
    path = tmp_path / "lib.db"
    with Library.open(path):
        pass
    before = path.read_bytes()
    with pytest.raises(InputError, match="a database, perhaps a library"):
        write_atomically(path, "new")
    assert path.read_bytes() == before
