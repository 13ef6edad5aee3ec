"""Thousands of deals stepped together: arrays in, arrays out, no Python in the loop.

>>> from daguai.research.batch import Batch
>>> batch = Batch(64, seed=7)
>>> while batch.deals < 1000:
...     batch.step(batch.random_choices())
>>> batch.observations.shape, batch.rewards.shape
((64, 1979), (64, 6))

Every place of a batch is one deal, in which one seat acts. ``step`` acts in all of them; a deal
that ends is paid and dealt anew at once, so ``observations`` are always of somebody who must act.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Final, Self

import numpy as np

from daguai import kernels
from daguai.cards import parse_level
from daguai.errors import CodedError
from daguai.kernels.groups import GROUPS
from daguai.kernels.holding import FACES, HOLDING
from daguai.research import rewards
from daguai.research.actions import ACTIONS
from daguai.research.layout import RECENT, SIZE
from daguai.rules import Rules

if TYPE_CHECKING:
    from types import SimpleNamespace

    import numpy.typing as npt

_LISTED: Final = 32
"""Actions a deal that there is room for at first; the room grows."""
_SEEDS: Final = 1 << 31
_SHARED: Final = {"_tables", "_payoffs"}
"""Arrays that never change."""


class BatchError(CodedError):
    """A batch that cannot be made, or actions that cannot be taken; nothing has changed.

    Attributes:
        code: ``wrong_size``, ``wrong_seed``, ``not_allowed`` (``details["place"]`` is the first
            place whose action is not).
    """


class Batch:
    """Single deals under one set of rules.

    The arrays are the batch's own and change with every step: copy what is to be kept.

    Attributes:
        size: how many deals are stepped together.
        rules: the table's rules; those about tribute and matches do not matter.
        seats: ``int64[size]``, who acts.
        observations: ``uint8[size, layout.SIZE]``, what that seat observes.
        offsets: ``int64[size + 1]``; the actions allowed at place ``i`` are those from
            ``offsets[i]`` to ``offsets[i + 1]`` of the arrays that follow, ascending by number.
        indices: ``int16[m]``, their numbers (``daguai.research.actions``).
        features: ``uint8[m, 54]``, the copies of each face they lay; nothing for a pass.
        plays: ``uint8[m, 5]``, the same as faces, ascending, then 255.
        rewards: ``float32[size, 6]``, by seat, for the last step.
        ended: ``bool[size]``, whether the last step ended the deal there.
        results: ``int64[size, 3]``; where a deal ended: how many were caught, or if drawn minus
            how many of the first finisher's team held cards; its moves; its first finisher.
        deals: how many deals have ended.
    """

    def __init__(
        self,
        size: int,
        rules: Rules | None = None,
        *,
        seed: int = 0,
        level: str | None = "2",
        reward: str = rewards.DEFAULT,
    ) -> None:
        """Make a batch and deal it.

        Args:
            size: how many deals; a few hundred keep within a processor's cache.
            rules: by default the preset ``classic``.
            seed: the cards depend on it alone: place ``i``'s ``k``-th deal is the same whatever
                was played.
            level: both teams' level, or None to draw one for each deal.
            reward: ``difference`` or ``points``, see ``daguai.research.rewards``.

        Raises:
            BatchError: there is no such size or seed.
            NotationError: there is no such level.
            RewardError: there is no such reward for single deals.
        """
        if size < 1:
            raise BatchError("wrong_size", f"a batch has 1 deal or more, not {size}")
        rewards.check(reward, match=False)
        self.size = size
        self.rules = rules = Rules() if rules is None else rules
        self._level = -1 if level is None else parse_level(level)
        self._kernels = _loaded()
        columns = self._kernels.columns
        self._tables = kernels.tables_for(rules.flags)
        self._payoffs = _payoffs(rules, reward)
        seats = rules.seats
        self._hands = np.zeros((size, seats, HOLDING), dtype=np.int64)
        self._played = np.zeros((size, seats, 54), dtype=np.uint8)
        self._positions = np.zeros((size, columns.COLUMNS), dtype=np.int64)
        self._orders = np.empty((size, seats), dtype=np.int64)
        self._recent = np.empty((size, RECENT, columns.ROW), dtype=np.uint8)
        self._cards = np.empty(rules.cards, dtype=np.int64)
        self._counts = np.empty((seats, 54), dtype=np.uint8)
        self._dice = np.empty(4, dtype=np.int64)
        self._faces = np.empty(5, dtype=np.int64)
        self._masks = np.zeros(GROUPS, dtype=np.int64)
        self._picked = np.empty((size, 5), dtype=np.uint8)
        self._choices = np.empty(size, dtype=np.int64)
        self._found = np.empty(size, dtype=np.int64)
        self._chance = np.empty((size, 4), dtype=np.int64)
        self.observations = np.empty((size, SIZE), dtype=np.uint8)
        self.offsets = np.empty(size + 1, dtype=np.int64)
        self.rewards = np.zeros((size, seats), dtype=np.float32)
        self.ended = np.zeros(size, dtype=np.bool_)
        self.results = np.zeros((size, columns.RESULT), dtype=np.int64)
        self._make_room(_LISTED * size)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Deal everything anew.

        Raises:
            BatchError: the seed is not a number from 0 to 2**31 - 1.
        """
        if not 0 <= seed < _SEEDS:
            raise BatchError("wrong_seed", f"a seed is a number from 0 to {_SEEDS - 1}, not {seed}")
        self._seed = seed
        self._positions[:] = 0
        self._kernels.deal_all(
            seed, self._level, self._hands, self._played, self._positions, self._orders,
            self._recent, self._cards, self._counts, self._dice,
        )  # fmt: skip
        chance = np.random.default_rng((seed, self.size))
        self._chance[:] = chance.integers(1, 1 << 32, self._chance.shape)
        self.rewards[:] = 0
        self.ended[:] = False
        self.results[:] = 0
        self.deals = 0
        self._look()

    def copy(self) -> Self:
        """Return a batch in the same state that goes its own way."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray) and name not in _SHARED:
                setattr(other, name, value.copy())
        return other

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """Who acts, by place."""
        return self._positions[:, self._kernels.columns.TURN]

    @property
    def levels(self) -> npt.NDArray[np.int64]:
        """The level rank, 0 for the 2, by place."""
        return self._positions[:, self._kernels.columns.LEVEL]

    @property
    def dealers(self) -> npt.NDArray[np.int64]:
        """The dealer, who led the first trick, by place."""
        return self._positions[:, self._kernels.columns.DEALER]

    @property
    def hands(self) -> npt.NDArray[np.uint8]:
        """All cards, hidden ones too, ``uint8[size, 6, 54]``: for critics, never for players."""
        return self._hands[:, :, FACES : FACES + 54].astype(np.uint8)

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """The allowed actions as masks, ``bool[size, ACTIONS]``; made anew when asked for."""
        found = np.zeros((self.size, ACTIONS), dtype=np.bool_)
        places = np.repeat(np.arange(self.size), np.diff(self.offsets))
        found[places, self.indices] = True
        return found

    @property
    def indices(self) -> npt.NDArray[np.int16]:
        """The numbers of the allowed actions, all places in turn."""
        return self._indices[: self.offsets[-1]]

    @property
    def features(self) -> npt.NDArray[np.uint8]:
        """The cards of the allowed actions as copies of each face."""
        return self._features[: self.offsets[-1]]

    @property
    def plays(self) -> npt.NDArray[np.uint8]:
        """The cards of the allowed actions as faces."""
        return self._plays[: self.offsets[-1]]

    def random_choices(self) -> npt.NDArray[np.int64]:
        """Choose one of the allowed actions at every place, each as likely as another."""
        self._kernels.choose_all(self.offsets, self._chance, self._choices)
        return self._choices

    def choices_of(self, indices: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return what ``step`` takes for actions given by their numbers.

        Raises:
            BatchError: an action is not allowed where it is to be taken.
        """
        numbers = self._checked(indices)
        place = self._kernels.find_all(self.offsets, self.indices, numbers, self._found)
        if place >= 0:
            raise _refused(place, f"action {numbers[place]}")
        return self._found

    def step(self, choices: npt.ArrayLike) -> None:
        """Act at every place.

        Args:
            choices: ``[size]``, which of the allowed actions: 0 for the first of its place.

        Raises:
            BatchError: there is no such action somewhere.
        """
        chosen = self._checked(choices)
        place = self._kernels.pick_all(self.offsets, self.plays, chosen, self._picked)
        if place >= 0:
            raise _refused(place, f"choice {chosen[place]}")
        self._step()

    def step_plays(self, plays: npt.ArrayLike) -> None:
        """Act at every place with cards of one's own choice, for abstract moves or any others.

        Args:
            plays: ``[size, 5]``, faces, ascending, then 255; 255 alone to pass.

        Raises:
            BatchError: a play is not allowed.
        """
        laid = np.ascontiguousarray(plays, dtype=np.uint8)
        if laid.shape != self._picked.shape:
            raise BatchError("wrong_size", f"expected plays [{self.size}, 5], not {laid.shape}")
        place = self._kernels.check_all(
            laid, self.rules.flags, self._tables, self._hands, self._positions, self._faces
        )
        if place >= 0:
            raise _refused(place, f"the play {laid[place].tolist()}")
        self._picked[:] = laid
        self._step()

    def _step(self) -> None:
        self._kernels.step_all(
            self._picked, self._seed, self._level, self.rules.flags, self._tables, self._payoffs,
            self._hands, self._played, self._positions, self._orders, self._recent, self.rewards,
            self.ended, self.results, self._cards, self._counts, self._dice, self._faces,
        )  # fmt: skip
        self.deals += int(np.count_nonzero(self.ended))
        self._look()

    def _look(self) -> None:
        """List what may be done, and observe."""
        while True:
            total = self._kernels.list_all(
                self._hands, self._positions, self.rules.flags, self._tables, self._masks,
                self._faces, self.offsets, self._indices, self._plays, self._features,
            )  # fmt: skip
            if total <= len(self._indices):
                break
            self._make_room(total + total // 2)
        self._kernels.observe_all(
            self.rules.flags, self.rules.counts_shown, self._hands, self._played, self._positions,
            self._orders, self._recent, self.observations,
        )  # fmt: skip

    def _make_room(self, size: int) -> None:
        self._indices = np.empty(size, dtype=np.int16)
        self._plays = np.empty((size, 5), dtype=np.uint8)
        self._features = np.empty((size, 54), dtype=np.uint8)

    def _checked(self, numbers: npt.ArrayLike) -> npt.NDArray[np.int64]:
        found = np.ascontiguousarray(numbers, dtype=np.int64)
        if found.shape != (self.size,):
            message = f"expected one action for each of {self.size} places, not {found.shape}"
            raise BatchError("wrong_size", message)
        return found


def _refused(place: int, what: str) -> BatchError:
    return BatchError("not_allowed", f"{what} is not allowed at place {place}", place=str(place))


def _payoffs(rules: Rules, reward: str) -> npt.NDArray[np.float32]:
    """Return the table that the kernels pay by."""
    found = np.zeros((2, 2 * rules.team_size + 1, 2), dtype=np.float32)
    for (dealers, outcome), points in rewards.outcomes(rules).items():
        found[int(dealers), outcome + rules.team_size] = rewards.of_teams(points, reward)
    return found


@cache
def _loaded() -> SimpleNamespace:
    """Load the kernels, compiling them if need be."""
    from types import SimpleNamespace  # noqa: PLC0415

    from daguai.research.kernels.compiling import announced  # noqa: PLC0415

    if not kernels.is_warm():
        kernels.warm_up()
    with announced():
        from daguai.research.kernels import (  # noqa: PLC0415  (compiled when first used)
            columns,
            listing,
            observing,
            stepping,
        )
    return SimpleNamespace(
        columns=columns,
        deal_all=stepping.deal_all,
        step_all=stepping.step_all,
        check_all=stepping.check_all,
        list_all=listing.list_all,
        choose_all=listing.choose_all,
        pick_all=listing.pick_all,
        find_all=listing.find_all,
        observe_all=observing.observe_all,
    )
