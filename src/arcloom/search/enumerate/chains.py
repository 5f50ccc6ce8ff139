"""Writes chains of actions as programs: as nodes, or as functions of a grid.

The native enumerator finds states as chains of actions from the task's input. If the value of a
chain is the answer, the chain is written step by step. If something is learnt from the value on
every demo, the chain is written as a function (`compose(f, g)`). Then `on_inputs(S, f)` are the
demos to learn from.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcloom.engine.enumeration import Mode, Role
from arcloom.lang.program import ProgramBuilder
from arcloom.search.enumerate.actions import Action

Chain = Sequence[Action]


class Chains:
    """Writes chains into one builder. `ground` is the colour that the search sees as 0."""

    def __init__(self, builder: ProgramBuilder, ground: int = 0) -> None:
        self.builder = builder
        self.ground = ground
        self._given = self.turned(builder.input("I"))

    def turned(self, node: int) -> int:
        """Exchange 0 and the ground in a grid. This turns it into the search's view, or back."""
        if self.ground == 0:
            return node
        zero, ground = self.builder.const(0), self.builder.const(self.ground)
        return self.builder.call("switch", node, zero, ground)

    def value(self, chain: Chain) -> int:
        """The node for the value of a chain on `I`."""
        node = self._given
        for action in chain:
            node = self._call(action, node)
        return node

    def function(self, chain: Chain) -> int:
        """The chain as a function of the grid."""
        given = self._view()
        function = given
        for action in chain:
            function = self._after(action, function, given)
        return function if function is not None else self.builder.opref("identity")

    def together(self, functions: Sequence[int]) -> int:
        """A function from a grid to the tuple of the values of one to four functions."""
        whole: int | None = None
        for at in range(0, len(functions), 2):
            part = self._tuple_of(functions[at : at + 2])
            whole = part if whole is None else self._fork("combine", whole, part)
        assert whole is not None
        return whole

    def table(self, functions: Sequence[int]) -> int:
        """A learnt table from what one to four functions show in a cell to the output's colour."""
        b = self.builder
        single = len(functions) == 1
        function = functions[0] if single else self.together(functions)
        demos = b.call("on_inputs", b.input("S"), function)
        shown = b.apply(function, b.input("I"))
        if not single:
            return b.call("cell_map", demos, shown)
        return b.call("apply_rule", b.call("learn_colours", demos, b.const(0)), shown)

    def stack(self, roles: Sequence[int], layers: Sequence[int]) -> int:
        """Layers on each other, uppermost first; some are masks of what lies below them."""
        node = layers[-1]
        for role, layer in zip(roles[-2::-1], layers[-2::-1], strict=True):
            match Role(role):
                case Role.OVER:
                    node = self.builder.call("overlay", layer, node)
                case Role.BY:
                    node = self.builder.call("mask_by", node, layer)
                case Role.OUT:
                    node = self.builder.call("mask_out", node, layer)
        return node

    def _tuple_of(self, functions: Sequence[int]) -> int:
        if len(functions) == 2:
            return self._fork("astuple", *functions)
        once = self.builder.call("rbind", self.builder.opref("repeat"), self.builder.const(1))
        return self.builder.call("compose", once, functions[0])

    def _fork(self, op: str, left: int, right: int) -> int:
        return self.builder.call("fork", self.builder.opref(op), left, right)

    def _view(self) -> int | None:
        if self.ground == 0:
            return None
        b = self.builder
        half = b.call("rbind", b.opref("switch"), b.const(self.ground))
        return b.call("rbind", half, b.const(0))

    def _call(self, action: Action, node: int) -> int:
        b = self.builder
        if action.mode is Mode.WITH_INPUT:
            return b.call(action.op, node, self._given)
        if action.mode is Mode.ON_INPUT:
            return b.call(action.op, self._given, node)
        if action.mode is Mode.EACH:
            return b.call("apply", self._step(action), node)
        if action.mode is Mode.EACH_ON_INPUT:
            return b.call("apply", b.call("lbind", b.opref(action.op), self._given), node)
        return b.call(action.op, node, *self._constants(action))

    def _after(self, action: Action, function: int | None, given: int | None) -> int:
        """The action applied after a function; None stands for the grid itself."""
        b = self.builder
        known = b.opref("identity") if function is None else function
        grid = b.opref("identity") if given is None else given
        if action.mode is Mode.WITH_INPUT:
            return self._fork(action.op, known, grid)
        if action.mode is Mode.ON_INPUT:
            return self._fork(action.op, grid, known)
        if action.mode is Mode.EACH_ON_INPUT:
            bound = b.call("lbind", b.opref("lbind"), b.opref(action.op))
            return self._fork("apply", b.call("compose", bound, grid), known)
        step = self._step(action)
        if action.mode is Mode.EACH:
            step = b.call("lbind", b.opref("apply"), step)
        return step if function is None else b.call("compose", step, function)

    def _step(self, action: Action) -> int:
        op = self.builder.opref(action.op)
        constants = self._constants(action)
        return self.builder.call("rbind", op, *constants) if constants else op

    def _constants(self, action: Action) -> list[int]:
        return [] if action.arg is None else [self.builder.const(action.arg)]
