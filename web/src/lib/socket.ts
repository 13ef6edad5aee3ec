import {
  PROTOCOL_VERSION,
  type Accepted,
  type Arranged,
  type ClientMessage,
  type Done,
  type Hello,
  type Hinted,
  type Judged,
  type Refused,
  type ServerMessage,
  type Welcome,
} from "./protocol";

/**
 * How the connection stands.
 *
 * - `idle`: not wanted yet.
 * - `connecting`, `online`: what they say.
 * - `waiting`: lost, trying again by itself.
 * - `taken_over`: another window of the same player is in use; waits for `start`.
 * - `outdated`: this page is older or newer than the server; it must be loaded again.
 * - `unknown_player`: the server does not know our token.
 */
export type Link =
  "idle" | "connecting" | "online" | "waiting" | "taken_over" | "outdated" | "unknown_player";

export type Request = Extract<ClientMessage, { id: string }>;
export type RequestBody = Request extends infer R
  ? R extends Request
    ? Omit<R, "id">
    : never
  : never;
export type Answer = Accepted | Arranged | Done | Hinted | Judged;

/** Why a request came to nothing: refused by the server, or never answered. */
export class RequestError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly details: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** The part of `WebSocket` that is used, so that tests can stand in for it. */
export interface SocketLike {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface ConnectionOptions {
  url: () => string;
  /** Who we are and where we were; asked at each connecting. */
  hello: () => Omit<Hello, "type" | "protocol">;
  /** Everything the server says, answers to requests included. */
  receive: (message: ServerMessage) => void;
  link: (link: Link) => void;
  open?: (url: string) => SocketLike;
  random?: () => number;
}

export const TIMES = {
  /** Greeting included. */
  connect: 10_000,
  answer: 10_000,
  /** Hints and arrangements have to be thought of, and a busy server thinks for many. */
  thought: 60_000,
  /** An action is sent again after reconnecting, so it may take longer. */
  action: 60_000,
  /** Silence after which we ask whether the server is there, and after which it is not. */
  quiet: 12_000,
  dead: 22_000,
  tick: 2_000,
  /** How long a page that was asleep waits for a sign of life. */
  wake: 3_000,
  backoff: [500, 1_000, 2_000, 4_000, 6_000],
} as const;

/** Refusals of the greeting that trying again cannot mend. */
const FATAL: Record<string, Link> = {
  wrong_protocol: "outdated",
  unknown_token: "unknown_player",
};

const OPEN = 1;

interface Pending {
  message: Request;
  /** Sent again after reconnecting: its id makes that harmless. */
  again: boolean;
  resolve: (answer: Answer) => void;
  reject: (error: RequestError) => void;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * One player's socket: it reconnects by itself, notices a dead line, matches answers to
 * requests and sends an unanswered action again, under its old id, after reconnecting.
 */
export class Connection {
  #options: ConnectionOptions;
  #socket: SocketLike | null = null;
  #link: Link = "idle";
  #pending = new Map<string, Pending>();
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #asked = 0;
  #sent = 0;
  #name: string;
  #bestTrip = Infinity;
  #offset = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#name = randomName();
  }

  get link(): Link {
    return this.#link;
  }

  /** Milliseconds to add to this device's clock to get the server's. */
  get offset(): number {
    return this.#offset;
  }

