"""`arcloom ops`: the vocabulary, from its one table."""

from arcloom.lang import CONSTANTS, OPS


def test_the_table_holds_every_op(arcloom):
    result = arcloom("ops")
    assert result.exit_code == 0
    for op in OPS.values():
        assert op.signature in result.stdout


def test_json(arcloom_json):
    content = arcloom_json("ops")
    assert [op["name"] for op in content["ops"]] == list(OPS)
    assert content["constants"].keys() == CONSTANTS.keys()


def test_one_op_in_full(arcloom, arcloom_json):
    text = arcloom("ops", "get_nth").stdout
    op = OPS["get_nth"]
    assert op.signature in text
    assert op.summary in text
    assert op.theme in text
    assert "get_nth_f" in text
    content = arcloom_json("ops", "get_nth_f")  # an alias
    assert content["name"] == "get_nth"
    assert content["params"][1] == {"name": "n", "type": "Integer"}
    assert content.keys() == {
        "name",
        "signature",
        "params",
        "result",
        "summary",
        "theme",
        "aliases",
    }


def test_a_long_summary_is_told_in_lines(arcloom):
    op = OPS["choose"]
    _, *lines, _ = arcloom("ops", "choose").stdout.splitlines()
    assert len(lines) > 4
    assert " ".join(line.strip() for line in lines) == op.summary


def test_an_unknown_op(arcloom):
    result = arcloom("ops", "mirorr")
    assert result.exit_code == 2
    assert result.stderr.startswith("arcloom: unknown op 'mirorr'; did you mean '")
    assert arcloom("ops", "zzz").exit_code == 2


def test_a_constant_is_told_with_its_value(arcloom):
    result = arcloom("ops", "TEN")
    assert result.exit_code == 2
    assert result.stderr == "arcloom: TEN is a constant, not an op; its value is 10\n"
