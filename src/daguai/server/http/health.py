"""Whether tables can be played, and numbers about it."""

from __future__ import annotations

from starlette.responses import Response

from daguai.server.http.endpoint import Call
from daguai.server.http.shapes import Health
from daguai.server.metrics import MEDIA
from daguai.server.refusal import Refusal


async def health(call: Call) -> Health:
    """Answer when the fast core is compiled and the store has just written something durably."""
    hub = call.hub
    if not hub.ready:
        raise Refusal("starting", "the fast core is being compiled")
    await hub.pulse.feel(hub.now())
    return Health("ready", len(hub.tables.rooms), len(hub.sessions))


async def metrics(call: Call) -> Response:
    """Return what is counted and measured."""
    return Response(call.hub.metrics.text(), media_type=MEDIA)
