import { HOUR, MINUTE, wireTimeOf } from '../../../domain/time/instant.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import type { Window } from '../../../domain/time/window.ts';
import type { PageAsk } from './fetch-kind.ts';

/** A window of the time at which the service parsed its articles. */
export function parsedIn(window: Window) {
  return { ...publishedIn(window), by_parse_date: true };
}

/** A window of the time at which its articles were published. */
export function publishedIn({ from, to }: Window) {
  return { from_: wireTimeOf(from), to_: wireTimeOf(to) };
}

/** Beyond this a span is asked in days: hours are only seen in small numbers. */
const MOST_HOURS = 72;

/** The `when` that reaches back to the start of a window, with a minute to spare: the service counts by its own clock. */
export function parsedSince({ window, now }: Pick<PageAsk, 'window' | 'now'>) {
  const hours = Math.max(1, Math.ceil((now - window.from + MINUTE) / HOUR));
  return { when: hours <= MOST_HOURS ? `${hours}h` : `${Math.ceil(hours / 24)}d`, by_parse_date: true };
}

/** Domains that are excluded for all watches are left out by the service itself, beside those of the query. */
export function withoutDomains({ query, exclude }: Watch): { not_sources?: readonly string[] } {
  if (exclude.domains.length === 0) return {};
  const own = query['not_sources'] ?? [];
  const listed =
    typeof own === 'string' ? own.split(',').map((part) => part.trim()) : Array.isArray(own) ? own : [];
  return { not_sources: [...new Set([...listed, ...exclude.domains])] };
}
