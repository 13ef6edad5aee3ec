import { authorise, type Credentials, whoAmI } from "./api";
import { enter, follow, type Game, onTurn, seated, wind } from "./game";
import type {
  Action,
  Arranged,
  BotLevel,
  Done,
  Hinted,
  Judged,
  Phrase,
  Player,
  PublicEvent,
  Queue,
  Said,
  ServerMessage,
  Settings,
  TableState,
} from "./protocol";
import { Connection, type Link, type RequestBody, RequestError, TIMES } from "./socket";
import { forget, recall, remember } from "./storage";

/** Told of what happened, with the game before and after it. */
export type EventListener = (events: readonly PublicEvent[], before: Game, after: Game) => void;

/**
 * Everything the page knows of its player and table, as the server tells it; reactive.
 *
 * It decides nothing: what one does is asked of the server, and shown when the server says so.
 */
export class Session {
  link: Link = $state("idle");
  player: Player | null = $state(null);
  /** Bots to choose from, weakest first. */
  bots: readonly BotLevel[] = $state.raw([]);
  /** A running match that holds a seat for us, by its table's id. */
  waitingTable: string | null = $state(null);
  table: TableState | null = $state.raw(null);
  game: Game | null = $state.raw(null);
  queue: Queue | null = $state.raw(null);
  /** Why the last table closed; cleared by whoever tells the player. */
  closed: string | null = $state(null);

  #token: string | null = $state(null);
  #line: Connection;
  /** The table left last: until we go there again, what it still says is not for us. */
  #left: string | null = null;
  /** The table that the last greeting asked to return to. */
  #greeted: string | null = null;
  #eventListeners: EventListener[] = [];
  #saidListeners: ((said: Said) => void)[] = [];
  #waiting: { resolve: () => void; reject: (error: RequestError) => void }[] = [];

