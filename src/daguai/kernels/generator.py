"""Random numbers that are the same on every machine, compiled or not: xoshiro128**.

The state is ``int64[4]`` holding 32-bit words, so that nothing ever overflows.
"""

from __future__ import annotations

from typing import Any, Final

from daguai.kernels._jit import jit

_WORD: Final = 0xFFFFFFFF

Array = Any


@jit()
def seed(number: int, state: Array) -> None:
    """Fill ``state`` from any 64-bit integer."""
    low, high = int(number) & _WORD, int(number) >> 32 & _WORD
    for i in range(4):  # the finisher of MurmurHash3 over a counter
        word = (low + 0x9E3779B9 * (i + 1)) & _WORD
        for _ in range(2):
            word = ((word ^ word >> 16) * 0x85EBCA6B) & _WORD
            word = ((word ^ word >> 13) * 0xC2B2AE35) & _WORD
            word = ((word ^ word >> 16) + high) & _WORD
        state[i] = word
    state[0] |= 1  # never all zero


@jit()
def draw(state: Array) -> int:
    """Return the next 32 random bits."""
    second = int(state[1])
    result = (second * 5) & _WORD
    result = (result << 7 | result >> 25) & _WORD
    result = (result * 9) & _WORD
    state[2] ^= state[0]
    state[3] ^= second
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= (second << 9) & _WORD
    last = int(state[3])
    state[3] = (last << 11 | last >> 21) & _WORD
    return result


@jit()
def below(count: int, state: Array) -> int:
    """Return a number from 0 to ``count - 1``, each as likely but for 1 in 2**32 / ``count``."""
    return (draw(state) * count) >> 32
