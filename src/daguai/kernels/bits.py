"""Questions about sets of bits that a processor answers in one instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daguai.kernels._jit import enabled


def popcount(mask: int) -> int:
    """Return how many bits are set; ``mask`` is not negative."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """Return the place of the lowest bit set; there must be one."""
    return int(mask & -mask).bit_length() - 1


if enabled() and not TYPE_CHECKING:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def _count(_typing: Any, _mask: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    def _place(_typing: Any, _mask: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    popcount = intrinsic(_count)
    lowest = intrinsic(_place)