  constructor(url: () => string) {
    this.#token = recall("token");
    authorise(this.#token);
    this.#line = new Connection({
      url,
      hello: () => this.#hello(),
      receive: (message) => this.#receive(message),
      link: (link) => this.#linked(link),
    });
  }

  /** Whether this device belongs to a player already. */
  get known(): boolean {
    return this.#token !== null;
  }

  /** Whether one has a seat in the match that goes on at the table. */
  get playing(): boolean {
    return this.table?.status === "playing" && this.game !== null && this.game.seat !== null;
  }

  get myTurn(): boolean {
    return this.game !== null && onTurn(this.game);
  }

  /** The server's clock, in ms since 1970. */
  now(): number {
    return Date.now() + this.#line.offset;
  }

  /** Become the player whom a token proves. */
  become({ player, token }: Credentials): void {
    this.#line.stop();
    this.#token = token;
    remember("token", token);
    authorise(token);
    this.player = player;
  }

  /** Be nobody on this device. */
  retire(): void {
    this.#line.stop();
    this.#token = null;
    forget("token");
    authorise(null);
    this.player = null;
    this.table = this.game = this.queue = null;
    this.waitingTable = null;
  }

  /**
   * Open the socket, or take it back from another window.
   *
   * A player has one: whoever opens it ends what another window does. So only what is done at a
   * table, or on the way to one, may call this; what a page shows of its player comes by
   * `acquaint`, which disturbs nobody.
   */
  connect(): void {
    if (this.known) this.#line.start();
  }

  /** Learn who we are and which match waits for us, without a socket. */
  async acquaint(): Promise<void> {
    if (!this.known) return;
    const asked = this.#token;
    try {
      const me = await whoAmI();
      if (asked !== this.#token) return;
      this.player = me.player;
      this.bots = me.bots;
      this.waitingTable = me.table;
    } catch (error) {
      const code = error instanceof RequestError ? error.code : "";
      // The server does not know us, as after its data was removed: begin as a newcomer.
      if (code === "unknown_token" && asked === this.#token) this.retire();
    }
  }

  /** The device woke up, or its network returned. */
  wake(): void {
    this.#line.wake();
  }

  /** Resolves once the server has greeted us; rejects when it will not, or is out of reach. */
  online(): Promise<void> {
    if (this.link === "online") return Promise.resolve();
    return new Promise((resolve, reject) => {
      const lost = new RequestError("disconnected", "the server cannot be reached");
      const timer = setTimeout(() => reject(lost), TIMES.connect);
      this.#waiting.push({
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
    });
  }

  onEvents(listener: EventListener): () => void {
    this.#eventListeners = [...this.#eventListeners, listener];
    return () => {
      this.#eventListeners = this.#eventListeners.filter((other) => other !== listener);
    };
  }

  onSaid(listener: (said: Said) => void): () => void {
    this.#saidListeners = [...this.#saidListeners, listener];
    return () => {
      this.#saidListeners = this.#saidListeners.filter((other) => other !== listener);
    };
  }

  /** Ask the table or the server for something; rejects with a `RequestError`. */
  async ask(body: RequestBody): Promise<Done> {
    return (await this.#line.request(body)) as Done;
  }

  async playNow(settings: Settings | null = null): Promise<Done> {
    return this.ask({ type: "play_now", settings });
  }

  /** Do something in the match; resolves when it is recorded. */
  async act(action: Action): Promise<void> {
    const seq = this.game?.seq ?? 0;
    await this.#line.request({ type: "act", seq, action }, { again: true });
  }

  async judge(cards: string): Promise<Judged> {
    return (await this.#line.request({ type: "judge", cards })) as Judged;
  }

  async hint(after = 0): Promise<Hinted> {
    return (await this.#line.request({ type: "hint", after }, { wait: TIMES.thought })) as Hinted;
  }

  /** The own hand as plays, in the fewest turns 理牌. */
  async arrange(): Promise<Arranged> {
    return (await this.#line.request({ type: "arrange" }, { wait: TIMES.thought })) as Arranged;
  }

  async say(phrase: Phrase): Promise<void> {
    await this.ask({ type: "say", phrase });
  }

  /** Leave the table; a seat in a running match stays ours. */
  async leave(): Promise<void> {
    const left = this.table;
    this.#depart();
    if (left && this.link === "online") await this.ask({ type: "leave" });
  }

  /** Wait for people to play with; who waits is at no table. */
  async queueUp(): Promise<void> {
    await this.ask({ type: "quick_match" });
  }

  #depart(): void {
    const left = this.table;
    this.table = this.game = null;
    if (!left) return;
    this.#left = left.id;
    const kept = left.status === "playing" && left.seats.some((seat) => seat.you);
    if (kept) this.waitingTable = left.id;
    else if (this.waitingTable === left.id) this.waitingTable = null;
  }

  #hello(): { token: string; table?: string; after?: number } {
    const token = this.#token ?? "";
    this.#greeted = this.table?.id ?? null;
    if (!this.table) return { token };
    if (!this.game) return { token, table: this.table.id };
    return { token, table: this.table.id, after: this.game.seq };
  }

  #linked(link: Link): void {
    this.link = link;
    if (link !== "online") this.queue = null;
    if (link === "unknown_player" || link === "outdated" || link === "taken_over") {
      const error = new RequestError(link, `the connection is ${link}`);
      for (const one of this.#waiting.splice(0)) one.reject(error);
    }
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.player = message.player;
        this.bots = message.bots;
        this.waitingTable = message.table;
        for (const one of this.#waiting.splice(0)) one.resolve();
        // Left while the greeting was on its way: the server has let us in again.
        if (this.#greeted !== null && this.#greeted === this.#left) {
          this.ask({ type: "leave" }).catch(() => undefined);
        }
        break;
      case "done":
        if (message.table !== null) this.#goTo(message.table);
        break;
      case "table":
        if (message.table.id === this.#left) break;
        if (this.game?.table !== message.table.id) this.game = null;
        else this.game = seated(this.game, message.table);
        this.table = message.table;
        this.queue = null;
        break;
      case "view":
        if (message.table !== this.#left) this.game = enter(message);
        break;
      case "update":
        if (this.game) this.#follow(this.game, message);
        break;
      case "clock":
        if (this.game) this.game = wind(this.game, message);
        break;
      case "said":
        for (const listener of this.#saidListeners) listener(message);
        break;
      case "queue":
        this.queue = message.position > 0 ? message : null;
        break;
      case "closed":
        if (message.code === "left") {
          if (this.table?.id === message.table) this.#depart();
          break;
        }
        if (this.waitingTable === message.table) this.waitingTable = null;
        if (this.table?.id === message.table) {
          this.table = this.game = null;
          this.closed = message.code;
        }
        break;
    }
  }

  /** What was asked leads to a table, away from any other. */
  #goTo(table: string): void {
    if (this.table && this.table.id !== table) this.#left = this.table.id;
    else if (this.#left === table) this.#left = null;
  }

  #follow(before: Game, update: Extract<ServerMessage, { type: "update" }>): void {
    const after = follow(before, update);
    if (after === before) return;
    if (after === null) {
      // Something was missed: look at the table afresh.
      this.ask({ type: "watch", table: before.table }).catch(() => undefined);
      return;
    }
    this.game = after;
    for (const listener of this.#eventListeners) listener(update.events, before, after);
  }
}

function socketUrl(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

export const session = new Session(socketUrl);
