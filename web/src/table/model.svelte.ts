/** One player's doings at the table: what is selected, grouped, hinted, and sent. */
import { errorText } from "../app/errors";
import { untrack } from "svelte";
import { settings } from "../lib/settings.svelte";
import { recallJson, remember } from "../lib/storage";
import type { Action, HintItem } from "../lib/protocol";
import { m } from "../paraglide/messages.js";
import type { Arrangement, TableProps } from "./calls";
import { follow, notation, pick, type HandCard } from "./hand/cards";
import {
  dissolve,
  groupsKey,
  join,
  readGroups,
  split,
  writeGroups,
  type Groups,
} from "./hand/groups";
import { Selection } from "./hand/selection.svelte";
import { sortHand } from "./hand/stacks";
import { Judge } from "./judge.svelte";
import { dutyOf, raisedCard, type Duty } from "./scene";
import { nameAt } from "./people";
import { hintText } from "./words";

const ASK_AGAIN_MS = 1500;

export class TableModel {
  readonly selection = new Selection();
  readonly judge: Judge;
  /** A move is on its way; it is shown as made only when the server has it. */
  sending = $state(false);
  /** Something to tell above the buttons until the next touch. */
  note = $state("");
  #props: TableProps;
  #groups: Groups = $state.raw([]);
  /** How the hand was last arranged; of an older hand until the answer for the new one comes. */
  #arranged: Arrangement | null = $state.raw(null);
  #hints: readonly HintItem[] = [];
  #hintsFor = "";
  #hintAt = -1;
  /** The note says to pass: until it goes, that is what the hint is applied as. */
  #passHinted = false;

