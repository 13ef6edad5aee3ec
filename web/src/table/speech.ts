/** What happens, in words for those who listen. */
import { parseCards } from "../cards/faces";
import { cardNames } from "../cards/names";
import { m } from "../paraglide/messages.js";
import type { PublicEvent } from "../lib/protocol";
import { placeName } from "./people";
import { categoryName } from "../lib/texts";

export interface Listener {
  readonly name: (seat: number) => string;
  readonly seats: number;
  readonly level: string;
}

/** One event as a sentence; empty for events that need none. */
export function tell(event: PublicEvent, to: Listener): string {
  const cards = (text: string): string => cardNames(parseCards(text), to.level);
  switch (event.type) {
    case "deal_started":
      return m.table_live_deal({
        deal: event.number,
        level: event.levels[event.dealer % 2] ?? "",
        dealer: to.name(event.dealer),
      });
    case "tribute_refused":
      return m.table_tribute_refused();
    case "tribute_paid":
      return m.table_tribute_row({
        giver: to.name(event.giver),
        card: cards(event.card),
        receiver: to.name(event.receiver),
      });
    case "returned":
      return m.table_tribute_returned({
        receiver: to.name(event.receiver),
        card: cards(event.card),
        giver: to.name(event.giver),
      });
    case "play_started":
      return m.table_live_play_started({ name: to.name(event.leader) });
    case "laid": {
      const text = m.table_live_laid({
        name: to.name(event.seat),
        category: categoryName(event.category),
        cards: cards(event.cards),
      });
      return event.left ? m.table_live_left({ text, count: event.left }) : text;
    }
    case "passed":
      return m.table_live_passed({ name: to.name(event.seat) });
    case "finished":
      return m.table_live_finished({
        name: to.name(event.seat),
        place: placeName(event.placement, to.seats),
      });
    case "trick_ended":
      return m.table_live_trick({
        winner: to.name(event.winner),
        leader: to.name(event.leader),
      });
    default:
      return "";
  }
}
