import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Snapshot, TableState, Update, View } from "./protocol";
import { Session } from "./session.svelte";
import { remember } from "./storage";

class Socket {
  static last: Socket;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];

  constructor() {
    Socket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  say(...messages: object[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === type);
  }
}

const table = { id: "t", code: "K7QP", status: "playing", seats: [{ you: true }] };
const clock = { seat_deadlines: [], now: 0, per_move_ms: 0, next_deal_at: null };
const view = { rules: { scoring: "upgrade" }, to_act: [0] } as unknown as View;
const tableChanged = { type: "table", table: table as unknown as TableState };
const snapshot: Snapshot = {
  type: "view",
  table: "t",
  seq: 4,
  view,
  clock,
  played: null,
  seat: 0,
  hand: "3S",
};

const welcome = {
  type: "welcome",
  protocol: 1,
  player: { id: "p", name: "阿婆" },
  session: "s",
  table: null,
  bots: ["club"],
};

function update(seq: number): Update {
  return { type: "update", table: "t", seq, events: [{ type: "passed", seat: 1 }], view, clock };
}

let session: Session;

function arrive(): Socket {
  session.connect();
  const socket = Socket.last;
  socket.readyState = 1;
  socket.onopen?.();
  socket.say(welcome);
  return socket;
}

