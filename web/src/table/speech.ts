/** What happens, in words for those who listen. */
import { parseCards } from "../cards/faces";
import { cardNames } from "../cards/names";
import { m } from "../paraglide/messages.js";
import type { PublicEvent } from "../lib/protocol";
import { placeName } from "./people";
import { categoryName } from "../lib/texts";
import { clauseText, dealTitle, matchTitle } from "./words";

export interface Listener {
  readonly name: (seat: number) => string;
  /** The listener's own seat: what they do themselves is told to them as such. */
  readonly own?: number | null;
  readonly seats: number;
  readonly level: string;
}

/** Texts one after another, without the stop that follows the last. */
function sentences(...texts: string[]): string {
  return texts.map((text) => text.replace(/[。.！!]$/, "")).join(m.table_live_stop());
}

/** One event in words. */
export function tell(event: PublicEvent, to: Listener): string {
  const cards = (text: string): string => cardNames(parseCards(text), to.level);
  const own = (seat: number): boolean => seat === to.own;
  switch (event.type) {
    case "deal_started": {
      const deal = { deal: event.number, level: event.levels[event.dealer % 2] ?? "" };
      if (own(event.dealer)) return m.table_live_deal_you(deal);
      return m.table_live_deal({ ...deal, dealer: to.name(event.dealer) });
    }
    case "tribute_refused":
      return m.table_tribute_refused();
    case "tribute_paid": {
      const card = cards(event.card);
      const [giver, receiver] = [to.name(event.giver), to.name(event.receiver)];
      if (own(event.giver)) return m.table_tribute_row_by_you({ card, receiver });
      if (own(event.receiver)) return m.table_tribute_row_to_you({ giver, card });
      return m.table_tribute_row({ giver, card, receiver });
    }
    case "returned": {
      const card = cards(event.card);
      const [giver, receiver] = [to.name(event.giver), to.name(event.receiver)];
      if (own(event.receiver)) return m.table_tribute_returned_by_you({ card, giver });
      if (own(event.giver)) return m.table_tribute_returned_to_you({ receiver, card });
      return m.table_tribute_returned({ receiver, card, giver });
    }
    case "play_started":
      if (own(event.leader)) return m.table_live_play_started_you();
      return m.table_live_play_started({ name: to.name(event.leader) });
    case "laid": {
      const play = { category: categoryName(event.category), cards: cards(event.cards) };
      const text = own(event.seat)
        ? m.table_live_laid_you(play)
        : m.table_live_laid({ ...play, name: to.name(event.seat) });
      return event.left ? m.table_live_left({ text, count: event.left }) : text;
    }
    case "passed":
      if (own(event.seat)) return m.table_live_passed_you();
      return m.table_live_passed({ name: to.name(event.seat) });
    case "finished": {
      const place = placeName(event.placement, to.seats);
      if (own(event.seat)) return m.table_live_finished_you({ place });
      return m.table_live_finished({ name: to.name(event.seat), place });
    }
    case "trick_ended": {
      const [winner, leader] = [to.name(event.winner), to.name(event.leader)];
      if (own(event.winner)) {
        return own(event.leader) ? m.table_live_trick_you() : m.table_live_trick_win({ leader });
      }
      if (own(event.leader)) return m.table_live_trick_lead({ winner });
      return m.table_live_trick({ winner, leader });
    }
    case "return_offered": {
      const offered = cards(event.cards);
      const [giver, receiver] = [to.name(event.giver), to.name(event.receiver)];
      if (own(event.receiver)) return m.table_live_offered_by_you({ cards: offered, giver });
      if (own(event.giver)) return m.table_live_offered_to_you({ receiver, cards: offered });
      return m.table_live_offered({ receiver, cards: offered, giver });
    }
    case "deal_ended": {
      const why = clauseText(event.clause, event.winner === null);
      return sentences(dealTitle(event, to.own ?? null), why);
    }
    case "match_ended":
      return sentences(matchTitle(event, to.own ?? null), clauseText(event.clause));
  }
}
