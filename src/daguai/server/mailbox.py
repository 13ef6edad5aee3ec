"""One thing after another: what concerns a table, or a socket, is done in order of arrival."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

Job: TypeAlias = Callable[[], Awaitable[None]]
T = TypeVar("T")


class Mailbox:
    """Runs jobs in order, one at a time, and no task while there are none."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        """Begin empty; ``failed`` is told of jobs that raise, which stops nothing."""
        self._jobs: list[Job] = []  # short; an empty deque would take twenty times the memory
        self._failed = failed
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._jobs)

    @property
    def idle(self) -> bool:
        """Whether nothing is being done or waits."""
        return self._task is None

    def post(self, job: Job) -> None:
        """Do this after all that was posted before."""
        self._jobs.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def do(self, job: Callable[[], Awaitable[T]]) -> T:
        """Do this after all that was posted before, and return what it returns or raises.

        Never from within a job of the same mailbox, which would wait for itself.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def work() -> None:
            try:
                result = await job()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self.post(work)
        return await done

    async def drained(self) -> None:
        """Wait until nothing is left to do."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while self._jobs:
                job = self._jobs.pop(0)
                try:
                    await job()
                except Exception as error:
                    self._failed(error)
        finally:
            self._task = None