  #before: readonly HandCard[] = [];
  readonly cards = $derived.by(() => {
    const hand = this.#props.game.hand ?? "";
    const leaving = untrack(() => new Set(this.selection.ids));
    this.#before = follow(this.#before, hand, leaving);
    return this.#before;
  });
  readonly duty: Duty = $derived.by(() => dutyOf(this.#props.game));
  readonly raised = $derived.by(() => raisedCard(this.#props.game));
  readonly deal = $derived.by(
    () =>
      `${this.#props.table.match}.${this.#props.table.match_number}.${this.#props.game.view.deal}`,
  );
  readonly stacks = $derived.by(() =>
    sortHand(this.cards, {
      sort: settings.sort,
      ascending: settings.ascending,
      level: this.#props.game.view.level,
      groups: this.#groups,
      arranged: this.arrangement?.plays ?? null,
      raised: this.raised,
    }),
  );
  /** As text, so that what follows from it rests while only others move. */
  readonly #hand = $derived.by(() => this.#props.game.hand);
  /** The arrangement shown, where the hand is sorted so. */
  readonly arrangement = $derived.by(() =>
    settings.sort === "arranged" && this.cards.length > 0 ? this.#arranged : null,
  );
  readonly chosen = $derived.by(() => notation(this.selection.ids));
  readonly canGroup = $derived.by(() => this.selection.size > 1);
  readonly canDissolve = $derived.by(() =>
    split(this.cards, this.#groups).groups.some((group) =>
      group.some((card) => this.selection.has(card.id)),
    ),
  );
  readonly grouped = $derived.by(() => this.#groups.length > 0);

  /** Call while a component is being made: it keeps what follows from the game up to date. */
  constructor(props: TableProps) {
    this.#props = props;
    this.judge = new Judge((cards) => props.calls.judge(cards));
    $effect.pre(() => {
      this.#groups = readGroups(recallJson(groupsKey(props.table.id)), this.deal);
    });
    $effect.pre(() => {
      this.selection.keep(new Set(this.cards.map((card) => card.id)));
    });
    $effect(() => {
      const asks = props.game.view.phase === "play" && props.game.seat !== null;
      this.judge.consider(asks ? this.chosen : "", props.game.view);
    });
    $effect(() => {
      // A note is about the selection or the table as they were.
      void this.chosen;
      void props.game.seq;
      return () => {
        this.note = "";
        this.#passHinted = false;
      };
    });
    $effect(() => {
      if (settings.sort !== "arranged" || !this.#hand) return;
      let wanted = true;
      const ask = async (): Promise<void> => {
        try {
          const answer = await props.calls.arrange();
          if (wanted) this.#arranged = answer;
        } catch {
          // Asked too often, or cut off: the plays of before stand until it works again.
          if (wanted) timer = setTimeout(ask, ASK_AGAIN_MS);
        }
      };
      let timer = setTimeout(ask);
      return () => {
        wanted = false;
        clearTimeout(timer);
      };
    });
  }

  /** Whether the main button does something now. */
  get ready(): boolean {
    if (this.sending || this.selection.size === 0) return false;
    const { answer, waiting } = this.judge;
    switch (this.duty.kind) {
      case "lead":
      case "follow":
        return waiting || answer === null || (answer.legal && answer.beats !== false);
      case "pay":
      case "return":
        return this.selection.size === 1;
      case "offer":
        return this.selection.size === this.duty.count;
      default:
        return false;
    }
  }

  /** Do what the selection is for, or what was hinted; nothing when it is not one's turn. */
  async play(): Promise<void> {
    if (this.#passHinted && this.selection.size === 0) return this.pass();
    if (!this.ready) return;
    const cards = this.chosen;
    switch (this.duty.kind) {
      case "lead":
      case "follow":
        return this.#send({ type: "lay", cards });
      case "pay":
        return this.#send({ type: "tribute", card: cards });
      case "return":
        return this.#send({ type: "return", card: cards });
      case "offer":
        return this.#send({ type: "offer", cards });
    }
  }

  async pass(): Promise<void> {
    if (this.duty.kind === "follow") await this.#send({ type: "pass" });
  }

  async take(card: string): Promise<void> {
    if (this.duty.kind === "take") await this.#send({ type: "take", card });
  }

  async #send(action: Action): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      await this.#props.calls.act(action);
      if (action.type === "pass") this.selection.clear();
    } catch (error) {
      this.note = errorText(error);
    } finally {
      this.sending = false;
    }
  }

  /** Select the next sensible answer, the cheapest first, round and round. */
  async hint(): Promise<void> {
    if (this.duty.kind === "none" || this.duty.kind === "take") return;
    const { game, calls } = this.#props;
    const state = `${game.seq}|${game.hand}`;
    if (this.#hintsFor !== state) {
      try {
        this.#hints = await calls.hint();
      } catch (error) {
        this.note = errorText(error);
        return;
      }
      this.#hintsFor = state;
      this.#hintAt = -1;
    }
    if (this.#hints.length === 0) {
      this.selection.clear();
      this.#tell(m.table_verdict_no_hint());
      return;
    }
    this.#hintAt = (this.#hintAt + 1) % this.#hints.length;
    const hint = this.#hints[this.#hintAt];
    if (!hint) return;
    this.selection.replace(this.#ready(hint.cards) ?? pick(this.cards, hint.cards));
    const pass = hint.action.type === "pass";
    if (pass && this.#hints.length === 1 && hint.reason === "nothing_beats") {
      this.#tell(m.table_verdict_no_hint(), pass);
      return;
    }
    const { table } = this.#props;
    const name = (seat: number): string => nameAt(table, seat, game.seat);
    const said = [
      m.table_verdict_hint({ at: this.#hintAt + 1, of: this.#hints.length }),
      pass ? m.table_pass() : "",
      hintText(hint, name),
    ];
    this.#tell(said.filter(Boolean).join(" · "), pass);
  }

  /** The stack that is just these cards, so that a hint of a group chooses the group. */
  #ready(cards: string): string[] | null {
    const wanted = cards.split(" ").sort().join(" ");
    const stack = this.stacks.find(
      (each) =>
        each.kind !== "rank" &&
        each.cards
          .map((card) => card.face.text)
          .sort()
          .join(" ") === wanted,
    );
    return stack?.cards.map((card) => card.id) ?? null;
  }

  /** Say something about the selection just made, after the effects of making it. */
  #tell(text: string, pass = false): void {
    setTimeout(() => {
      this.note = text;
      this.#passHinted = pass;
    });
  }

  /** Put the selection down, and what was hinted. */
  clear(): void {
    this.selection.clear();
    this.note = "";
    this.#passHinted = false;
  }

  group(): void {
    this.#keep(join(this.cards, this.#groups, this.selection.ids));
    this.selection.clear();
  }

  dissolve(): void {
    this.#keep(dissolve(this.cards, this.#groups, this.selection.ids));
  }

  #keep(groups: Groups): void {
    this.#groups = groups;
    remember(groupsKey(this.#props.table.id), writeGroups(groups, this.deal));
  }
}
