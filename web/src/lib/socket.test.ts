import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerMessage } from "./protocol";
import { Connection, type Link, RequestError, type SocketLike, TIMES } from "./socket";

class FakeSocket implements SocketLike {
  static all: FakeSocket[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: { type: string; id?: string; [key: string]: unknown }[] = [];

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown): void {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }
  welcome(): void {
    this.open();
    this.say({
      type: "welcome",
      protocol: 1,
      player: { id: "p", name: "阿婆" },
      session: "s",
      table: null,
      bots: ["club"],
    });
  }
  break(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
  only(type: string): { type: string; id?: string; [key: string]: unknown }[] {
    return this.sent.filter((message) => message.type === type);
  }
}

function last(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error("no socket was opened");
  return socket;
}

let links: Link[];
let heard: ServerMessage[];
let place: { table: string; after: number } | undefined;

function connection(): Connection {
  return new Connection({
    url: () => "ws://test/ws",
    hello: () => ({ token: "secret", ...place }),
    receive: (message) => heard.push(message),
    link: (link) => links.push(link),
    open: (url) => new FakeSocket(url),
    random: () => 1,
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  FakeSocket.all = [];
  links = [];
  heard = [];
  place = undefined;
});
afterEach(() => {
  vi.useRealTimers();
});

describe("greeting", () => {
  it("says hello with the token and where it was, and is online after welcome", () => {
    place = { table: "t1", after: 7 };
    const line = connection();
    line.start();
    last().welcome();
    expect(last().sent[0]).toEqual({
      type: "hello",
      protocol: 1,
      token: "secret",
      table: "t1",
      after: 7,
    });
    expect(links).toEqual(["connecting", "online"]);
    expect(heard.map((message) => message.type)).toEqual(["welcome"]);
  });

  it("gives a silent server up and tries again", () => {
    connection().start();
    last().open();
    vi.advanceTimersByTime(TIMES.connect);
    expect(links).toEqual(["connecting", "waiting"]);
    vi.advanceTimersByTime(TIMES.backoff[0]);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it.each([
    ["wrong_protocol", "outdated"],
    ["unknown_token", "unknown_player"],
  ])("does not try again after %s", (code, link) => {
    connection().start();
    last().open();
    last().say({ type: "error", code, message: "" });
    last().break();
    vi.advanceTimersByTime(600_000);
    expect(links.at(-1)).toBe(link);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe("requests", () => {
  it("resolve with the answer of the same id", async () => {
    const line = connection();
    line.start();
    last().welcome();
    const one = line.request({ type: "judge", cards: "3S" });
    const two = line.request({ type: "judge", cards: "4S" });
    const [first, second] = last().only("judge");
    expect(first?.id).not.toBe(second?.id);
    last().say({ type: "judged", id: second?.id, legal: true });
    last().say({ type: "judged", id: first?.id, legal: false });
    await expect(one).resolves.toMatchObject({ legal: false });
    await expect(two).resolves.toMatchObject({ legal: true });
  });

  it("reject with the server's reason", async () => {
    const line = connection();
    line.start();
    last().welcome();
    const sat = line.request({ type: "sit", seat: 2 });
    last().say({
      type: "refused",
      id: last().only("sit")[0]?.id,
      code: "seat_taken",
      message: "taken",
      details: { seat: "2" },
    });
    await expect(sat).rejects.toMatchObject({ code: "seat_taken", details: { seat: "2" } });
  });

  it("fail at once without a connection, and when it is lost", async () => {
    const line = connection();
    await expect(line.request({ type: "start" })).rejects.toBeInstanceOf(RequestError);
    line.start();
    last().welcome();
    const asked = line.request({ type: "start" });
    last().break();
    await expect(asked).rejects.toMatchObject({ code: "disconnected" });
  });

  it("fail when nobody answers", async () => {
    const line = connection();
    line.start();
    last().welcome();
    const asked = line.request({ type: "hint" });
    const failed = expect(asked).rejects.toMatchObject({ code: "timeout" });
    for (let waited = 0; waited < TIMES.answer; waited += 1000) {
      vi.advanceTimersByTime(1000);
      last().say({ type: "pong", t: Date.now(), now: Date.now() });
    }
    await failed;
  });
});

describe("an action", () => {
  it("is sent again under its id after reconnecting, until it is answered", async () => {
    const line = connection();
    line.start();
    last().welcome();
    const act = line.request({ type: "act", seq: 3, action: { type: "pass" } }, { again: true });
    const sent = last().only("act")[0];
    last().break();
    vi.advanceTimersByTime(TIMES.backoff[0]);
    last().welcome();
    expect(FakeSocket.all).toHaveLength(2);
    expect(last().only("act")).toEqual([sent]);
    last().say({ type: "accepted", id: sent?.id, seq: 4 });
    await expect(act).resolves.toMatchObject({ seq: 4 });
    last().break();
    vi.advanceTimersByTime(TIMES.backoff[0]);
    last().welcome();
    expect(last().only("act")).toEqual([]);
  });

  it("begun while reconnecting goes out with the welcome", async () => {
    const line = connection();
    line.start();
    last().welcome();
    last().break();
    const act = line.request({ type: "act", seq: 3, action: { type: "pass" } }, { again: true });
    vi.advanceTimersByTime(TIMES.backoff[0]);
    last().welcome();
    last().say({ type: "accepted", id: last().only("act")[0]?.id, seq: 4 });
    await expect(act).resolves.toMatchObject({ seq: 4 });
  });

  it("is given up after a minute", async () => {
    const line = connection();
    line.start();
    last().welcome();
    const act = line.request({ type: "act", seq: 3, action: { type: "pass" } }, { again: true });
    const failed = expect(act).rejects.toMatchObject({ code: "timeout" });
    last().break();
    vi.advanceTimersByTime(TIMES.action);
    await failed;
  });
});

describe("a lost connection", () => {
  it("is tried again after longer and longer waits, forgotten by the next welcome", () => {
    connection().start();
    last().welcome();
    for (const wait of [...TIMES.backoff, TIMES.backoff.at(-1) ?? 0]) {
      const before = FakeSocket.all.length;
      last().break();
      vi.advanceTimersByTime(wait - 1);
      expect(FakeSocket.all).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
    }
    last().welcome();
    last().break();
    const before = FakeSocket.all.length;
    vi.advanceTimersByTime(TIMES.backoff[0]);
    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  it("is noticed by silence", () => {
    connection().start();
    last().welcome();
    vi.advanceTimersByTime(TIMES.quiet + 2 * TIMES.tick);
    expect(last().only("ping")).toHaveLength(2);
    vi.advanceTimersByTime(TIMES.dead);
    expect(links).toContain("waiting");
  });

  it("is not suspected while the server answers pings", () => {
    connection().start();
    last().welcome();
    for (let round = 0; round < 100; round++) {
      vi.advanceTimersByTime(TIMES.tick);
      for (const ping of last().only("ping")) {
        last().say({ type: "pong", t: ping.t, now: Date.now() });
      }
      last().sent = [];
    }
    expect(links).toEqual(["connecting", "online"]);
  });

  it("is found out quickly when the device wakes up", () => {
    const line = connection();
    line.start();
    last().welcome();
    line.wake();
    vi.advanceTimersByTime(TIMES.wake);
    expect(line.link).toBe("waiting");
    line.wake();
    expect(line.link).toBe("connecting");
  });

  it("survives a wake when the server answers", () => {
    const line = connection();
    line.start();
    last().welcome();
    line.wake();
    last().say({ type: "pong", t: Date.now(), now: Date.now() });
    vi.advanceTimersByTime(TIMES.wake);
    expect(line.link).toBe("online");
  });
});

describe("another window", () => {
  it("takes over for good, until it is asked back", () => {
    const line = connection();
    line.start();
    last().welcome();
    last().say({ type: "taken_over" });
    last().break();
    vi.advanceTimersByTime(600_000);
    expect(line.link).toBe("taken_over");
    expect(FakeSocket.all).toHaveLength(1);
    line.start();
    last().welcome();
    expect(line.link).toBe("online");
  });
});

describe("what the server says", () => {
  it("may be nonsense without harm", () => {
    const line = connection();
    line.start();
    last().welcome();
    last().say("{");
    expect(line.link).toBe("online");
  });

  it("sets the clock by the quickest round trip", () => {
    const line = connection();
    line.start();
    last().welcome();
    const asked = Date.now();
    vi.advanceTimersByTime(100);
    last().say({ type: "pong", t: asked, now: asked + 5_050 });
    expect(line.offset).toBe(5_000);
    vi.advanceTimersByTime(900);
    last().say({ type: "pong", t: asked, now: asked + 9_000 });
    expect(line.offset).toBe(5_000);
  });
});
