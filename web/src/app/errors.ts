import { RequestError } from "../lib/socket";
import { m } from "../paraglide/messages.js";

// One by one and not by name, so that a page carries the texts it can show and no others.
const TEXTS: Record<string, () => string> = {
  abandoned: m.error_abandoned,
  ahead: m.error_ahead,
  bad_name: m.error_bad_name,
  bad_password: m.error_bad_password,
  busy: m.error_busy,
  deal_underway: m.error_deal_underway,
  disconnected: m.error_disconnected,
  has_account: m.error_has_account,
  internal: m.error_server,
  match_over: m.error_match_over,
  match_underway: m.error_match_underway,
  must_lead: m.error_must_lead,
  name_taken: m.error_name_taken,
  no_category: m.error_no_category,
  no_match: m.error_no_match,
  no_programs: m.error_no_programs,
  no_spectators: m.error_no_spectators,
  not_at_table: m.error_not_at_table,
  not_equal: m.error_not_equal,
  not_finished: m.error_not_finished,
  not_found: m.error_not_found,
  not_held: m.error_not_held,
  not_higher: m.error_not_higher,
  not_host: m.error_not_host,
  not_invited: m.error_not_invited,
  not_offered: m.error_not_offered,
  not_seated: m.error_not_seated,
  not_your_turn: m.error_not_your_turn,
  ranks_differ: m.error_ranks_differ,
  rate_limited: m.error_rate_limited,
  seat_taken: m.error_seat_taken,
  server: m.error_server,
  stale: m.error_stale,
  starting: m.error_starting,
  table_full: m.error_table_full,
  taken_over: m.app_taken_over,
  timeout: m.error_timeout,
  too_many_copies: m.error_too_many_copies,
  unauthorised: m.error_unauthorised,
  unknown_code: m.error_unknown_code,
  unknown_match: m.error_unknown_match,
  unknown_seat: m.error_unknown_seat,
  unknown_table: m.error_unknown_table,
  unknown_token: m.error_unauthorised,
  wrong_action: m.error_wrong_action,
  wrong_count: m.error_wrong_count,
  wrong_offer: m.error_wrong_offer,
  wrong_password: m.error_wrong_password,
  wrong_seats: m.error_wrong_seats,
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
