"""The master bot 大师: search in sampled worlds, with playouts to the end of the deal."""

from __future__ import annotations

from daguai.bots.master.bot import Master

__all__ = ["Master"]