function done(request: Record<string, unknown> | undefined, to: string | null = null): object {
  return { type: "done", id: request?.id, table: to, code: null };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  remember("token", "secret");
  session = new Session(() => "ws://test/ws");
});
afterEach(() => {
  session.retire();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a session", () => {
  it("knows player, table and game as they are told", () => {
    arrive().say(tableChanged, snapshot);
    expect(session.player?.name).toBe("阿婆");
    expect(session.table?.code).toBe("K7QP");
    expect(session.game).toMatchObject({ seq: 4, hand: "3S" });
  });

  it("tells what happens with the game before and after it", () => {
    const heard: [number, number][] = [];
    const stop = session.onEvents((_, before, after) => heard.push([before.seq, after.seq]));
    const socket = arrive();
    socket.say(tableChanged, snapshot, update(5), update(5));
    stop();
    socket.say(update(6));
    expect(heard).toEqual([[4, 5]]);
    expect(session.game?.seq).toBe(6);
  });

  it("asks for a fresh view when it missed something", () => {
    const socket = arrive();
    socket.say(tableChanged, snapshot, update(7));
    expect(session.game?.seq).toBe(4);
    expect(socket.of("watch")).toMatchObject([{ table: "t" }]);
    socket.say({ ...snapshot, seq: 7 });
    expect(session.game?.seq).toBe(7);
  });

  it("returns to its table, after what it has seen", () => {
    const socket = arrive();
    socket.say(tableChanged, snapshot, update(5));
    socket.onclose?.();
    vi.advanceTimersByTime(600);
    expect(Socket.last).not.toBe(socket);
    Socket.last.readyState = 1;
    Socket.last.onopen?.();
    expect(Socket.last.sent[0]).toMatchObject({ type: "hello", table: "t", after: 5 });
  });

  it("acts on the state the player saw", () => {
    const socket = arrive();
    socket.say(tableChanged, snapshot);
    void session.act({ type: "pass" }).catch(() => undefined);
    expect(socket.of("act")).toMatchObject([{ seq: 4, action: { type: "pass" } }]);
  });

  it("forgets a table that closed, and says why", () => {
    arrive().say(tableChanged, snapshot, { type: "closed", table: "t", code: "no_spectators" });
    expect(session.table).toBeNull();
    expect(session.game).toBeNull();
    expect(session.closed).toBe("no_spectators");
  });

  it("knows whether one plays, and whether it is one's turn", () => {
    const socket = arrive();
    expect(session).toMatchObject({ playing: false, myTurn: false });
    socket.say(tableChanged, snapshot);
    expect(session).toMatchObject({ playing: true, myTurn: true });
    socket.say({ ...update(5), view: { ...view, to_act: [1] } });
    expect(session).toMatchObject({ playing: true, myTurn: false });
    socket.say({ ...snapshot, seat: null, hand: null });
    expect(session.playing).toBe(false);
  });

  it("remembers the match that it leaves running", () => {
    const socket = arrive();
    socket.say(tableChanged, snapshot);
    void session.leave().catch(() => undefined);
    expect(socket.of("leave")).toHaveLength(1);
    expect(session.table).toBeNull();
    expect(session.waitingTable).toBe("t");
  });

  it("hears no more of a table that it left", async () => {
    const socket = arrive();
    socket.say(tableChanged, snapshot);
    const left = session.leave();
    socket.say(tableChanged, snapshot, update(5));
    expect(session).toMatchObject({ table: null, game: null });
    socket.say(done(socket.of("leave")[0]));
    await left;
    socket.say(tableChanged);
    expect(session).toMatchObject({ table: null, waitingTable: "t" });
  });

  it("hears of it again when it goes back there", async () => {
    const socket = arrive();
    socket.say(tableChanged, snapshot);
    const left = session.leave();
    const back = session.ask({ type: "watch", table: "t" });
    socket.say(done(socket.of("leave")[0]), done(socket.of("watch")[0], "t"));
    socket.say(tableChanged, snapshot);
    await Promise.all([left, back]);
    expect(session.table?.id).toBe("t");
    expect(session.game?.hand).toBe("3S");
  });

  it("hears no more of the table before the one it is at", async () => {
    const socket = arrive();
    socket.say(tableChanged, snapshot);
    const asked = session.playNow();
    const other = { type: "table", table: { ...table, id: "u", code: "2222" } };
    socket.say(done(socket.of("play_now")[0], "u"), other, tableChanged, snapshot);
    await asked;
    expect(session.table?.id).toBe("u");
    expect(session.game).toBeNull();
  });

  it("does not return to a table that it left while the line was down", () => {
    const socket = arrive();
    socket.say(tableChanged, snapshot);
    socket.onclose?.();
    vi.advanceTimersByTime(600);
    Socket.last.readyState = 1;
    Socket.last.onopen?.();
    expect(Socket.last.of("hello")).toMatchObject([{ table: "t" }]);
    void session.leave();
    Socket.last.say(welcome, tableChanged, snapshot);
    expect(session).toMatchObject({ table: null, game: null });
    expect(Socket.last.of("leave")).toHaveLength(1);
    Socket.last.onclose?.();
    vi.advanceTimersByTime(600);
    Socket.last.readyState = 1;
    Socket.last.onopen?.();
    expect(Socket.last.of("hello")[0]?.table).toBeUndefined();
    Socket.last.say(welcome);
    expect(Socket.last.of("leave")).toHaveLength(0);
  });

  it("is at no table while it waits for people", async () => {
    const socket = arrive();
    socket.say(tableChanged, snapshot);
    const waiting = session.queueUp();
    socket.say({ type: "closed", table: "t", code: "left" });
    socket.say({ type: "queue", waiting: 1, position: 1, fills_at: 1 });
    socket.say(done(socket.of("quick_match")[0]));
    await waiting;
    socket.say(tableChanged, snapshot);
    expect(session).toMatchObject({ table: null, game: null, waitingTable: "t", closed: null });
    expect(session.queue?.waiting).toBe(1);
    socket.say({ type: "closed", table: "t", code: "unknown_table" });
    expect(session.waitingTable).toBeNull();
  });

  it("stays at its table where it may not wait for people", async () => {
    const socket = arrive();
    socket.say(tableChanged, snapshot);
    const refused = expect(session.queueUp()).rejects.toMatchObject({ code: "rate_limited" });
    const id = socket.of("quick_match")[0]?.id;
    socket.say({ type: "refused", id, code: "rate_limited", message: "", details: {} });
    await refused;
    expect(session.table?.id).toBe("t");
  });

  it("still knows the match that waits when it leaves another table", () => {
    const socket = arrive();
    socket.say({ ...welcome, table: "u" }, { ...tableChanged, table: { ...table, seats: [] } });
    void session.leave().catch(() => undefined);
    expect(session.waitingTable).toBe("u");
  });

  it("has the seat that its table gives it, whether or not a view follows", () => {
    const socket = arrive();
    const seats = [{ you: false }, { you: false }];
    const finished = { ...table, status: "finished", seats };
    socket.say({ type: "table", table: finished }, { ...snapshot, seat: null, hand: null });
    expect(session.game?.seat).toBeNull();
    socket.say({ type: "table", table: { ...finished, seats: [{ you: false }, { you: true }] } });
    expect(session.game?.seat).toBe(1);
    socket.say({ ...snapshot, seat: 1, hand: "4S" });
    expect(session.game).toMatchObject({ seat: 1, hand: "4S" });
    socket.say({ type: "table", table: finished });
    expect(session.game).toMatchObject({ seat: null, hand: null });
  });

  it("waits in the queue until it is out of it", () => {
    const socket = arrive();
    socket.say({ type: "queue", waiting: 2, position: 1, fills_at: 1 });
    expect(session.queue?.waiting).toBe(2);
    socket.say({ type: "queue", waiting: 1, position: 0, fills_at: 0 });
    expect(session.queue).toBeNull();
  });

  it("learns of the match that waits for it without opening a socket", async () => {
    const me = { player: { id: "p", name: "阿婆" }, account: null, table: "t", bots: ["club"] };
    const answer = { ok: true, text: () => Promise.resolve(JSON.stringify(me)) };
    const fetched = vi.fn(() => Promise.resolve(answer));
    vi.stubGlobal("fetch", fetched);
    await session.acquaint();
    expect(fetched).toHaveBeenCalledOnce();
    expect(session).toMatchObject({ link: "idle", waitingTable: "t", player: { name: "阿婆" } });
  });

  it("begins as a newcomer where the server has forgotten it", async () => {
    const text = () => Promise.resolve(JSON.stringify({ code: "unknown_token", message: "" }));
    vi.stubGlobal("fetch", () => Promise.resolve({ ok: false, status: 401, text }));
    await session.acquaint();
    expect(session.known).toBe(false);
  });

  it("does not wait for a server that does not know it", async () => {
    session.connect();
    const waited = expect(session.online()).rejects.toMatchObject({ code: "unknown_player" });
    Socket.last.readyState = 1;
    Socket.last.onopen?.();
    Socket.last.say({ type: "error", code: "unknown_token", message: "" });
    await waited;
  });
});
