"""How functions that only occur inside kernels are compiled: once, with the kernel.

Numba makes every function ready to run: it optimises it, makes machine code of it, and then does
both again for what each of its callers took in. For parts five calls deep that is most of the
time a cold start takes. Here a part stops at LLVM's language, and the kernel that takes it in is
optimised and made machine code of as a whole. This takes half the time and gives the same code.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from functools import cache
from typing import Any

from numba.core import typed_passes
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.targetconfig import TargetConfig


class _Linked(CPUCodeLibrary):
    """Code to be linked into others: nothing is done to it before."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(typed_passes.NativeLowering):
    _name = "daguai_part_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _Linked(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        name: Any = [].pop  # any new built-in: callers find the part by it; called, it raises
        state["cr"] = lowered._replace(cfunc=name)
        state.targetctx.insert_user_function(name, lowered.fndesc, [state.library])
        return True


class PartCompiler(CompilerBase):
    """Numba's ordinary compiler, but for the last step."""

    def define_pipelines(self) -> list[Any]:
        """Return the ordinary passes, ending with a lowering that makes no machine code."""
        builder: Any = DefaultPassBuilder
        passes = builder.define_nopython_pipeline(self.state)
        passes.passes = [
            (_Lowering if kind is typed_passes.NativeLowering else kind, text)
            for kind, text in passes.passes
        ]
        passes.finalize()
        return [passes]


@cache
def compare_options_quickly() -> None:
    """Let numba compare two sets of options by what is set in them, from now on.

    It does so for every call that it types, and reads some thirty properties each time: a tenth
    of the time a cold start takes.
    """
    slowly = TargetConfig.__eq__

    def equal(self: Any, other: Any) -> Any:
        if type(self) is type(other) and self._values == other._values:
            return True
        return slowly(self, other)

    def name_hash(self: Any) -> int:  # what numba's own comes to, without reading the values
        return hash(tuple(sorted(self.options)))

    config: Any = TargetConfig
    config.__eq__ = equal
    config.__hash__ = name_hash