  /** Connect, or take the connection back from another window. */
  start(): void {
    if (this.#socket || this.#link === "connecting" || this.#link === "online") return;
    this.#attempts = 0;
    this.#connect();
  }

  /** Hang up and stay so; what is unanswered has failed. */
  stop(): void {
    this.#end("idle");
  }

  /** The device woke up or found a network: find out at once whether the line still lives. */
  wake(): void {
    if (this.#link === "waiting") {
      this.#attempts = 0;
      this.#connect();
    } else if (this.#link === "online") {
      this.#ping();
      this.#expect(TIMES.wake);
    }
  }

  /**
   * Ask for something; resolves with the answer.
   *
   * `again` sends the request anew, under the same id, when the connection was lost before the
   * answer came; `wait` is how long it may take. Rejects with a `RequestError`: the server's refusal, `disconnected` or `timeout`.
   */
  request(body: RequestBody, options: { again?: boolean; wait?: number } = {}): Promise<Answer> {
    const again = options.again ?? false;
    const id = `${this.#name}-${++this.#sent}`;
    const message = { ...body, id } as Request;
    return new Promise((resolve, reject) => {
      if (this.#link !== "online" && !(again && this.#returning())) {
        reject(new RequestError("disconnected", "there is no connection to the server"));
        return;
      }
      const timer = setTimeout(
        () => this.#settle(id)?.reject(new RequestError("timeout", "the server did not answer")),
        options.wait ?? (again ? TIMES.action : TIMES.answer),
      );
      this.#pending.set(id, { message, again, resolve, reject, timer });
      if (this.#link === "online") this.#send(message);
    });
  }

  /** Whether a lost connection will be tried again without anybody's help. */
  #returning(): boolean {
    return this.#link === "connecting" || this.#link === "waiting";
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#become("connecting");
    let socket: SocketLike;
    try {
      const open = this.#options.open ?? ((url) => new WebSocket(url) as unknown as SocketLike);
      socket = open(this.#options.url());
    } catch {
      this.#again();
      return;
    }
    this.#socket = socket;
    socket.onopen = () =>
      this.#send({ type: "hello", protocol: PROTOCOL_VERSION, ...this.#options.hello() });
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#hear(event.data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
    socket.onerror = () => undefined; // `close` follows and says all there is to say
    this.#expect(TIMES.connect);
  }

  #hear(data: unknown): void {
    this.#heard = Date.now();
    if (this.#link === "online") clearTimeout(this.#deadline);
    let message: ServerMessage;
    try {
      message = JSON.parse(String(data)) as ServerMessage;
    } catch {
      return;
    }
    switch (message.type) {
      case "welcome":
        this.#welcomed(message);
        return;
      case "taken_over":
        this.#end("taken_over");
        break;
      case "error": {
        const fate = this.#link === "connecting" ? FATAL[message.code] : undefined;
        if (fate) this.#end(fate);
        break;
      }
      case "pong":
        this.#measure(message.t, message.now);
        break;
      case "accepted":
      case "done":
      case "judged":
      case "hinted":
      case "arranged":
        this.#settle(message.id)?.resolve(message);
        break;
      case "refused":
        this.#settle(message.id)?.reject(refusal(message));
        break;
    }
    this.#options.receive(message);
  }

  #welcomed(message: Welcome): void {
    clearTimeout(this.#deadline);
    this.#attempts = 0;
    this.#asked = this.#heard;
    this.#bestTrip = Infinity;
    this.#become("online");
    for (const { message: unanswered } of this.#pending.values()) this.#send(unanswered);
    this.#options.receive(message);
    this.#ping();
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#tick(), TIMES.tick);
  }

  #tick(): void {
    const now = Date.now();
    if (now - this.#heard > TIMES.dead) this.#lost();
    else if (now - this.#heard > TIMES.quiet && now - this.#asked > TIMES.quiet) this.#ping();
  }

  #ping(): void {
    this.#asked = Date.now();
    this.#send({ type: "ping", t: this.#asked });
  }

  /** The quickest round trip tells the server's clock best. */
  #measure(sent: number, serverNow: number): void {
    const now = Date.now();
    const trip = now - sent;
    if (trip > this.#bestTrip) return;
    this.#bestTrip = trip;
    this.#offset = Math.round(serverNow + trip / 2 - now);
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #expect(time: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#lost(), time);
  }

  #settle(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending) {
      clearTimeout(pending.timer);
      this.#pending.delete(id);
    }
    return pending;
  }

  #lost(): void {
    this.#drop();
    for (const [id, pending] of [...this.#pending]) {
      if (pending.again) continue;
      this.#settle(id)?.reject(new RequestError("disconnected", "the connection was lost"));
    }
    this.#again();
  }

  #again(): void {
    const steps = TIMES.backoff;
    const step = steps[Math.min(this.#attempts, steps.length - 1)] ?? 0;
    const random = (this.#options.random ?? Math.random)();
    this.#attempts += 1;
    this.#become("waiting");
    // Half of the wait is chance, so that a restarted server is not met by everybody at once.
    this.#retry = setTimeout(() => this.#connect(), step * (0.5 + random / 2));
  }

  #end(link: Link): void {
    this.#drop();
    clearTimeout(this.#retry);
    for (const id of [...this.#pending.keys()]) {
      this.#settle(id)?.reject(new RequestError("disconnected", "the connection was closed"));
    }
    this.#become(link);
  }

  #drop(): void {
    clearTimeout(this.#deadline);
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #become(link: Link): void {
    if (this.#link === link) return;
    this.#link = link;
    this.#options.link(link);
  }
}

function refusal(message: Refused): RequestError {
  return new RequestError(message.code, message.message, message.details);
}

/** Sixteen characters that no other window has; works without a secure context, too. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
