/** Which cards are chosen, and what a finger dragged over them does. */
import { SvelteSet } from "svelte/reactivity";

export class Selection {
  readonly ids = new SvelteSet<string>();
  /** While a finger is down: whether what it touches becomes chosen or not. */
  #painting: boolean | null = null;
  #painted = new Set<string>();

  get size(): number {
    return this.ids.size;
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  toggle(id: string): void {
    if (!this.ids.delete(id)) this.ids.add(id);
  }

  /** Choose all of some cards, or none of them when all were chosen. */
  toggleAll(ids: readonly string[]): void {
    const all = ids.every((id) => this.ids.has(id));
    for (const id of ids) {
      if (all) this.ids.delete(id);
      else this.ids.add(id);
    }
  }

  replace(ids: Iterable<string>): void {
    this.ids.clear();
    for (const id of ids) this.ids.add(id);
  }

  clear(): void {
    this.ids.clear();
  }

  /** Forget cards that are no longer held. */
  keep(held: ReadonlySet<string>): void {
    for (const id of [...this.ids]) if (!held.has(id)) this.ids.delete(id);
  }

  /** A finger goes down on a card: the first card decides what the whole stroke does. */
  begin(id: string): void {
    this.#painting = !this.ids.has(id);
    this.#painted.clear();
    this.paint(id);
  }

  paint(id: string): void {
    if (this.#painting === null || this.#painted.has(id)) return;
    this.#painted.add(id);
    if (this.#painting) this.ids.add(id);
    else this.ids.delete(id);
  }

  /** The finger is lifted; tells how many cards it touched. */
  end(): number {
    const touched = this.#painted.size;
    this.#painting = null;
    this.#painted.clear();
    return touched;
  }

  get stroking(): boolean {
    return this.#painting !== null;
  }
}
