import { RequestError } from "../lib/socket";
import { m } from "../paraglide/messages.js";

// One by one and not by name, so that a page carries the texts it can show and no others.
const TEXTS: Record<string, () => string> = {
  already_queued: m.error_already_queued,
  bad_code: m.error_bad_code,
  bad_name: m.error_bad_name,
  bad_password: m.error_bad_password,
  disconnected: m.error_disconnected,
  match_over: m.error_match_over,
  must_lead: m.error_must_lead,
  name_taken: m.error_name_taken,
  no_category: m.error_no_category,
  no_such_table: m.error_no_such_table,
  not_equal: m.error_not_equal,
  not_found: m.error_not_found,
  not_held: m.error_not_held,
  not_higher: m.error_not_higher,
  not_host: m.error_not_host,
  not_offered: m.error_not_offered,
  not_seated: m.error_not_seated,
  not_your_turn: m.error_not_your_turn,
  ranks_differ: m.error_ranks_differ,
  seat_taken: m.error_seat_taken,
  server: m.error_server,
  stale: m.error_stale,
  timeout: m.error_timeout,
  too_fast: m.error_too_fast,
  too_many_copies: m.error_too_many_copies,
  wrong_action: m.error_wrong_action,
  wrong_count: m.error_wrong_count,
  wrong_offer: m.error_wrong_offer,
  wrong_password: m.error_wrong_password,
  wrong_size: m.error_wrong_size,
};

/** The text of a refusal's code in the page's language. */
export function codeText(code: string): string {
  return (TEXTS[code] ?? m.error_other)();
}

/** What to tell the player of something that failed. */
export function errorText(error: unknown): string {
  return error instanceof RequestError ? codeText(error.code) : m.error_other();
}
